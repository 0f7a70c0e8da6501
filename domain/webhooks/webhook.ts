import { defineResource, type InputOf, type RecordIn } from '../lib/define-resource.ts'
import { ownerColumn } from '../lib/goods.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import { webhookEventNames } from './webhook-events.ts'

/** Why a webhook was switched off by the server: its receiver answered 410, or nothing arrived for five days. */
export const webhookStops = ['gone', 'failing'] as const

/**
 * An address that hears of changes of what its owner may see, in every country. `waiting`: deliveries that are still to be
 * tried; `failingSince`: the first failure since the last success; `stopped`: null unless the server switched it off.
 */
export const webhooks = defineResource('webhooks', {
  columns: {
    owner: ownerColumn,
    /** By default the host of the address. */
    name: { field: { kind: 'text', max: 120 }, shape: { kind: 'text' }, sort: true },
    url: { field: { kind: 'url', required: true } },
    events: { field: { kind: 'choices', values: webhookEventNames, required: true } },
    isActive: {
      field: { kind: 'flag', required: true },
      only: 'update',
      shape: { kind: 'flag' },
      filter: { kind: 'flag' },
    },
    waiting: { shape: { kind: 'integer' } },
    failingSince: { shape: { kind: 'instant', nullable: true } },
    stopped: { shape: { kind: 'choice', values: webhookStops, nullable: true } },
  },
  search: { title: 'name', subtitle: ['ownerName'], words: ['name', 'ownerName', 'url'] },
  views: [{ id: 'off', query: 'isActive:false' }],
})

export type Webhook = RecordIn<typeof webhooks>
export type WebhookInput = InputOf<typeof webhooks>

/** For how long deliveries are signed with the former secret too. */
export const formerWebhookSecretHours = 24

/** A webhook with its secret, which is answered once: null where a call is repeated. */
export const webhookWithSecretShapes = {
  ...webhooks.shapes,
  secret: { kind: 'text', nullable: true },
} as const satisfies Shapes

export type WebhookWithSecret = RecordOf<typeof webhookWithSecretShapes>
