import { accept, type Result, refuse } from '../lib/result.ts'
import { type CallPolicy, type CallPolicyInput, weekdays } from './call-policy.ts'
import { cleanDays, cleanHours, cleanSpacing, readDaysOff } from './policy-texts.ts'

/** The texts as they are stored, or which of them cannot be read. */
export const checkCallPolicy = (input: CallPolicyInput): Result<CallPolicyInput> => {
  const texts = { hours: cleanHours, spacing: cleanSpacing, daysOff: cleanDays } as const
  const read = { ...input, ...(input.weekdaysOff === null && { weekdaysOff: [] }) }
  for (const path of ['hours', 'spacing', 'daysOff'] as const) {
    const text = input[path]
    if (text === undefined || text === null) continue
    const clean = texts[path](text)
    if (clean === null) return refuse('VALIDATION_FAILED', [{ path, code: problems[path] }])
    read[path] = clean === '' ? null : clean
  }
  return input.weekdaysOff?.length === weekdays.length
    ? refuse('VALIDATION_FAILED', [{ path: 'weekdaysOff', code: 'NO_DAY_LEFT' }])
    : accept(read)
}

const problems = {
  hours: 'HOURS_UNREADABLE',
  spacing: 'SPACING_UNREADABLE',
  daysOff: 'DAYS_UNREADABLE',
} as const

export const daysOffOf = ({ daysOff }: Pick<CallPolicy, 'daysOff'>): readonly string[] =>
  daysOff === null ? [] : (readDaysOff(daysOff) ?? [])
