import { largestIdCount } from '../../domain/changes.ts'
import type { Fields } from '../../domain/lib/field.ts'
import type { ListDefinition } from '../../domain/lib/list-query.ts'
import { fieldsSchema } from './field-schema.ts'
import { type JsonSchema, objectSchema, titled } from './json-schema.ts'
import { whereSchema } from './list-parameters.ts'

const ids: JsonSchema = {
  type: 'array',
  items: { type: 'string', format: 'uuid' },
  maxItems: largestIdCount,
}

const dryRun: JsonSchema = {
  type: 'boolean',
  default: false,
  description: 'Only tells what would be changed and what refused.',
}

/** What a bulk call takes: which records, `{ids}` or `{where, except?}`, and the change. */
export const bulkSchema = (many: string, list: ListDefinition, fields: Fields): JsonSchema => {
  const change = fieldsSchema(fields)
  const target = (properties: Record<string, JsonSchema>, required: string) =>
    objectSchema({ ...properties, dryRun, ...change.properties }, [required, ...(change.required ?? [])])
  return {
    oneOf: [
      target({ ids: { ...ids, minItems: 1 } }, 'ids'),
      target({ where: titled(`${many}Where`, whereSchema(list)), except: ids }, 'where'),
    ],
  }
}
