import type { ListDefinition } from '../lib/list-query.ts'

export const packageList = {
  filters: { owner: { kind: 'reference' } },
  sorts: ['createdAt', 'number', 'name', 'pack', 'updatedAt'],
} as const satisfies ListDefinition
