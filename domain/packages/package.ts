import type { Fields, Values } from '../lib/field.ts'
import type { ListDefinition } from '../lib/list-query.ts'
import { ownedShapes, type RecordOf, type Shapes } from '../lib/shape.ts'

/** `pack` is the short code of the plan, one of its kind. */
export const packageFields = {
  name: { kind: 'text', max: 120, required: true },
  pack: { kind: 'text', min: 1, max: 24, required: true },
} as const satisfies Fields

export type PackageInput = Values<typeof packageFields>

/** A subscription plan of users, the same in every country. `users` counts those who have it. */
export const packageShapes = {
  ...ownedShapes,
  name: { kind: 'text' },
  pack: { kind: 'text' },
  users: { kind: 'integer' },
} as const satisfies Shapes

export type Package = RecordOf<typeof packageShapes>

export const packageList = {
  filters: { owner: { kind: 'reference' } },
  sorts: ['createdAt', 'number', 'name', 'pack', 'updatedAt'],
} as const satisfies ListDefinition
