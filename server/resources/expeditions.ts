import type { Code } from '../../domain/core/codes.ts'
import { expeditions } from '../../domain/expeditions/expedition.ts'
import {
  broughtStock,
  whyNotDeleteExpedition,
  whyNotEditExpedition,
  whyNotMoveExpedition,
  whyNotRevertExpedition,
} from '../../domain/expeditions/policy.ts'
import { defineKind, type RowOf } from '../crud/define-kind.ts'
import type { CarriedStock, Pair } from '../crud/resource-definition.ts'
import type { Transaction } from '../db/drizzle.ts'
import type { expeditions as table } from '../db/schema/goods.ts'
import { expeditionList } from '../queries/expeditions.ts'
import { bringStock, holdStock, type Stock } from '../services/fulfillment/stock.ts'
import { answerMove } from './answer-move.ts'
import { serveKind } from './serve-kind.ts'

type Row = RowOf<typeof table>

/** Locks the products of expeditions; shared if no stock changes, to prevent their deletion. */
const holdBroughtStock = (
  tx: Transaction,
  pairs: readonly Pair<Row>[],
  { lock, carried }: { lock: boolean; carried?: CarriedStock },
): Promise<Stock> => {
  const isMoved = pairs.some(
    ({ record, next }) => record !== null && broughtStock(record) !== broughtStock(next),
  )
  const named = pairs.flatMap(({ record, next }) => [record?.product ?? null, next.product])
  return holdStock(
    tx,
    named.filter((product) => product !== null),
    { lock: lock ? (isMoved ? 'update' : 'share') : null, carried },
  )
}

/** Applies an expedition's stock change for later decisions. */
const settleBroughtStock = (stock: Stock, { record, next }: Pair<Row>): void => {
  if (record !== null && record.product !== null) stock.take(record.product, broughtStock(record))
  if (next.product !== null) stock.take(next.product, -broughtStock(next))
}

/** Stock of its product less reserved; null without a product. */
const availableTo = ({ product }: Row, stock: Stock): number | null =>
  product === null ? null : stock.available(product)

/** Code unless the product exists in the expedition's country. */
const whyNotNameProduct = ({ product, country }: Row, stock: Stock): Code | null => {
  if (product === null) return null
  const isKnown = stock.available(product) !== null && stock.product(product)?.country === country
  return isKnown ? null : 'PRODUCT_NOT_FOUND'
}

/** Expeditions are locked before products. Confirmed pieces are part of the product's stock. */
const expeditionKind = defineKind<'expeditions', typeof table, { stock: Stock }>(
  expeditions,
  expeditionList,
  {
    initial: { status: 'PENDING' },
    findFacts: async (tx, pairs, options) => ({ stock: await holdBroughtStock(tx, pairs, options) }),
    whyNot: {
      create: (next, { stock }) => whyNotNameProduct(next, stock),
      update: (actor, expedition, next, { stock }) =>
        whyNotEditExpedition(actor, expedition, next) ?? whyNotNameProduct(next, stock),
      delete: whyNotDeleteExpedition,
      revert: (expedition, next, { stock }) =>
        whyNotRevertExpedition(expedition, next, availableTo(next, stock)),
    },
    move: answerMove('expedition', (actor, expedition, status, { stock }) =>
      whyNotMoveExpedition(actor, { ...expedition, available: availableTo(expedition, stock) }, status),
    ),
    settle: ({ stock }, pair) => settleBroughtStock(stock, pair),
    follow: bringStock,
  },
)

export const expeditionResource = serveKind(expeditionList, expeditionKind, {
  moves: ['confirm', 'unconfirm', 'mark'],
  refuses: {
    create: ['PRODUCT_NOT_FOUND'],
    update: ['PRODUCT_NOT_FOUND', 'EXPEDITION_IS_CONFIRMED'],
    move: ['ALREADY_THERE', 'STOCK_USED', 'TOO_LARGE'],
    moveMany: ['TOO_LARGE'],
  },
})
