import type { Code } from '../../../domain/codes.ts'
import {
  type Expedition,
  expeditionFields,
  expeditionMoveFields,
  expeditionUpdateFields,
} from '../../../domain/expeditions/expedition.ts'
import { whyNotDeleteExpedition, whyNotEditExpedition } from '../../../domain/expeditions/why-not-edit.ts'
import {
  broughtStock,
  expeditionVerb,
  whyNotMoveExpedition,
} from '../../../domain/expeditions/why-not-move.ts'
import { whyNotRevertExpedition } from '../../../domain/expeditions/why-not-revert.ts'
import { expeditions } from '../../database/schema/goods.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'
import { bringStock } from '../../workflows/bring-stock.ts'
import { holdStock, type Stock } from '../../workflows/hold-stock.ts'
import { nextAnswerOf } from '../engine/next-answer.ts'
import type { HeldOf, Move, RecordKind } from '../engine/record-kind.ts'
import { expeditionSource } from './expedition-source.ts'
import { readExpeditions } from './read-expeditions.ts'

type HeldExpedition = HeldOf<typeof expeditions>

const availableTo = ({ product }: HeldExpedition, stock: Stock): number | null =>
  product === null ? null : stock.available(product)

/** The product that an expedition names stands, in the expedition's country. */
const whyNotName = ({ product, country }: HeldExpedition, stock: Stock): Code | null => {
  const isKnown =
    product === null || (stock.available(product) !== null && stock.product(product)?.country === country)
  return isKnown ? null : 'PRODUCT_NOT_FOUND'
}

const move: Move<HeldExpedition, Stock> = {
  reach: 'expedition.mark',
  fields: expeditionMoveFields,
  next: nextAnswerOf,
  verb: (expedition, next) => expeditionVerb(expedition.status, next.status),
  whyNot: (actor, expedition, next, stock) =>
    whyNotMoveExpedition(actor, { ...expedition, available: availableTo(expedition, stock) }, next.status),
}

/** Expeditions are locked before products. What confirmed ones brought stands in their product's stock, always. */
export const expeditionKind: RecordKind<Expedition, HeldExpedition, Stock> & { move: typeof move } = {
  source: expeditionSource,
  table: expeditions,
  read: readExpeditions,
  makeFindable: async (tx, ids) => writeSearchEntries(tx, 'expeditions', await readExpeditions(tx, ids)),
  verbs: {
    view: 'expedition.view',
    create: 'expedition.create',
    update: 'expedition.update',
    delete: 'expedition.delete',
  },
  fields: expeditionFields,
  updateFields: expeditionUpdateFields,
  initial: { status: 'PENDING' },
  findFacts: (tx, pairs, { lock }) => {
    const isMoved = pairs.some(
      ({ record, next }) => record !== null && broughtStock(record) !== broughtStock(next),
    )
    return holdStock(
      tx,
      pairs.flatMap(({ record, next }) => [record?.product ?? [], next.product ?? []].flat()),
      // Shared where no stock moves: enough for no product to be deleted under what names it.
      { lock: lock ? (isMoved ? 'update' : 'share') : null },
    )
  },
  whyNot: {
    create: whyNotName,
    update: (actor, expedition, next, stock) =>
      whyNotEditExpedition(actor, expedition, next) ?? whyNotName(next, stock),
    delete: whyNotDeleteExpedition,
    revert: (expedition, next, stock) => whyNotRevertExpedition(expedition, next, availableTo(next, stock)),
  },
  move,
  settle: (stock, { record, next }) => {
    if (record?.product) stock.take(record.product, broughtStock(record))
    if (next.product !== null) stock.take(next.product, -broughtStock(next))
  },
  follow: bringStock,
}
