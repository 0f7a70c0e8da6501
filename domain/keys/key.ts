import { countryCodes } from '../core/countries.ts'
import { defineResource, type InputOf, type RecordIn } from '../lib/define-resource.ts'
import { dryRunField, type Fields, type Values } from '../lib/field.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import { keyGrants } from './key-verbs.ts'

/**
 * A key with which a program calls the API for its owner, in one country. `prefix`: what is shown of it; `verbs`: names of
 * `key-verbs.ts`. `isActive`: not revoked.
 */
export const keys = defineResource('keys', {
  columns: {
    name: { field: { kind: 'text', max: 80, required: true }, sort: true },
    expiresAt: { field: { kind: 'date' }, shape: { kind: 'instant', nullable: true }, sort: true },
    verbs: { field: { kind: 'choices', values: keyGrants, required: true } },
    country: {
      field: { kind: 'choice', values: countryCodes },
      shape: { kind: 'choice', values: countryCodes },
      only: 'create',
      filter: { kind: 'choice', values: countryCodes },
    },
    owner: { filter: { kind: 'reference' } },
    prefix: { shape: { kind: 'text' } },
    isActive: { shape: { kind: 'flag' }, filter: { kind: 'flag' } },
    lastUsedAt: { shape: { kind: 'instant', nullable: true } },
  },
  search: { title: 'name', subtitle: ['ownerName'] },
  views: [{ id: 'revoked', query: 'isActive:false', sort: 'name' }],
})

export type ApiKey = RecordIn<typeof keys>
export type ApiKeyInput = InputOf<typeof keys>

/** A new key: the only answer with all of it. `key` is null where a call is repeated. */
export const newKeyShapes = {
  ...keys.shapes,
  key: { kind: 'text', nullable: true },
} as const satisfies Shapes

export type NewApiKey = RecordOf<typeof newKeyShapes>

/**
 * Body of the calls that revoke a key, or switch off a source: with `undoSince`, what it has done since that instant is undone.
 */
export const takeBackFields = {
  undoSince: { kind: 'date' },
  dryRun: dryRunField,
} as const satisfies Fields

export type TakeBack = Values<typeof takeBackFields>
