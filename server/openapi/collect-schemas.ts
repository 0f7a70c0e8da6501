import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from './json-schema.ts'

export type SchemaCollection = {
  /** By title, each with references to the others. */
  readonly all: Record<string, JsonSchema>
  /** The schema with everything that has a title moved to where all the titled stand, and referred to. */
  add: (schema: JsonSchema) => JsonSchema
}

/** Two different schemas under one title are a mistake. A description belongs to the place where the schema stands. */
export const collectSchemas = (): SchemaCollection => {
  const all: Record<string, JsonSchema> = {}
  const add = (schema: JsonSchema): JsonSchema => {
    const { title, description, ...rest } = mapParts(schema, add)
    const described = description === undefined ? {} : { description }
    if (title === undefined) return { ...rest, ...described }
    if (all[title] !== undefined && !isDeepStrictEqual(all[title], rest)) {
      throw new Error(`two schemas are called ${title}`)
    }
    all[title] = rest
    return { $ref: `#/components/schemas/${title}`, ...described }
  }
  return { all, add }
}

const one = ['items', 'propertyNames', 'additionalProperties'] as const
const many = ['oneOf', 'anyOf', 'allOf'] as const

const mapParts = (schema: JsonSchema, map: (part: JsonSchema) => JsonSchema): JsonSchema => {
  const mapped: JsonSchema = { ...schema }
  for (const key of one) {
    const part = schema[key]
    if (typeof part === 'object') mapped[key] = map(part)
  }
  for (const key of many) {
    if (schema[key] !== undefined) mapped[key] = schema[key].map(map)
  }
  if (schema.properties !== undefined) {
    mapped.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, part]) => [name, map(part)]),
    )
  }
  return mapped
}
