import type { Field, Fields } from '../../domain/lib/field.ts'
import { largestAmount } from '../../domain/lib/money.ts'
import { choiceSchema } from './choice-schema.ts'
import { type JsonSchema, objectSchema, orNull } from './json-schema.ts'

type Options = {
  /** An update: what is left out stays as it is. */
  partial?: boolean
}

/** What a body of these fields may hold. An optional field may be null, which empties it; one that is required may not. */
export const fieldsSchema = (fields: Fields, { partial = false }: Options = {}): JsonSchema =>
  objectSchema(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
    Object.keys(fields).filter((name) => !partial && fields[name]!.required),
  )

export const fieldSchema = (field: Field): JsonSchema =>
  field.required ? valueSchema(field) : orNull(valueSchema(field))

/** A value that is not empty. */
export const valueSchema = (field: Field): JsonSchema => {
  switch (field.kind) {
    case 'text':
      return { type: 'string', minLength: field.min ?? (field.required ? 1 : 0), maxLength: field.max }
    case 'password':
      return { type: 'string', format: 'password', minLength: field.min, maxLength: field.max }
    case 'email':
      return { type: 'string', format: 'email', maxLength: 254 }
    case 'phone':
      return { type: 'string', description: 'As it is written in the country, or in E.164.' }
    case 'url':
      return { type: 'string', format: 'uri', maxLength: 2000 }
    case 'money':
      return {
        type: 'number',
        minimum: 0,
        maximum: largestAmount,
        description: "Major units, with no more decimals than the country's currency has.",
      }
    case 'integer':
      return { type: 'integer', minimum: field.min, maximum: field.max }
    case 'number':
      return {
        type: 'number',
        minimum: field.min,
        maximum: field.max,
        description: `At most ${field.decimals} decimals.`,
      }
    case 'choice':
      return anyCase(choiceSchema(field.values), field.values)
    case 'flag':
      return { type: 'boolean' }
    case 'date':
      return { type: 'string', description: 'A day (`2026-11-21`) or an instant, ISO 8601.' }
    case 'reference':
      return { type: 'string', format: 'uuid', description: `The id of one of the ${field.resource}.` }
  }
}

/** A choice as it is written in answers, or in any other case. */
const anyCase = (schema: JsonSchema, values: readonly string[]): JsonSchema => ({
  anyOf: [schema, { type: 'string', pattern: `^(${values.map(inAnyCase).join('|')})$` }],
})

const inAnyCase = (value: string): string =>
  value.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
