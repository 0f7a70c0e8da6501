import {
  type CheckField,
  checkPlainField,
  type Field,
  type Fields,
  isBlank,
  isDate,
  isEmpty,
  type ValidationContext,
  type Values,
  validateBy,
  withText,
} from './field.ts'
import { imagePath, storedImageHash } from './image.ts'
import { accept, type Result, refuse } from './result.ts'
import type { Shape, Shapes } from './shape.ts'
import { readLink, trimLink } from './typed/read-link.ts'
import { readPhone } from './typed/read-phone.ts'

/** Validates one value; blank counts as null, which a required field refuses. */
export const validateField: CheckField<Field> = (field, value, context) => {
  if (isEmpty(field, value)) return field.required ? refuse('REQUIRED') : accept(null)
  if (field.kind === 'url') return withText(value, readLink, trimLink)
  if (field.kind === 'image') return withText(value, checkImage, trimLink)
  if (field.kind !== 'phone') return checkPlainField(field, value, context)
  return withText(value, (text) => {
    const phone = readPhone(text, context.country)
    return phone.ok ? accept(phone.value.e164) : phone
  })
}

/** Stores an uploaded picture under the path of its largest size. */
const checkImage = (text: string): Result<string> => {
  const hash = storedImageHash(text)
  return hash === null ? readLink(text) : accept(imagePath(hash))
}

/** Validates a body. Unknown fields are refused, all problems are reported, texts are trimmed, phones become E.164. */
export const validate = validateBy(validateField)

/** Whether the body has more than the editable fields, so that it must be compared with the present record. */
export const saysMoreThan = (fields: Fields, input: unknown): boolean =>
  isMembers(input) && Object.keys(input).some((name) => !Object.hasOwn(fields, name))

/**
 * Validates an update. A whole record as read may be sent back: unchanged values are dropped, a changed read-only field gives
 * `READ_ONLY`. `present`: the record as the API answers it.
 */
export const validateUpdate = <F extends Fields>(
  fields: F,
  { shapes, present }: { shapes: Shapes; present: object | null },
  input: unknown,
  { country }: ValidationContext,
): Result<Values<F>> => {
  const changed = present === null || !isMembers(input) ? input : without(input, shapes, present)
  const read = validate(fields, changed, { country, partial: true })
  if (read.ok) return read
  return refuse(
    read.code,
    read.errors?.map((problem) =>
      problem.code === 'UNKNOWN_FIELD' && Object.hasOwn(shapes, problem.path)
        ? { ...problem, code: 'READ_ONLY' }
        : problem,
    ),
  )
}

type Members = Record<string, unknown>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const without = (input: Members, shapes: Shapes, present: object): Members => {
  const values = new Map(Object.entries(present))
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => {
      const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
      return shape === undefined || !means(shape, value, values.get(name))
    }),
  )
}

/** Whether two values of a field are equal after parsing. */
const means = (shape: Shape, given: unknown, present: unknown): boolean => {
  if (isBlank(given) || isBlank(present)) return isBlank(given) && isBlank(present)
  switch (shape.kind) {
    case 'id':
    case 'choice':
      return String(given).toLowerCase() === String(present).toLowerCase()
    case 'instant':
    case 'date':
      return typeof given === 'string' && isDate(given) && Date.parse(given) === Date.parse(String(present))
    case 'text':
    case 'phone':
    case 'url':
    case 'integer':
    case 'number':
    case 'money':
    case 'flag':
    case 'cell':
      return given === present
    case 'values':
    case 'map':
    case 'list':
    case 'record':
    case 'any':
      return isSame(given, present)
  }
}

/** Compares JSON values, ignoring member order. */
const isSame = (one: unknown, other: unknown): boolean => {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]))
  }
  if (!isMembers(one) || !isMembers(other)) return one === other
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  )
}
