import type { Fields } from '../../domain/lib/field.ts'
import type { Shape, Shapes } from '../../domain/lib/shape.ts'
import { fieldSchema, fieldsSchema } from './field-schema.ts'
import { type JsonSchema, objectSchema } from './json-schema.ts'
import { shapeSchema } from './shape-schema.ts'

/** What a change of a record may hold: its fields, and the rest of the record as it is. */
export const updateSchema = (fields: Fields, shapes: Shapes): JsonSchema => {
  const { properties = {} } = fieldsSchema(fields, { partial: true })
  const others = Object.entries(shapes).filter(([name]) => !Object.hasOwn(fields, name))
  return objectSchema(
    {
      ...properties,
      ...Object.fromEntries(others.map(([name, shape]) => [name, readOnly(presentSchema(shape))])),
    },
    [],
  )
}

const presentSchema = (shape: Shape): JsonSchema =>
  shape.kind === 'choice' ? fieldSchema({ ...shape, required: !shape.nullable }) : shapeSchema(shape)

const readOnly = (schema: JsonSchema): JsonSchema => ({
  allOf: [schema],
  readOnly: true,
  description: 'Its present value or nothing: another one is refused as `READ_ONLY`.',
})
