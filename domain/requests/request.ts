import { answerChanges, answerMoveFields, answerStatuses } from '../lib/answer-status.ts'
import { defineResource, type InputOf, type RecordIn, statusColumn } from '../lib/define-resource.ts'
import { goodsColumns, goodsSearch, piecesFilter, priceFilter } from '../lib/goods.ts'

/** Requests to purchase goods for the owner. */
export const requests = defineResource('requests', {
  called: { one: 'PurchaseRequest', phrase: 'a purchase request' },
  columns: {
    ...goodsColumns,
    price: { ...goodsColumns.price, sort: true, filter: priceFilter },
    quantity: { ...goodsColumns.quantity, filter: piecesFilter },
    status: statusColumn(answerStatuses),
  },
  order: {
    filters: ['country', 'status'],
    exported: ['number', 'createdAt', 'status', 'name', 'quantity', 'price', 'description', 'comment'],
  },
  search: goodsSearch,
  changes: answerChanges,
  move: answerMoveFields,
  views: [
    { id: 'to-answer', query: 'status:PENDING', sort: 'createdAt' },
    { id: 'not-yet', query: 'status:NOT_YET' },
    { id: 'confirmed', query: 'status:CONFIRMED' },
  ],
})

export type PurchaseRequest = RecordIn<typeof requests>
export type RequestInput = InputOf<typeof requests>
