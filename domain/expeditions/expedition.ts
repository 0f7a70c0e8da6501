import { answerChanges, answerMoveFields, answerStatuses } from '../lib/answer-status.ts'
import { defineResource, type InputOf, type RecordIn, statusColumn } from '../lib/define-resource.ts'
import { goodsColumns, piecesFilter, weightField } from '../lib/goods.ts'

export const expeditionModes = ['GROUND', 'AIR'] as const
export type ExpeditionMode = (typeof expeditionModes)[number]

/**
 * Goods on their way to the warehouse. `product`: whose stock they are added to on confirmation. `expeditionDate`: when the
 * transporter took them; `providedDate`: expected arrival.
 */
export const expeditions = defineResource('expeditions', {
  scanDigit: 4,
  columns: {
    ...goodsColumns,
    quantity: { ...goodsColumns.quantity, filter: piecesFilter },
    product: {
      field: { kind: 'reference', resource: 'products' },
      filter: { kind: 'reference', optional: true },
    },
    productName: { shape: { kind: 'text', nullable: true } },
    mode: {
      field: { kind: 'choice', values: expeditionModes, required: true },
      filter: { kind: 'choice', values: expeditionModes },
    },
    from: { field: { kind: 'text', max: 160 } },
    expeditionDate: { field: { kind: 'date' }, sort: true },
    providedDate: { field: { kind: 'date' } },
    transporterName: { field: { kind: 'text', max: 120 } },
    transporterPhone: { field: { kind: 'phone' } },
    weight: { field: weightField },
    packageInformation: { field: { kind: 'text', max: 1000, multiline: true } },
    status: statusColumn(answerStatuses),
  },
  order: {
    filters: ['country', 'status', 'owner', 'product', 'mode'],
    exported: [
      'number',
      'createdAt',
      'status',
      'name',
      'productName',
      'quantity',
      'weight',
      'price',
      'mode',
      'from',
      'transporterName',
      'transporterPhone',
      'expeditionDate',
      'providedDate',
      'packageInformation',
      'description',
      'comment',
    ],
  },
  search: {
    title: 'name',
    subtitle: ['ownerName', 'transporterName'],
    words: ['name', 'ownerName', 'transporterName', 'productName', 'from'],
    phone: 'transporterPhone',
  },
  changes: answerChanges,
  move: answerMoveFields,
  views: [
    { id: 'to-confirm', query: 'status:PENDING', sort: 'createdAt' },
    { id: 'arrived', query: 'status:CONFIRMED created:<30d' },
    { id: 'without-product', query: 'product:none' },
  ],
})

export type Expedition = RecordIn<typeof expeditions>
export type ExpeditionInput = InputOf<typeof expeditions>
