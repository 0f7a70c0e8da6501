import type { Code, FieldProblem } from '../core/codes.ts'
import type { CountryCode } from '../core/countries.ts'
import { isLookAlike } from './look-alike.ts'
import { exactAmount, hasValidDecimals, largestAmount } from './money.ts'
import { accept, type Result, refuse } from './result.ts'
import { cleanLine, cleanText, plainText } from './typed/clean-text.ts'

/** The value of an enumeration that a text names, ignoring case; null for none. */
export const choiceOf = <Value extends string>(values: readonly Value[], written: unknown): Value | null => {
  if (typeof written !== 'string') return null
  const folded = plainText(written).toLowerCase()
  return values.find((value) => value.toLowerCase() === folded) ?? null
}

/**
 * A field of a record. Its TypeScript type, validation (form, import, server), JSON Schema and form control derive from it.
 */
export type Field = { required?: boolean } & (
  | { kind: 'text'; min?: number; max: number; multiline?: boolean }
  | { kind: 'password'; min: number; max: number }
  | {
      kind: 'email'
      /** A new address: refused if it can be confused with a known one (look-alike letters). */
      isNew?: true
    }
  | { kind: 'phone' }
  | { kind: 'url' }
  /** A link, or the path of an uploaded picture. */
  | { kind: 'image' }
  | { kind: 'money' }
  | { kind: 'integer'; min: number; max: number }
  | { kind: 'number'; min: number; max: number; decimals: number }
  | { kind: 'choice'; values: readonly string[] }
  /** Some of the values, each once, in their order. */
  | { kind: 'choices'; values: readonly string[] }
  /** A list of lines, at most `most` of at most `max` characters. */
  | { kind: 'texts'; max: number; most: number }
  | {
      kind: 'flag'
      /** Whether a call only says what it would do: null is refused, never taken for false. */
      isRehearsal?: true
    }
  | { kind: 'date' }
  | { kind: 'reference'; resource: string }
)

export type Fields = Record<string, Field>

type ValueOf<F extends Field> = F extends { kind: 'money' | 'integer' | 'number' }
  ? number
  : F extends { kind: 'flag' }
    ? boolean
    : F extends { kind: 'choice'; values: readonly (infer V)[] }
      ? V
      : F extends { kind: 'choices'; values: readonly (infer V)[] }
        ? V[]
        : F extends { kind: 'texts' }
          ? string[]
          : string

type RequiredKeys<F extends Fields> = { [K in keyof F]: F[K] extends { required: true } ? K : never }[keyof F]

/** A validated body; an optional field may be null, which empties it. */
export type Values<F extends Fields> = { [K in RequiredKeys<F>]: ValueOf<F[K]> } & {
  [K in Exclude<keyof F, RequiredKeys<F>>]?: ValueOf<F[K]> | null
}

export type ValidationContext = {
  country: CountryCode
  /** For updates: required fields may be absent, but not empty. */
  partial?: boolean
}

/** Whether a value says nothing. A text is no flag, blank or not, nor is null where something would be carried out by it. */
export const isEmpty = (field: Field, value: unknown): boolean =>
  isBlank(value) &&
  !(field.kind === 'flag' && (typeof value === 'string' || (field.isRehearsal && value === null)))

/** `dryRun` of the calls that rehearse. */
export const dryRunField = { kind: 'flag', isRehearsal: true } as const satisfies Field

/** Validates one value; blank counts as null, which a required field refuses. */
export type CheckField<F extends Field> = (
  field: F,
  value: unknown,
  context: ValidationContext,
) => Result<unknown>

