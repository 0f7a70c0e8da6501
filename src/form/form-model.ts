import type { SearchHit } from '../../domain/changes/changes.ts'
import type { FieldProblem } from '../../domain/core/codes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Field, Fields, Values } from '../../domain/lib/field.ts'
import { formatPhone } from '../../domain/lib/phone-format.ts'
import type { Result } from '../../domain/lib/result.ts'
import { readAmount, readCount, readDecimal } from '../../domain/lib/typed/read-amount.ts'
import { validate } from '../../domain/lib/validate.ts'
import type { ComboboxOption } from '../ui/fields/combobox-option.ts'

/** Values of the controls: text as typed, booleans; several choices as one text, with spaces between them, a list as lines. */
export type Draft = Record<string, string | boolean>

/** Initial values of the controls, from a record or empty. */
export const draftOf = (fields: Fields, record: Record<string, unknown>): Draft =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, asTyped(field, record[name])]))

/** Validates the input with the domain function that the server uses. */
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

/** Problems of what was typed into a field that is left; an empty one may still be filled. */
export const problemsOnLeaving = (
  fields: Fields,
  draft: Draft,
  { name, country }: { name: string; country: CountryCode },
): readonly FieldProblem[] => {
  const field = fields[name]
  const typed = draft[name]
  if (field === undefined || typeof typed !== 'string' || typed.trim() === '') return []
  const read = readDraft({ [name]: field }, draft, country)
  return read.ok ? [] : (read.errors ?? [])
}

/** Names of the fields that the user changed. */
export const changedFields = (before: Draft, after: Draft): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name])

export const problemsByField = (problems: readonly FieldProblem[]): Record<string, FieldProblem> =>
  Object.fromEntries([...problems].reverse().map((problem) => [problem.path, problem]))

const asTyped = (field: Field, value: unknown): string | boolean => {
  if (field.kind === 'flag') return value === true
  if (field.kind === 'choices') return Array.isArray(value) ? value.join(' ') : ''
  if (field.kind === 'texts') return Array.isArray(value) ? value.join('\n') : ''
  if (value === null || value === undefined) return ''
  return field.kind === 'phone' ? formatPhone(String(value)) : String(value)
}

const asInput = (field: Field, typed: string | boolean | undefined, country: CountryCode): unknown => {
  if (field.kind === 'choices' && typeof typed === 'string') return chosenOf(typed)
  if (field.kind === 'texts' && typeof typed === 'string') return typed.split('\n')
  const read = readers[field.kind]
  if (read === undefined || typeof typed !== 'string') return typed
  return typed.trim() === '' ? null : (read(typed, field, country) ?? typed)
}

/** The values in the text of a control that chooses several. */
export const chosenOf = (typed: string): string[] => typed.split(' ').filter((value) => value !== '')

/** Parsers of numeric input; invalid text is passed on to validation. */
const readers: Partial<
  Record<Field['kind'], (typed: string, field: Field, country: CountryCode) => number | null>
> = {
  money: (typed, _, country) => readAmount(typed, country),
  integer: (typed) => readCount(typed),
  number: (typed, field) => readDecimal(typed, 'decimals' in field ? field.decimals : 0),
}

/** Fields under a heading, `<resource>:sections.<id>`. `beside`: long texts that share a row. */
export type FormSection = {
  readonly id: string
  readonly fields: readonly string[]
  readonly beside?: readonly string[]
}

/** Prefilled from the selected country and rarely changed, so placed last. */
const prefilled = 'country'

/**
 * Groups fields by section; fields of none come last without heading, the country at the very end. The order is also the tab
 * order; the first field gets focus.
 */
export const placeFields = (
  fields: Fields,
  sections: readonly FormSection[],
): readonly { id: string | null; names: string[] }[] => {
  const named = new Set(sections.flatMap((section) => section.fields))
  return [
    ...sections.map((section) => ({
      id: section.id,
      names: section.fields.filter((name) => Object.hasOwn(fields, name)),
    })),
    {
      id: null,
      names: Object.keys(fields)
        .filter((name) => !named.has(name))
        .toSorted((a, b) => Number(a === prefilled) - Number(b === prefilled)),
    },
  ].filter(({ names }) => names.length > 0)
}

/** Uploads a picture and resolves to its path. Reports bytes sent. */
export type UploadImage = (
  file: File,
  options: { signal: AbortSignal; onSent: (sent: number, total: number) => void },
) => Promise<string>

/** How a field's choices are found. */
export type Choice = {
  /** Label of an enumeration's value. */
  label?: (value: string) => string
  /** The values of several choices, in rows by heading; default: the field's. */
  rows?: readonly { label: string; values: readonly string[] }[]
  /** Searches references. Must be stable across renders: a new function searches again. */
  search?: (text: string, country: CountryCode, signal: AbortSignal) => Promise<ComboboxOption[]>
  /** The option of a scanned record; null if it is no valid choice. Without it, scans choose nothing. */
  scanned?: (hit: SearchHit, country: CountryCode) => Promise<ComboboxOption | null>
  /** Label of the present value. */
  chosen?: ComboboxOption | null
  /** Uploads an image; without it only a link can be entered. */
  upload?: UploadImage
}

/** Choices by field name. */
export type Choices = Record<string, Choice>
