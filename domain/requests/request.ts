import { countryCodes } from '../core/countries.ts'
import { answerStatuses } from '../lib/answer-status.ts'
import type { Fields, Values } from '../lib/field.ts'
import { goodsFields, goodsShapes } from '../lib/goods.ts'
import type { ListDefinition } from '../lib/list-query.ts'
import { ownedShapes, type RecordOf, type Shapes } from '../lib/shape.ts'

export const requestFields = goodsFields

export type RequestInput = Values<typeof requestFields>

export const requestUpdateFields = (({ country: _, owner: __, ...fields }) => fields)(
  requestFields,
) satisfies Fields

/** What a status call says: nothing, for the next answer, or which one. */
export const requestMoveFields = {
  status: { kind: 'choice', values: answerStatuses },
} as const satisfies Fields

/** A purchase request: goods that somebody asks to be bought for them. */
export const requestShapes = {
  ...ownedShapes,
  ...goodsShapes,
  status: { kind: 'choice', values: answerStatuses },
} as const satisfies Shapes

export type PurchaseRequest = RecordOf<typeof requestShapes>

export const requestList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    status: { kind: 'choice', values: answerStatuses },
    owner: { kind: 'reference' },
    price: { kind: 'range' },
    quantity: { kind: 'range', whole: true },
  },
  sorts: ['createdAt', 'number', 'name', 'price', 'quantity', 'status', 'updatedAt'],
} as const satisfies ListDefinition