/** Builds a validator of bodies. Unknown fields are refused; all problems are reported. */
export const validateBy =
  <Known extends Field>(check: CheckField<Known>) =>
  <F extends Record<string, Known>>(
    fields: F,
    input: unknown,
    context: ValidationContext,
  ): Result<Values<F>> => {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      return refuse('VALIDATION_FAILED', [{ path: '', code: 'BAD_JSON' }])
    }
    const given = input as Record<string, unknown>
    const errors: FieldProblem[] = Object.keys(given)
      .filter((name) => !Object.hasOwn(fields, name))
      .map((name) => ({ path: name, code: 'UNKNOWN_FIELD' }))
    const values: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(fields)) {
      const isGiven = Object.hasOwn(given, name) && given[name] !== undefined
      if (!isGiven && (context.partial || !field.required)) continue
      const checked = check(field, given[name], context)
      if (checked.ok) values[name] = checked.value
      else errors.push({ path: name, code: checked.code })
    }
    return errors.length > 0 ? refuse('VALIDATION_FAILED', errors) : accept(values as Values<F>)
  }

/**
 * The field kinds of the login. The others (phone metadata, links, pictures) would make its bundle much larger; see
 * `validate.ts`.
 */
export type PlainField = Exclude<Field, { kind: 'phone' | 'url' | 'image' }>

export const checkPlainField: CheckField<PlainField> = (field, value, { country }) => {
  if (isEmpty(field, value)) return field.required ? refuse('REQUIRED') : accept(null)
  switch (field.kind) {
    case 'text':
      return withText(
        value,
        (text) => checkLength(text, field.min ?? 0, field.max),
        field.multiline ? cleanText : cleanLine,
      )
    case 'password':
      return checkPassword(value, field.min, field.max)
    case 'email':
      return withText(value, (text) => checkEmail(text, field))
    case 'money':
      return checkMoney(value, country)
    case 'integer':
      return checkInteger(value, field.min, field.max)
    case 'number':
      return checkNumber(value, field)
    case 'choice': {
      const choice = choiceOf(field.values, value)
      return choice === null ? refuse('NOT_A_CHOICE') : accept(choice)
    }
    case 'choices':
      return checkChoices(value, field)
    case 'texts':
      return checkTexts(value, field)
    case 'flag':
      return typeof value === 'boolean' ? accept(value) : refuse('NOT_A_FLAG')
    case 'date':
      return withText(value, (text) => (isDate(text) ? accept(text) : refuse('NOT_A_DATE')), plainText)
    case 'reference':
      return withText(
        value,
        (text) => (isId(text) ? accept(text.toLowerCase()) : refuse('NOT_AN_ID')),
        plainText,
      )
  }
}

const checkChoices = (
  value: unknown,
  { values, required }: { values: readonly string[]; required?: boolean },
): Result<string[]> => {
  if (!Array.isArray(value)) return refuse('NOT_A_LIST')
  const chosen = value.map((one) => choiceOf(values, one))
  if (chosen.includes(null)) return refuse('NOT_A_CHOICE')
  return required && chosen.length === 0
    ? refuse('REQUIRED')
    : accept(values.filter((one) => chosen.includes(one)))
}

/** Blank lines are dropped. */
const checkTexts = (
  value: unknown,
  { max, most, required }: { max: number; most: number; required?: boolean },
): Result<string[]> => {
  if (!Array.isArray(value)) return refuse('NOT_A_LIST')
  if (value.length > 2 * most) return refuse('TOO_MANY_ENTRIES')
  const lines: string[] = []
  for (const line of value) {
    const checked = withText(line, (text) => checkLength(text, 0, max))
    if (!checked.ok) return checked
    if (checked.value !== '') lines.push(String(checked.value))
  }
  if (required && lines.length === 0) return refuse('REQUIRED')
  return lines.length > most ? refuse('TOO_MANY_ENTRIES') : accept(lines)
}

/** `validate` for plain fields, without the phone metadata. Used by the login. */
export const validatePlain = validateBy(checkPlainField)

export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && cleanText(value) === '')

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value)

/** Whether an ISO date or instant exists: neither `2026-02-30` nor the year 0 does. */
export const isDate = (value: string): boolean => {
  const day = /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(
    value,
  )
  if (day === null || Number.isNaN(Date.parse(value))) return false
  const [year, month, date] = [Number(day[1]), Number(day[2]), Number(day[3])]
  return (
    year >= 1 &&
    month >= 1 &&
    month <= 12 &&
    date >= 1 &&
    date <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  )
}

