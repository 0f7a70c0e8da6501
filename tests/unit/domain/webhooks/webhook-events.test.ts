import { expect, it } from 'vitest'
import type { Actor } from '../../../../domain/access/actor.ts'
import {
  isWebhookEvent,
  MAX_EVENT_BYTES,
  mayHear,
  webhookBody,
  webhookEventNames,
} from '../../../../domain/webhooks/webhook-events.ts'

const actor = (change: Partial<Actor>): Actor => ({
  id: 'one',
  role: 'seller',
  country: 'ic',
  isEmailVerified: true,
  isActivated: true,
  ...change,
})
const own = { country: 'ic', owner: 'one' }
const foreign = { country: 'ic', owner: 'other' }

it('names the nine events', () => {
  expect(webhookEventNames).toEqual([
    'order.created',
    'order.deleted',
    'order.status',
    'shipping.status',
    'shipping.assigned',
    'invoice.opened',
    'invoice.paid',
    'stock.low',
    'import.finished',
  ])
  expect(isWebhookEvent('order.status')).toBe(true)
  for (const other of ['order.paid', 'toString', '', null, 1]) expect(isWebhookEvent(other)).toBe(false)
})

it.each(webhookEventNames)('tells a seller of %s for own records only, an admin for all', (event) => {
  expect(mayHear(actor({}), event, own)).toBe(true)
  expect(mayHear(actor({}), event, foreign)).toBe(false)
  expect(mayHear(actor({ role: 'admin' }), event, foreign)).toBe(true)
})

it.each(webhookEventNames)('tells nothing of %s to an owner who has lost their rights', (event) => {
  expect(mayHear(actor({ isActivated: false }), event, own)).toBe(false)
  expect(mayHear(actor({ isEmailVerified: false }), event, own)).toBe(false)
  expect(mayHear(actor({ role: 'delivery' }), event, own)).toBe(false)
})

it('writes the fields of the table and no others, below the bound with the longest reference', () => {
  const data = {
    id: 'a',
    number: 7,
    country: 'ic' as const,
    externalRef: '\u0001'.repeat(120),
    status: 'CONFIRMED' as const,
    previousStatus: 'PENDING' as const,
  }
  const record = { ...data, customerPhone: '+2250700000000', totalPrice: 12_000 }
  const body = webhookBody('order.status', new Date(Date.UTC(2026, 10, 27)), record)
  expect(JSON.parse(body)).toEqual({ type: 'order.status', timestamp: '2026-11-27T00:00:00.000Z', data })
  expect(new TextEncoder().encode(body).length).toBeLessThan(MAX_EVENT_BYTES)
})
