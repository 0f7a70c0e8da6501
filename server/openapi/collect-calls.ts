import { isDeepStrictEqual } from 'node:util'
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify'
import type { JsonSchema } from './json-schema.ts'
import type { Operation } from './operation.ts'

/** A registered route and its description. `url`: with `:id`. */
export type CallDescription = {
  method: string
  url: string
  access: NonNullable<FastifyContextConfig['access']>
  operation: Operation
}

/** Collects calls registered on `app` from now on. */
export const collectCalls = (app: FastifyInstance): CallDescription[] => {
  const calls: CallDescription[] = []
  app.addHook('onRoute', (route) => addCall(calls, route))
  return calls
}

/**
 * Adds a route, also one of a plugin. @throws Error without a description, which fails the start. A second path of the same
 * call is skipped.
 */
export const addCall = (
  calls: CallDescription[],
  { method, url, config }: Pick<RouteOptions, 'method' | 'url' | 'config'>,
): void => {
  const { operation, access = 'admitted' } = config ?? {}
  for (const one of [method].flat()) {
    if (one === 'HEAD') continue
    if (operation === undefined) throw new Error(`${one} ${url} is not described`)
    if (calls.some((call) => call.operation === operation)) continue
    calls.push({ method: one, url, access, operation })
  }
}

export type SchemaCollection = {
  /** By title, with references. */
  readonly all: Record<string, JsonSchema>
  /** Moves titled schemas to the components and returns references. */
  add: (schema: JsonSchema) => JsonSchema
}

/** @throws Error for different schemas with one title. Descriptions stay where a schema is used. */
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
