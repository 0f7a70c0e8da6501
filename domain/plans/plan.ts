import { defineResource, type RecordIn } from '../lib/define-resource.ts'

/**
 * Subscription plans of users, the same in every country; `packages` in the API. `pack`: the plan's unique short code; `users`:
 * how many users have it.
 */
export const plans = defineResource('packages', {
  columns: {
    owner: { filter: { kind: 'reference' } },
    name: { field: { kind: 'text', max: 120, required: true }, sort: true },
    pack: { field: { kind: 'text', min: 1, max: 24, required: true }, sort: true },
    users: { shape: { kind: 'integer' } },
  },
  search: { title: 'name', subtitle: ['pack'], keys: ['pack'] },
  views: [{ id: 'new', query: 'created:<30d' }],
})

export type Plan = RecordIn<typeof plans>
