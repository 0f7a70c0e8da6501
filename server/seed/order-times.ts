import { historyDays } from './demo-company.ts'
import type { Random } from './random.ts'

const hour = 3_600_000
const day = 24 * hour
/** By the end of its history the company has this many times more orders a day than at the start, and one more time. */
const growth = 5

/**
 * Creation times, oldest first: a company that grows, without a jump from one day to the next, most orders in the evening
 * and few at night. Today has only the hours that have passed; nothing is in the future.
 */
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

/** Mostly between 7 and 22 o'clock UTC, which is daytime in all six countries, give or take two hours. */
const clock = (random: Random): number => {
  if (random.chance(0.05)) return random.next() * day
  const started = random.chance(0.55) ? random.between(17, 21) : random.between(7, 16)
  return (started + random.next()) * hour
}
