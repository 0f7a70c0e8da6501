import { historyDays } from './demo-company.ts'
import type { Random } from './row-writer.ts'

export const hour = 3_600_000
const day = 24 * hour
/** Growth of daily orders over the history: from 1 to 1 + growth. */
const growth = 5

/** Creation times, oldest first: growing without jumps, mostly in the evening, few at night, none in the future. */
export const orderTimes = (random: Random, now: Date, count: number): number[] =>
  Array.from({ length: count }, () => orderTime(random, now.getTime())).sort((a, b) => a - b)

const orderTime = (random: Random, now: number): number => {
  const today = now - (now % day)
  for (;;) {
    const daysAgo = random.between(0, historyDays - 1)
    const time = Math.floor(today - daysAgo * day + clock(random))
    const weight = 1 + growth * (1 - daysAgo / historyDays) ** 2
    if (random.chance(weight / (1 + growth)) && time < now) return time
  }
}

/** Mostly 7 to 22 UTC, daytime in all countries within two hours. */
const clock = (random: Random): number => {
  if (random.chance(0.05)) return random.next() * day
  const started = random.chance(0.55) ? random.between(17, 21) : random.between(7, 16)
  return (started + random.next()) * hour
}
