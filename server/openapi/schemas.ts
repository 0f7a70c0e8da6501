import { changeReportShapes, changeShapes, largestIdCount } from '../../domain/changes/changes.ts'
import { jobWithReportShapes } from '../../domain/jobs/job.ts'
import type { Field, Fields } from '../../domain/lib/field.ts'
import { largestAmount } from '../../domain/lib/money.ts'
import type { Shape, Shapes } from '../../domain/lib/shape.ts'
import { type ResourceName, resourceNames, resources } from '../../domain/resources.ts'
import { choiceSchema, type JsonSchema, objectSchema, orNull, titled } from './json-schema.ts'
import { whereSchema } from './list-parameters.ts'
import { recordNamesOf } from './record-names.ts'

/** Component name of a resource's shapes; null for others. */
export const titleOf = (shapes: Shapes): string | null => {
  const resource = resourceNames.find((name) => resources[name].shapes === shapes)
  return resource === undefined ? null : recordNamesOf(resource).one
}

/** Object schema with exactly these shapes, titled if a resource's. */
export const shapesSchema = (shapes: Shapes): JsonSchema => {
  const schema = objectSchema(
    Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, shapeSchema(shape)])),
    Object.keys(shapes).filter((name) => !shapes[name]!.optional),
  )
  const title = titleOf(shapes)
  return title === null ? schema : titled(title, schema)
}

export const shapeSchema = (shape: Shape): JsonSchema =>
  shape.nullable ? orNull(presentSchema(shape)) : presentSchema(shape)

const presentSchema = (shape: Shape): JsonSchema => {
  switch (shape.kind) {
    case 'id':
      return { type: 'string', format: 'uuid' }
    case 'text':
    // Old links may be no URI.
    case 'url':
      return { type: 'string' }
    case 'phone':
      return { type: 'string', pattern: '^\\+[1-9]\\d{3,14}$', description: 'E.164.' }
    case 'instant':
      return { type: 'string', format: 'date-time' }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'integer':
      return { type: 'integer' }
    case 'number':
      return { type: 'number' }
    case 'money':
      return { type: 'number', description: "Major units of the country's currency." }
    case 'flag':
      return { type: 'boolean' }
    case 'cell':
      return { type: ['string', 'number'] }
    case 'any':
      return {}
    case 'choice':
      return choiceSchema(shape.values)
    case 'values':
      return { type: 'array', items: shapeSchema(shape.of) }
    case 'map':
      return {
        type: 'object',
        additionalProperties: shapeSchema(shape.of),
        ...(shape.keys === undefined ? {} : { propertyNames: choiceSchema(shape.keys) }),
      }
    case 'list':
      return { type: 'array', items: shapesSchema(shape.of) }
    case 'record':
      return shapesSchema(shape.of)
  }
}

/** Schemas used by several calls. */
export const changeReportSchema = titled('ChangeReport', shapesSchema(changeReportShapes))
export const changeSchema = titled('Change', shapesSchema(changeShapes))
export const jobSchema = titled('Job', shapesSchema(jobWithReportShapes))

export const recordSchema = (resource: ResourceName): JsonSchema => shapesSchema(resources[resource].shapes)

type Options = {
  /** Update: all fields optional. */
  partial?: boolean
}

/** Body of these fields. Optional ones may be null, which empties them. */
export const fieldsSchema = (fields: Fields, { partial = false }: Options = {}): JsonSchema =>
  objectSchema(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        isRehearsal(field) ? plainDryRunSchema : fieldSchema(field),
      ]),
    ),
    Object.keys(fields).filter((name) => !partial && fields[name]!.required),
  )

export const fieldSchema = (field: Field): JsonSchema =>
  field.required ? valueSchema(field) : orNull(valueSchema(field))

/** A non-empty value. */
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
    case 'image':
      return {
        type: 'string',
        format: 'uri-reference',
        maxLength: 2000,
        description: 'A link, or the path that `POST images` has answered.',
      }
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
      return choiceSchema(field.values)
    case 'choices':
      return {
        type: 'array',
        items: choiceSchema(field.values),
        ...(field.required ? { minItems: 1 } : {}),
      }
    case 'texts':
      return {
        type: 'array',
        items: { type: 'string', maxLength: field.max },
        maxItems: field.most,
        ...(field.required ? { minItems: 1 } : {}),
      }
    case 'flag':
      return { type: 'boolean' }
    case 'date':
      return { type: 'string', description: 'A day (`2026-11-21`) or an instant, ISO 8601.' }
    case 'reference':
      return { type: 'string', format: 'uuid', description: `The id of one of the ${field.resource}.` }
  }
}

const ids: JsonSchema = {
  type: 'array',
  items: { type: 'string', format: 'uuid' },
  maxItems: largestIdCount,
}

export const isRehearsal = (field: Field): boolean => field.kind === 'flag' && field.isRehearsal === true

/** Of calls that never become a job. */
export const plainDryRunSchema: JsonSchema = {
  type: 'boolean',
  default: false,
  description: 'Only says what would be changed and what refused.',
}

export const dryRunSchema: JsonSchema = {
  type: 'boolean',
  default: false,
  description:
    'Only says what would be changed and what refused: the answer is the same report, with `batchId` null. Over more than 1,000 records it runs as a job (`isDryRun`) that writes nothing, and that is cancelled when a caller who waits for it leaves.',
}

/** Body of a bulk call: target and change. */
export const bulkSchema = (resource: ResourceName, fields: Fields): JsonSchema => {
  const { properties = {}, required = [] } = fieldsSchema(fields)
  return targetSchema(resource, { dryRun: dryRunSchema, ...properties }, required)
}

/** Target `{ids}` or `{where, except?}`, with further fields. */
export const bulkTargetSchema = (
  resource: ResourceName,
  beside: Record<string, JsonSchema> = {},
): JsonSchema => targetSchema(resource, beside, [])

/** The same with an optional target, which defaults to all. */
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
  const where = titled(`${recordNamesOf(resource).many}Where`, whereSchema(resources[resource].list))
  return {
    oneOf: [
      objectSchema({ ids: { ...ids, minItems: 1 }, ...properties }, ['ids', ...required]),
      objectSchema({ where, except: ids, ...properties }, ['where', ...required]),
    ],
  }
}

/** Body of an update: editable fields, and the rest of the record unchanged. */
export const updateSchema = (fields: Fields, shapes: Shapes): JsonSchema => {
  const { properties = {} } = fieldsSchema(fields, { partial: true })
  const others = Object.entries(shapes).filter(([name]) => !Object.hasOwn(fields, name))
  return objectSchema(
    {
      ...properties,
      ...Object.fromEntries(others.map(([name, shape]) => [name, readOnly(currentValueSchema(shape))])),
    },
    [],
  )
}

const currentValueSchema = (shape: Shape): JsonSchema =>
  shape.kind === 'choice' ? fieldSchema({ ...shape, required: !shape.nullable }) : shapeSchema(shape)

const readOnly = (schema: JsonSchema): JsonSchema => ({
  allOf: [schema],
  readOnly: true,
  description: 'Its present value or nothing: another one is refused as `READ_ONLY`.',
})
