import { countryCodes } from '../../../domain/countries.ts'
import type { Fields } from '../../../domain/lib/field.ts'
import { importModes, importReportShapes } from '../../../domain/orders/import/import-report.ts'
import { json, shapesJson, spreadsheet } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { valueSchema } from '../../openapi/field-schema.ts'
import { objectSchema, titled } from '../../openapi/json-schema.ts'
import { type Content, csvMedia, spreadsheetMedia } from '../../openapi/operation.ts'
import { jobSchema } from '../../openapi/schemas.ts'
import { limits } from '../../spreadsheets/limits.ts'

const country = { country: { kind: 'choice', values: countryCodes } } as const satisfies Fields

/** How a file is to be imported: in the query, or as fields before the file. `corrections`: `[{row, column, value}]` as JSON. */
const options = {
  ...country,
  mode: { kind: 'choice', values: importModes },
  dryRun: { kind: 'choice', values: ['0', '1', 'true', 'false'] },
  corrections: { kind: 'text', max: limits.fieldBytes },
} as const satisfies Fields

const written = Object.fromEntries(Object.entries(options).map(([name, field]) => [name, valueSchema(field)]))

const upload: Content = {
  media: 'multipart/form-data',
  schema: titled(
    'OrdersUpload',
    objectSchema({ ...written, file: { type: 'string', format: 'binary' } }, ['file']),
  ),
  files: [csvMedia, spreadsheetMedia],
}

const unreadable = [
  'FILE_MISSING',
  'FILE_TOO_LARGE',
  'FILE_NOT_A_SPREADSHEET',
  'FILE_TOO_COMPLEX',
  'FILE_EMPTY',
  'FILE_TOO_MANY_ROWS',
  'FILE_WITHOUT_HEADER',
  'MISSING_COLUMN',
  'VALIDATION_FAILED',
] as const

const shared = { tag: 'orders', verbs: ['order.import'] } as const

/** What the calls of orders' spreadsheets take and answer. */
export const importCalls = {
  upload: describe.call({
    ...shared,
    id: 'uploadOrders',
    summary: 'Create orders from a spreadsheet or a CSV file',
    detail:
      'With `dryRun` only tells what would be done. The same file twice creates nothing twice. `corrections` is a JSON list of `{row, column, value}`, read instead of those cells. A CSV may be in UTF-8, UTF-16 or Windows-1252, with commas, semicolons or tabs.',
    query: options,
    headers: ['Idempotency-Key', 'Prefer'],
    body: upload,
    answers: { 200: shapesJson('ImportReport', importReportShapes), 202: json(jobSchema) },
    refuses: [...unreadable, 'FILE_ALREADY_IMPORTED'],
  }),
  failed: describe.call({
    ...shared,
    id: 'downloadFailedRows',
    summary: 'Read a spreadsheet and get back the rows that are not good, with their reasons',
    query: options,
    body: upload,
    answers: { 200: spreadsheet },
    refuses: unreadable,
  }),
  template: describe.call({
    ...shared,
    id: 'downloadOrdersTemplate',
    summary: 'Download an empty spreadsheet to fill in',
    query: options,
    answers: { 200: spreadsheet },
  }),
}
