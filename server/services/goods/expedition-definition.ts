import type { Code } from '../../../domain/core/codes.ts'
import {
  type Expedition,
  expeditions as expeditionDefinition,
} from '../../../domain/expeditions/expedition.ts'
import {
  broughtStock,
  expeditionVerb,
  whyNotDeleteExpedition,
  whyNotEditExpedition,
  whyNotMoveExpedition,
  whyNotRevertExpedition,
} from '../../../domain/expeditions/policy.ts'
import { answerMoveFields } from '../../../domain/lib/answer-status.ts'
import { nextAnswerOf } from '../../crud/read-records.ts'
import {
  type CarriedStock,
  type HeldOf,
  type Move,
  type MovedKind,
  type Pair,
  verbsOf,
} from '../../crud/resource-definition.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { expeditions } from '../../db/schema/goods.ts'
import { commentBulk, deleteBulk, moveBulk } from '../../jobs/define-bulk.ts'
import { expeditionSource, readExpeditions } from '../../queries/expeditions.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'
import { bringStock, holdStock, type Stock } from '../fulfillment/stock.ts'

type HeldExpedition = HeldOf<typeof expeditions>

/**
 * The products that expeditions name, held. Shared is enough where no stock moves: no product is deleted under what is
 * about to name it.
 */
const holdBroughtStock = (
  tx: Transaction,
  pairs: readonly Pair<HeldExpedition>[],
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

/** Each confirmation leaves more in stock to those decided after it, each one taken back leaves less. */
const settleBroughtStock = (stock: Stock, { record, next }: Pair<HeldExpedition>): void => {
  if (record !== null && record.product !== null) stock.take(record.product, broughtStock(record))
  if (next.product !== null) stock.take(next.product, -broughtStock(next))
}

/** What the product that it names has beyond what is reserved; null where it names none. */
const availableTo = ({ product }: HeldExpedition, stock: Stock): number | null =>
  product === null ? null : stock.available(product)

/** Refuses unless the product of an expedition exists in the expedition's country. */
const whyNotNameProduct = ({ product, country }: HeldExpedition, stock: Stock): Code | null => {
  if (product === null) return null
  const isKnown = stock.available(product) !== null && stock.product(product)?.country === country
  return isKnown ? null : 'PRODUCT_NOT_FOUND'
}

const move: Move<HeldExpedition, Stock> = {
  reach: 'expedition.mark',
  fields: answerMoveFields,
  next: nextAnswerOf,
  verb: (expedition, next) => expeditionVerb(expedition.status, next.status),
  whyNot: (actor, expedition, next, stock) =>
    whyNotMoveExpedition(actor, { ...expedition, available: availableTo(expedition, stock) }, next.status),
}

/** Expeditions are locked before products. The pieces of confirmed ones are always part of their product's stock. */
export const expeditionKind: MovedKind<Expedition, HeldExpedition, Stock> = {
  source: expeditionSource,
  table: expeditions,
  read: readExpeditions,
  makeFindable: async (tx, ids) => writeSearchEntries(tx, 'expeditions', await readExpeditions(tx, ids)),
  verbs: verbsOf('expedition'),
  fields: expeditionDefinition.fields,
  updateFields: expeditionDefinition.updateFields,
  initial: { status: 'PENDING' },
  findFacts: holdBroughtStock,
  whyNot: {
    create: whyNotNameProduct,
    update: (actor, expedition, next, stock) =>
      whyNotEditExpedition(actor, expedition, next) ?? whyNotNameProduct(next, stock),
    delete: whyNotDeleteExpedition,
    revert: (expedition, next, stock) => whyNotRevertExpedition(expedition, next, availableTo(next, stock)),
  },
  move,
  settle: settleBroughtStock,
  follow: bringStock,
}

export const expeditionBulks = {
  delete: deleteBulk(expeditionKind),
  status: moveBulk(expeditionKind),
  comment: commentBulk(expeditionKind, 'expeditions'),
}
