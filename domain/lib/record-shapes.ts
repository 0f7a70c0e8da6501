import { countryCodes } from '../countries.ts'
import type { Shapes } from './shape.ts'

/** What every record has. `number` is the one that people say on the phone, counted for each resource. */
export const recordShapes = {
  id: { kind: 'id' },
  number: { kind: 'integer' },
  version: { kind: 'integer' },
  country: { kind: 'choice', values: countryCodes },
  createdAt: { kind: 'instant' },
  updatedAt: { kind: 'instant' },
} as const satisfies Shapes

/** A record that belongs to somebody. */
export const ownedShapes = {
  ...recordShapes,
  owner: { kind: 'id' },
  ownerName: { kind: 'text' },
} as const satisfies Shapes
