import type { Fields } from '../../domain/lib/field.ts'
import type { Shapes } from '../../domain/lib/shape.ts'
import { type JsonSchema, objectSchema, titled } from './json-schema.ts'
import { type Content, spreadsheetMedia, svgMedia } from './operation.ts'
import { fieldsSchema, shapesSchema } from './schemas.ts'

/** Bodies of calls and answers by component name. */
export const json = (schema: JsonSchema): Content => ({ media: 'application/json', schema })

export const fieldsJson = (title: string, fields: Fields): Content =>
  json(titled(title, fieldsSchema(fields)))

export const shapesJson = (title: string, shapes: Shapes): Content =>
  json(titled(title, shapesSchema(shapes)))

/** A page of a list and the total. */
export const pageJson = (title: string, item: JsonSchema): Content =>
  json(
    titled(
      title,
      objectSchema({ items: { type: 'array', items: item }, total: { type: 'integer', minimum: 0 } }),
    ),
  )

/** The same of a resource's list, which may be asked for what has changed. */
export const listJson = (title: string, item: JsonSchema): Content =>
  json(
    titled(
      title,
      objectSchema(
        {
          items: { type: 'array', items: item },
          total: { type: 'integer', minimum: 0 },
          deleted: {
            type: 'array',
            items: { type: 'string', format: 'uuid' },
            description: 'Only with `updatedAfter` or `cursor`.',
          },
          cursor: { type: 'string', description: 'Only with `updatedAfter` or `cursor`.' },
          hasMore: { type: 'boolean', description: 'Only with `updatedAfter` or `cursor`.' },
        },
        ['items', 'total'],
      ),
    ),
  )

export const spreadsheet: Content = { media: spreadsheetMedia, schema: { type: 'string', format: 'binary' } }

export const svg: Content = { media: svgMedia, schema: { type: 'string' } }
