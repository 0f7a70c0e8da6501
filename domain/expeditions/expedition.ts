import { countryCodes } from '../core/countries.ts'
import { answerStatuses } from '../lib/answer-status.ts'
import type { Fields, Values } from '../lib/field.ts'
import { goodsFields, goodsShapes, weightField } from '../lib/goods.ts'
import type { ListDefinition } from '../lib/list-query.ts'
import { ownedShapes, type RecordOf, type Shapes } from '../lib/shape.ts'

export const expeditionModes = ['GROUND', 'AIR'] as const
export type ExpeditionMode = (typeof expeditionModes)[number]

/**
 * What a person fills in. `product` names the product whose stock the goods go into once the expedition is confirmed.
 * `expeditionDate` is when the transporter took them over, `providedDate` when they are announced.
 */
export const expeditionFields = {
  ...goodsFields,
  product: { kind: 'reference', resource: 'products' },
  mode: { kind: 'choice', values: expeditionModes, required: true },
  from: { kind: 'text', max: 160 },
  expeditionDate: { kind: 'date' },
  providedDate: { kind: 'date' },
  transporterName: { kind: 'text', max: 120 },
  transporterPhone: { kind: 'phone' },
  weight: weightField,
  packageInformation: { kind: 'text', max: 1000, multiline: true },
} as const satisfies Fields

export type ExpeditionInput = Values<typeof expeditionFields>

export const expeditionUpdateFields = (({ country: _, owner: __, ...fields }) => fields)(
  expeditionFields,
) satisfies Fields

/** What a status call says: nothing, for the next answer, or which one. */
export const expeditionMoveFields = {
  status: { kind: 'choice', values: answerStatuses },
} as const satisfies Fields

/** Goods on their way with a transporter. */
export const expeditionShapes = {
  ...ownedShapes,
  ...goodsShapes,
  product: { kind: 'id', nullable: true },
  productName: { kind: 'text', nullable: true },
  mode: { kind: 'choice', values: expeditionModes },
  from: { kind: 'text', nullable: true },
  expeditionDate: { kind: 'date', nullable: true },
  providedDate: { kind: 'date', nullable: true },
  transporterName: { kind: 'text', nullable: true },
  transporterPhone: { kind: 'phone', nullable: true },
  weight: { kind: 'number', nullable: true },
  packageInformation: { kind: 'text', nullable: true },
  status: { kind: 'choice', values: answerStatuses },
} as const satisfies Shapes

export type Expedition = RecordOf<typeof expeditionShapes>

export const expeditionList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    status: { kind: 'choice', values: answerStatuses },
    owner: { kind: 'reference' },
    product: { kind: 'reference', optional: true },
    mode: { kind: 'choice', values: expeditionModes },
    quantity: { kind: 'range', whole: true },
  },
  sorts: ['createdAt', 'number', 'name', 'quantity', 'expeditionDate', 'status', 'updatedAt'],
} as const satisfies ListDefinition
