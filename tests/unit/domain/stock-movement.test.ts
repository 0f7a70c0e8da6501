import { describe, expect, it } from 'vitest'
import { shippingStatuses } from '../../../domain/fulfillment/shipping-status.ts'
import {
  backReason,
  goneReason,
  isTakenBack,
  stockReasons,
} from '../../../domain/fulfillment/stock-movement.ts'
import { goneStock } from '../../../domain/fulfillment/stock-rules.ts'
import { checkShippingMove } from '../../../domain/shippings/shipping.ts'
import { movementsBetween } from '../../../server/services/fulfillment/stock.ts'

describe('the reason of a stock movement', () => {
  it('is known for every status whose goods are gone', () => {
    for (const shippingStatus of shippingStatuses) {
      const fulfillment = { status: 'CONFIRMED', quantity: 2, shippingStatus } as const
      const isEverGone = (['sound', 'damaged'] as const).some((condition) =>
        goneStock({ ...fulfillment, condition }),
      )
      expect(goneReason(shippingStatus) !== 'correction', shippingStatus).toBe(isEverGone)
    }
  })

  it('of goods that come back is what took them, but a reopened delivery is a return', () => {
    expect(backReason('DELIVERED', { verb: 'shipping.reopen', isUndo: false })).toBe('return')
    expect(backReason('DELIVERED', { verb: 'shipping.deliver', isUndo: true })).toBe('delivery')
    expect(backReason('LOST', { verb: 'shipping.lose', isUndo: true })).toBe('loss')
    expect(backReason('RETURNED', { verb: 'shipping.return', isUndo: true })).toBe('damage')
  })

  it('tells by the sign of its pieces whether it takes an earlier one back', () => {
    const back = stockReasons.filter((reason) => isTakenBack({ reason, pieces: 1 }))
    expect(back).toEqual(['delivery', 'loss', 'damage'])
    const taken = stockReasons.filter((reason) => isTakenBack({ reason, pieces: -1 }))
    expect(taken).toEqual(['opening', 'expedition', 'return'])
  })
})

describe('the movements between two states of goods', () => {
  const goods = { product: 'a', pieces: -3, reason: 'delivery' } as const

  it('are one line of the difference where product and reason stay, none where nothing changes', () => {
    expect(movementsBetween(goods, goods)).toEqual([])
    expect(movementsBetween(goods, { ...goods, pieces: -5 })).toEqual([{ ...goods, pieces: -2 }])
  })

  it('are a line of each where the product or the reason is another one', () => {
    expect(movementsBetween(goods, { ...goods, product: 'b' })).toEqual([
      { ...goods, pieces: 3 },
      { ...goods, product: 'b' },
    ])
    expect(movementsBetween({ ...goods, pieces: 0 }, { ...goods, reason: 'loss' })).toEqual([
      { ...goods, reason: 'loss' },
    ])
  })
})

it('takes the condition of the goods with a return and with nothing else', () => {
  for (const status of shippingStatuses) {
    const answer = checkShippingMove({ status, condition: 'damaged' })
    expect(answer.ok, status).toBe(status === 'RETURNED')
  }
})
