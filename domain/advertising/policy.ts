import type { Code } from '../core/codes.ts'

/** Code why a cost may not be of that day, or null. `today`: in its country. */
export const whyNotCostDay = (day: string, today: string): Code | null => {
  if (day.length !== 10) return 'NOT_A_DATE'
  return day > today ? 'IN_THE_FUTURE' : null
}
