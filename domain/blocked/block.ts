import { defineResource, type InputOf, type RecordIn } from '../lib/define-resource.ts'
import { fixedCountryColumn, ownerColumn } from '../lib/goods.ts'

/**
 * A customer whose orders are marked, by phone and country; `blocked` in the API. `owner`: who blocks; a seller blocks for their own
 * orders, an admin for those of all sellers. `until`: the last day, empty for ever. `refuses`: new orders are refused instead of marked.
 * `inForce`: not over yet.
 */
export const blocked = defineResource('blocked', {
  called: { one: 'BlockedCustomer', phrase: 'a blocked customer' },
  columns: {
    phone: { field: { kind: 'phone', required: true }, only: 'create' },
    reason: { field: { kind: 'text', max: 300, required: true }, filter: { kind: 'text' } },
    until: { field: { kind: 'date' }, sort: true },
    refuses: { field: { kind: 'flag' }, shape: { kind: 'flag' }, filter: { kind: 'flag' } },
    owner: ownerColumn,
    country: fixedCountryColumn,
    inForce: { shape: { kind: 'flag' }, filter: { kind: 'flag' } },
  },
  order: { filters: ['country', 'owner'] },
  search: {
    title: 'phone',
    subtitle: ['reason', 'ownerName'],
    words: ['reason', 'ownerName'],
    phone: 'phone',
  },
  views: [
    { id: 'in-force', query: 'inForce:true' },
    { id: 'refusing', query: 'refuses:true inForce:true' },
    { id: 'over', query: 'inForce:false' },
  ],
})

export type Block = RecordIn<typeof blocked>
export type BlockInput = InputOf<typeof blocked>
