import type { Field } from '../../lib/field.ts'
import { orderFields } from '../order.ts'

/** The columns of `orders.xlsx`, in the order in which the template has them. An order's own fields, less its country. */
export const importColumns = {
  product: { kind: 'text', max: 160, required: true },
  customerName: orderFields.customerName,
  customerPhone: orderFields.customerPhone,
  customerAddress: orderFields.customerAddress,
  quantity: orderFields.quantity,
  price: orderFields.price,
  sourceLink: orderFields.sourceLink,
  sourceName: orderFields.sourceName,
  comment: orderFields.comment,
  externalRef: { kind: 'text', max: 120 },
} as const satisfies Record<string, Field>

export type ImportColumn = keyof typeof importColumns

export const importColumnNames = Object.keys(importColumns) as ImportColumn[]

export const requiredImportColumns = importColumnNames.filter((column) => isRequired(importColumns[column]))

function isRequired(field: Field): boolean {
  return field.required === true
}

/** Rows of data that one file may hold, and columns that are looked at. */
export const largestImport = 20_000
export const widestImport = 64

/** The reference of the template's example row, which is never an order. */
export const exampleReference = 'EXEMPLE-EXAMPLE'
