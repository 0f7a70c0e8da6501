import type { ImportColumn } from '../../../domain/orders/import/import-columns.ts'

/** The columns that tell an order from another; the others are read, and said where they are wrong. */
export const previewColumns = [
  'product',
  'customerName',
  'customerPhone',
  'customerAddress',
  'quantity',
  'price',
] as const satisfies readonly ImportColumn[]

export const figureColumns: ReadonlySet<ImportColumn> = new Set(['quantity', 'price'])

export const rowHeight = 32
export const rowClass =
  'grid grid-cols-[4rem_9rem_12rem_10rem_11rem_minmax(10rem,1fr)_5.5rem_7rem] h-8 items-center'
