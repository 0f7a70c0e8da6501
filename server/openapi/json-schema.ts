import { titleOfValues } from './enumerations.ts'

type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null'

/** The subset of JSON Schema 2020-12 in use. Schemas with `title` become components. */
export type JsonSchema = {
  $ref?: string
  title?: string
  description?: string
  type?: SchemaType | readonly SchemaType[]
  format?: 'uuid' | 'date' | 'date-time' | 'email' | 'uri' | 'uri-reference' | 'binary' | 'password'
  enum?: readonly (string | number | null)[]
  const?: string | number | boolean
  readOnly?: boolean
  default?: string | number | boolean
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  oneOf?: readonly JsonSchema[]
  anyOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
}

export const titled = (title: string, schema: JsonSchema): JsonSchema => ({ ...schema, title })

/** An object without additional properties. */
export const objectSchema = (
  properties: Record<string, JsonSchema>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema => ({ type: 'object', properties, required, additionalProperties: false })

export const orNull = (schema: JsonSchema): JsonSchema => {
  const { title, type } = schema
  if (title === undefined && type === undefined && isAnything(schema)) return schema
  if (title !== undefined || type === undefined) return { anyOf: [schema, { type: 'null' }] }
  const types = typeof type === 'string' ? [type] : type
  return { ...schema, type: [...types, 'null'], ...(schema.enum ? { enum: [...schema.enum, null] } : {}) }
}

const isAnything = (schema: JsonSchema): boolean => Object.keys(schema).length === 0

export const choiceSchema = (values: readonly string[]): JsonSchema => {
  const title = titleOfValues(values)
  return { type: 'string', enum: values, ...(title === undefined ? {} : { title }) }
}
