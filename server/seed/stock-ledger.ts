import { goneReason } from '../../domain/fulfillment/stock-movement.ts'
import { goneStock } from '../../domain/fulfillment/stock-rules.ts'
import type { stockMovements } from '../db/schema.ts'
import type { DemoExpedition, DemoProduct } from './goods.ts'
import type { DemoChange } from './history.ts'
import type { OrderStory } from './orders.ts'
import { idAt, type Random } from './row-writer.ts'

type DemoMovement = typeof stockMovements.$inferSelect

type Ledger = {
  /** What an order's goods did to the stock, by the history of its parcel. */
  gather: (story: OrderStory, lines: readonly DemoChange[]) => DemoMovement[]
  /** What expeditions brought, and each product's opening balance: all lines add up to its quantity. */
  end: (products: readonly DemoProduct[], expeditions: readonly DemoExpedition[]) => DemoMovement[]
}

/** Makes the stock movements of the demo company, its orders first. */
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
        // More was brought than is there or was sold: what the last count of the shelves found missing.
        const at = brought.findLast(({ product }) => product === id)?.at ?? createdAt
        return [movement({ product: id, pieces, reason: 'correction', actor: owner, at })]
      })
      return [...brought, ...balances]
    },
  }
}
