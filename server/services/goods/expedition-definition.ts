import {
  type Expedition,
  expeditionFields,
  expeditionMoveFields,
  expeditionUpdateFields,
} from '../../../domain/expeditions/expedition.ts'
import {
  expeditionVerb,
  whyNotDeleteExpedition,
  whyNotEditExpedition,
  whyNotMoveExpedition,
  whyNotRevertExpedition,
} from '../../../domain/expeditions/policy.ts'
import { nextAnswerOf } from '../../crud/list-records.ts'
import type { HeldOf, Move, MovedKind } from '../../crud/resource-definition.ts'
import { verbsOf } from '../../crud/verbs-of.ts'
import { expeditions } from '../../db/schema/goods.ts'
import { commentBulk } from '../../jobs/comment-bulk.ts'
import { deleteBulk, moveBulk } from '../../jobs/record-bulks.ts'
import { expeditionSource, readExpeditions } from '../../queries/expeditions.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'
import { bringStock } from '../fulfillment/bring-stock.ts'
import type { Stock } from '../fulfillment/stock.ts'
import { availableTo, holdBroughtStock, settleBroughtStock, whyNotNameProduct } from './expedition-stock.ts'

type HeldExpedition = HeldOf<typeof expeditions>

const move: Move<HeldExpedition, Stock> = {
  reach: 'expedition.mark',
  fields: expeditionMoveFields,
  next: nextAnswerOf,
  verb: (expedition, next) => expeditionVerb(expedition.status, next.status),
  whyNot: (actor, expedition, next, stock) =>
    whyNotMoveExpedition(actor, { ...expedition, available: availableTo(expedition, stock) }, next.status),
}

/** Expeditions are locked before products. What confirmed ones brought stands in their product's stock, always. */
export const expeditionKind: MovedKind<Expedition, HeldExpedition, Stock> = {
  source: expeditionSource,
  table: expeditions,
  read: readExpeditions,
  makeFindable: async (tx, ids) => writeSearchEntries(tx, 'expeditions', await readExpeditions(tx, ids)),
  verbs: verbsOf('expedition'),
  fields: expeditionFields,
  updateFields: expeditionUpdateFields,
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