/** PostgreSQL text cannot store NUL and lone surrogates. */
const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/** Cleans a text and checks that it can be stored. */
export const withText = (
  value: unknown,
  check: (text: string) => Result<unknown>,
  clean: (text: string) => string = cleanLine,
): Result<unknown> => {
  if (typeof value !== 'string') return refuse('NOT_TEXT')
  if (!isStorable(value)) return refuse('INVALID_TEXT')
  return check(clean(value))
}

/** Counts code points, as JSON Schema does: an emoji is one, not two UTF-16 units. */
const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of text) length++
  return length
}

/** Compares lengths. A text of more than 2 * max UTF-16 units is not iterated. */
const isLonger = (text: string, max: number): boolean => text.length > 2 * max || lengthOf(text) > max

const checkLength = (text: string, min: number, max: number): Result<string> => {
  if (isLonger(text, max)) return refuse('TOO_LONG')
  return lengthOf(text) < min ? refuse('TOO_SHORT') : accept(text)
}

const checkPassword = (value: unknown, min: number, max: number): Result<unknown> => {
  if (typeof value !== 'string') return refuse('NOT_TEXT')
  if (!isStorable(value)) return refuse('INVALID_TEXT')
  const text = value.normalize('NFC')
  if (isLonger(text, max)) return refuse('PASSWORD_TOO_LONG')
  return lengthOf(text) < min ? refuse('PASSWORD_TOO_SHORT') : accept(value)
}

const email = /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\".]+(?:\.[^\s@<>()[\],;:\\".]+)+$/
const checkEmail = (text: string, { isNew = false }: { isNew?: boolean }): Result<string> => {
  if (isNew && isLookAlike(text)) return refuse('EMAIL_LOOK_ALIKE')
  return text.length <= 254 && email.test(text) ? accept(text.toLowerCase()) : refuse('INVALID_EMAIL')
}

export const MAX_LINK_LENGTH = 2_000

const checkMoney = (value: unknown, country: CountryCode): Result<number> => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse('NOT_A_NUMBER')
  if (value < 0) return refuse('TOO_SMALL')
  if (value > largestAmount) return refuse('TOO_LARGE')
  return hasValidDecimals(value, country) ? accept(exactAmount(value)) : refuse('TOO_MANY_DECIMALS')
}

const checkNumber = (
  value: unknown,
  { min, max, decimals }: { min: number; max: number; decimals: number },
): Result<number> => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse('NOT_A_NUMBER')
  if (value < min) return refuse('TOO_SMALL')
  if (value > max) return refuse('TOO_LARGE')
  return Number(value.toFixed(decimals)) === value ? accept(value) : refuse('TOO_MANY_DECIMALS')
}

const checkInteger = (value: unknown, min: number, max: number): Result<number> => {
  const code: Code | null =
    typeof value !== 'number' || !Number.isFinite(value)
      ? 'NOT_A_NUMBER'
      : !Number.isInteger(value)
        ? 'NOT_AN_INTEGER'
        : value < min
          ? 'TOO_SMALL'
          : value > max
            ? 'TOO_LARGE'
            : null
  return code === null ? accept(value as number) : refuse(code)
}

/** The bound that was exceeded when a value of this field is refused with that code; null for other codes. */
export const limitOf = (field: Field, code: string): number | null => {
  switch (code) {
    case 'TOO_SHORT':
      return field.kind === 'text' ? (field.min ?? null) : null
    case 'TOO_LONG':
      return field.kind === 'text' || field.kind === 'texts'
        ? field.max
        : isAddress(field)
          ? MAX_LINK_LENGTH
          : null
    case 'TOO_SMALL':
      return field.kind === 'money' ? 0 : isNumeric(field) ? field.min : null
    case 'TOO_LARGE':
      return field.kind === 'money' ? largestAmount : isNumeric(field) ? field.max : null
    default:
      return null
  }
}

const isAddress = ({ kind }: Field): boolean => kind === 'url' || kind === 'image'

const isNumeric = (field: Field): field is Extract<Field, { kind: 'integer' | 'number' }> =>
  field.kind === 'integer' || field.kind === 'number'
