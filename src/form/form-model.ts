import type { SearchHit } from '../../domain/changes/changes.ts'
import type { FieldProblem } from '../../domain/core/codes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Field, Fields, Values } from '../../domain/lib/field.ts'
import { formatPhone } from '../../domain/lib/phone-format.ts'
import type { Result } from '../../domain/lib/result.ts'
import { readAmount, readCount, readDecimal } from '../../domain/lib/typed/read-amount.ts'
import { validate } from '../../domain/lib/validate.ts'
import type { ComboboxOption } from '../ui/fields/combobox-option.ts'

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
  money: (typed, _, country) => readAmount(typed, country),
  integer: (typed) => readCount(typed),
  number: (typed, field) => readDecimal(typed, 'decimals' in field ? field.decimals : 0),
}

/** Fields that belong together, under the heading `<resource>:sections.<id>`. */
export type FormSection = { readonly id: string; readonly fields: readonly string[] }

/** Prefilled from the top bar and rarely changed: it comes after everything that a person fills in. */
const prefilled = 'country'

/**
 * The sections that hold any of these fields, with those; what no section names comes at the end, under no heading, the
 * country after all of it. The order is the visual one and the one of Tab; the first of them gets the focus.
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

/** Sends a picture and answers its path. Reports how much has been sent, in bytes. */
export type UploadImage = (
  file: File,
  options: { signal: AbortSignal; onSent: (sent: number, total: number) => void },
) => Promise<string>

/** How one field of a form finds what can be chosen. */
export type Choice = {
  /** Words one value of an enumeration. */
  label?: (value: string) => string
  /** Looks a reference up. Keep it stable over renders: a new function asks again. */
  search?: (text: string, country: CountryCode, signal: AbortSignal) => Promise<ComboboxOption[]>
  /** The option of a record that was scanned; null where it is none of these. Without it no scan chooses anything. */
  scanned?: (hit: SearchHit, country: CountryCode) => Promise<ComboboxOption | null>
  /** The name of what is referred to already. */
  chosen?: ComboboxOption | null
  /** Sends the picture of an image field; without it only a link can be given. */
  upload?: UploadImage
}

/** By the field's name. */
export type Choices = Record<string, Choice>
