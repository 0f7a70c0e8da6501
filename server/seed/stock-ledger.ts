import { goneReason } from '../../domain/fulfillment/stock-movement.ts'
import { goneStock } from '../../domain/fulfillment/stock-rules.ts'
import type { stockMovements } from '../db/schema.ts'
import type { DemoExpedition, DemoProduct } from './goods.ts'
import type { DemoChange } from './history.ts'
import type { OrderStory } from './orders.ts'
import { idAt, type Random } from './row-writer.ts'

type DemoMovement = typeof stockMovements.$inferSelect

type Ledger = {
  /** Movements of an order, from its parcel's history. */
  gather: (story: OrderStory, lines: readonly DemoChange[]) => DemoMovement[]
  /** Movements of expeditions and opening balances, so that lines sum up to quantities. */
  end: (products: readonly DemoProduct[], expeditions: readonly DemoExpedition[]) => DemoMovement[]
}

/** Stock movements of the demo data; orders first. */
export const makeLedger = (random: Random): Ledger => {
  const sums = new Map<string, number>()
  const movement = (
    line: Pick<DemoMovement, 'product' | 'pieces' | 'reason' | 'at'> & Partial<DemoMovement>,
  ): DemoMovement => {
    sums.set(line.product, (sums.get(line.product) ?? 0) + line.pieces)
    return {
      id: idAt(random, line.at.getTime()),
      shipping: null,
      expedition: null,
      actor: null,
      batchId: null,
      note: null,
      ...line,
    }
  }
  return {
    gather: ({ order, shipping }, lines) => {
      if (shipping === null) return []
      const { product, status, quantity } = order
      const gone = goneStock({
        status,
        quantity,
        shippingStatus: shipping.status,
        condition: shipping.condition,
      })
      if (gone === 0) return []
      const change = lines.findLast(({ recordId }) => recordId === shipping.id)
      const { actor = null, batchId = null, at = shipping.updatedAt } = change ?? {}
      const reason = goneReason(shipping.status)
      return [movement({ product, pieces: -gone, reason, shipping: shipping.id, actor, batchId, at })]
    },
    end: (products, expeditions) => {
      const brought = expeditions.flatMap(({ id, status, product, quantity: pieces, updatedAt: at }) =>
        status === 'CONFIRMED' && product !== null
          ? [movement({ product, pieces, reason: 'expedition', expedition: id, at })]
          : [],
      )
      const balances = products.flatMap(({ id, quantity, createdAt, owner }): DemoMovement[] => {
        const pieces = quantity - (sums.get(id) ?? 0)
        if (pieces === 0) return []
        if (pieces > 0)
          return [movement({ product: id, pieces, reason: 'opening', actor: owner, at: createdAt })]
        // A surplus becomes an inventory correction.
        const at = brought.findLast(({ product }) => product === id)?.at ?? createdAt
        return [movement({ product: id, pieces, reason: 'correction', actor: owner, at })]
      })
      return [...brought, ...balances]
    },
  }
}
