import { type Tier, tiers } from '../ranking/rank.ts'
import type { PaletteItem } from './palette-item.ts'

/**
 * What a row answers, best first where two match equally well: a request that was understood whole, a command in the
 * reader's own words, a command with what it is to do, a sentence about a list, a record, a command in another language's
 * words, and one of another list or screen.
 */
export const kinds = ['request', 'command', 'inline', 'said', 'record', 'foreign', 'elsewhere'] as const

/** A result before it is ranked. Of the same kind the one with the smaller `place` comes first. */
export type Row = { item: PaletteItem; tier: Tier; kind: (typeof kinds)[number]; place?: number }

/** By tier, then by kind; what cannot be run comes after what can, where both match equally well. */
export const byMatch = (a: Row, b: Row): number =>
  tiers.indexOf(a.tier) - tiers.indexOf(b.tier) ||
  kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
  Number(Boolean(a.item.refusal)) - Number(Boolean(b.item.refusal)) ||
  (a.place ?? 0) - (b.place ?? 0)

/** What finds nothing, or what only another screen has, comes last: it is found, and says why it cannot be run. */
export const lastIfNothing = (row: Row): Row =>
  row.item.isNothing || row.item.refusal === 'NOT_FOUND' ? { ...row, tier: 'fuzzy', kind: 'elsewhere' } : row
