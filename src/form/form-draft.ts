import type { FieldProblem } from '../../domain/core/codes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Field, Fields, Values } from '../../domain/lib/field.ts'
import { parseAmount, parseDecimal } from '../../domain/lib/money.ts'
import { formatPhone } from '../../domain/lib/phone-format.ts'
import type { Result } from '../../domain/lib/result.ts'
import { validate } from '../../domain/lib/validate.ts'

/** What the controls hold: text as it was typed, flags as they are. */
export type Draft = Record<string, string | boolean>

/** A record, or nothing yet, as the controls show it. */
export const draftOf = (fields: Fields, record: Record<string, unknown>): Draft =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, asTyped(field, record[name])]))

/** Validates a draft through the same domain function that the server uses. */
export const readDraft = <F extends Fields>(
  fields: F,
  draft: Draft,
  country: CountryCode,
): Result<Values<F>> =>
  validate(
    fields,
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, asInput(field, draft[name], country)]),
    ),
    { country },
  )

/** The fields that were changed by hand since the record was read. */
export const changedFields = (before: Draft, after: Draft): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name])

export const problemsByField = (problems: readonly FieldProblem[]): Record<string, FieldProblem> =>
  Object.fromEntries([...problems].reverse().map((problem) => [problem.path, problem]))

const asTyped = (field: Field, value: unknown): string | boolean => {
  if (field.kind === 'flag') return value === true
  if (value === null || value === undefined) return ''
  return field.kind === 'phone' ? formatPhone(String(value)) : String(value)
}

const asInput = (field: Field, typed: string | boolean | undefined, country: CountryCode): unknown => {
  const read = readers[field.kind]
  if (read === undefined || typeof typed !== 'string') return typed
  return typed.trim() === '' ? null : (read(typed, field, country) ?? typed)
}

/** Parses numbers; other text is passed on unchanged. */
const readers: Partial<
  Record<Field['kind'], (typed: string, field: Field, country: CountryCode) => number | null>
> = {
  money: (typed, _, country) => parseAmount(typed, country),
  integer: (typed) => parseDecimal(typed, 0),
  number: (typed, field) => parseDecimal(typed, 'decimals' in field ? field.decimals : 0),
}
