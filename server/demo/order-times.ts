import { historyDays } from './demo-company.ts'
import type { Random } from './random.ts'

const hour = 3_600_000
const day = 24 * hour
/** So many of a hundred orders came in within the last day: there is work to do in the morning. */
const today = 0.08

/** When each order came in, oldest first: more of them lately than long ago, hardly any at night, none in the future. */
export const orderTimes = (random: Random, now: Date, count: number): number[] => {
  const times = Array.from({ length: count }, () => {
    if (random.chance(today)) return now.getTime() - random.next() * day
    const age = day + (1 - random.next() ** 0.7) * (historyDays - 1) * day
    return atDaytime(random, now.getTime() - age)
  })
  return times
    .map((time) => Math.floor(Math.min(time, now.getTime() - random.next() * hour)))
    .sort((a, b) => a - b)
}

/** Between 7 and 23 o'clock UTC, which is daytime in all six countries, give or take two hours. */
const atDaytime = (random: Random, time: number): number => {
  const midnight = time - (time % day)
  const evening = random.chance(0.55) ? random.between(17, 21) : random.between(7, 16)
  return midnight + evening * hour + random.next() * hour
}
