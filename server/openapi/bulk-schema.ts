import { largestIdCount } from '../../domain/changes.ts'
import type { Fields } from '../../domain/lib/field.ts'
import { type ResourceName, resources } from '../../domain/resources.ts'
import { fieldsSchema } from './field-schema.ts'
import { type JsonSchema, objectSchema, titled } from './json-schema.ts'
import { whereSchema } from './list-parameters.ts'
import { recordNames } from './record-names.ts'

const ids: JsonSchema = {
  type: 'array',
  items: { type: 'string', format: 'uuid' },
  maxItems: largestIdCount,
}

const dryRun: JsonSchema = {
  type: 'boolean',
  default: false,
  description:
    'Only says what would be changed and what refused: the answer is the same report, with `batchId` null. Over more than 1,000 records it runs as a job (`isDryRun`) that writes nothing, and that is cancelled when a caller who waits for it leaves.',
}

/** What a bulk call takes: which records, and the change. */
export const bulkSchema = (resource: ResourceName, fields: Fields): JsonSchema => {
  const { properties = {}, required = [] } = fieldsSchema(fields)
  return targetSchema(resource, { dryRun, ...properties }, required)
}

/** Which records: `{ids}` or `{where, except?}`, and what the call says beside. */
export const bulkTargetSchema = (
  resource: ResourceName,
  beside: Record<string, JsonSchema> = {},
): JsonSchema => targetSchema(resource, beside, [])

/** The same for a call that without either means all that it is for. */
export const optionalTargetSchema = (
  resource: ResourceName,
  beside: Record<string, JsonSchema>,
): JsonSchema => {
  const { oneOf = [] } = bulkTargetSchema(resource, beside)
  return { oneOf: [...oneOf, objectSchema(beside, [])] }
}

const targetSchema = (
  resource: ResourceName,
  properties: Record<string, JsonSchema>,
  required: readonly string[],
): JsonSchema => {
  const where = titled(`${recordNames[resource].many}Where`, whereSchema(resources[resource].list))
  return {
    oneOf: [
      objectSchema({ ids: { ...ids, minItems: 1 }, ...properties }, ['ids', ...required]),
      objectSchema({ where, except: ids, ...properties }, ['where', ...required]),
    ],
  }
}
