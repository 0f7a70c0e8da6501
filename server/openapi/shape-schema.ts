import type { Shape, Shapes } from '../../domain/lib/shape.ts'
import { choiceSchema } from './choice-schema.ts'
import { type JsonSchema, objectSchema, orNull, titled } from './json-schema.ts'
import { titleOf } from './record-names.ts'

/** What an answer of these shapes holds: every one of them and no other. The table of a resource has its record's name. */
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
