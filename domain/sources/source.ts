import type { Code } from '../core/codes.ts'
import { sourceKinds } from '../intake/source-kinds.ts'
import { defineResource, type InputOf, type RecordIn } from '../lib/define-resource.ts'
import type { Fields, Values } from '../lib/field.ts'
import { fixedCountryColumn, ownerColumn } from '../lib/goods.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

/** Why the last look at a shop found nothing out. */
export const askFailures = [
  'SHOP_UNREACHABLE',
  'SHOP_REFUSED_ACCESS',
  'SHOP_ANSWER_UNREADABLE',
  'SECRETS_UNREADABLE',
  'TOO_MANY_EVENTS',
] as const satisfies readonly Code[]
export type AskFailure = (typeof askFailures)[number]

/**
 * Where orders come from by themselves: a shop, or a program of the seller. `address`: path that takes its events; `events`: how
 * many of them are stored; `waiting`: how many need somebody; `lastEventAt`: when the last one came;
 * `shopUrl`: the shop that is asked for what changed; `askedAt`, `askFailure`: of the last time.
 */
export const sources = defineResource('sources', {
  columns: {
    country: fixedCountryColumn,
    owner: ownerColumn,
    name: { field: { kind: 'text', max: 120, required: true }, sort: true },
    kind: {
      field: { kind: 'choice', values: sourceKinds, required: true },
      only: 'create',
      filter: { kind: 'choice', values: sourceKinds },
    },
    isActive: {
      field: { kind: 'flag', required: true },
      only: 'update',
      shape: { kind: 'flag' },
      filter: { kind: 'flag' },
    },
    /** Where the shop gives one; by default a new one is made. */
    secret: { field: { kind: 'password', min: 8, max: 200 }, only: 'create' },
    address: { shape: { kind: 'text' }, export: false },
    events: { shape: { kind: 'integer' } },
    waiting: { shape: { kind: 'integer' } },
    lastEventAt: { shape: { kind: 'instant', nullable: true } },
    shopUrl: { shape: { kind: 'text', nullable: true }, export: false },
    askedAt: { shape: { kind: 'instant', nullable: true }, export: false },
    askFailure: { shape: { kind: 'choice', values: askFailures, nullable: true }, export: false },
  },
  search: { title: 'name', subtitle: ['ownerName'] },
  views: [{ id: 'off', query: 'isActive:false', sort: 'name' }],
})

/** How a shop is asked for what changed: its address, and a token of its API. Without an address it is asked no more. */
export const sourceAccessFields = {
  shopUrl: { kind: 'url' },
  accessToken: { kind: 'password', min: 8, max: 400 },
} as const satisfies Fields

export type SourceAccess = Values<typeof sourceAccessFields>

export type Source = RecordIn<typeof sources>
export type SourceInput = InputOf<typeof sources>

/** Body of the call that gives a source another secret. The former one is valid for `formerSecretHours` more. */
export const sourceRotateFields = { secret: sources.fields.secret } as const satisfies Fields

export type SourceRotation = Values<typeof sourceRotateFields>

export const formerSecretHours = 24

/** A source with its secret, which is answered once: null where a call is repeated. */
export const sourceWithSecretShapes = {
  ...sources.shapes,
  secret: { kind: 'text', nullable: true },
} as const satisfies Shapes

export type SourceWithSecret = RecordOf<typeof sourceWithSecretShapes>
