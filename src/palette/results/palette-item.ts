import type { SearchHit } from '../../../domain/changes/changes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { Invocation, PalettePage } from '../../../machines/palette/palette-types.ts'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { type Tier, tiers } from '../ranking/rank.ts'

/** One row. It is stored, highlighted and run by its id, never by its index. */
export type PaletteItem = {
  id: string
  title: string
  /** Muted text after the title. */
  detail?: string
  /** At the far end, never truncated: a status. */
  note?: string
  icon: IconName
  keys?: string
  /** The digit that chooses it. */
  pick?: string
  /** The record that the row is or names: Tab opens its page. */
  hit?: SearchHit
  /** The page that Tab opens, if it is no record. */
  inside?: PalettePage
  /** Found for an earlier text; it may not match the current one. */
  stale?: boolean
  /** A fuzzy match: not first while records are still looked up. */
  near?: boolean
  danger?: boolean
  /** It is known to match no record: never first, and the highlight does not stay on it. */
  isNothing?: boolean
  /** Why it cannot be run; it is shown with this reason. */
  refusal?: Code | null
  act: ItemAct
}

export type ItemAct =
  /** With `hasDryRun` its dry run is shown in the footer, also if it need not be confirmed. */
  | { kind: 'invoke'; invocation: Invocation; recent: string; hasDryRun: boolean }
  | { kind: 'open'; hit: SearchHit }
  /** Shows another page. */
  | { kind: 'page'; page: PalettePage }
  /** The answer to the question of an argument page. */
  | { kind: 'answer'; value: string }
  /** Copies a text and notifies. */
  | { kind: 'copy'; text: string }
  /** Puts a text into the field. */
  | { kind: 'type'; text: string }
  /** Looks for the text everywhere, not only in the scope. */
  | { kind: 'widen'; text: string }

export type PaletteSection = { id: string; heading: string | null; items: readonly PaletteItem[] }

/** How many results are rendered at most. */
export const MAX_ITEMS = 50

/** The invocation that opens a record; it is not in the registry. */
export const openRecord = '@open'

/** Refused commands last, dangerous ones before them: Enter on the first row is never dangerous. */
export const byReluctance = (a: PaletteItem, b: PaletteItem): number => reluctance(a) - reluctance(b)

const reluctance = ({ refusal, danger }: PaletteItem): number => (refusal ? 2 : danger ? 1 : 0)

/** At most `max` items, each in the first section that has it. */
export function trimSections(sections: readonly PaletteSection[], max = MAX_ITEMS): PaletteSection[] {
  const seen = new Set<string>()
  return sections
    .map((section) => ({
      ...section,
      items: section.items.filter(({ id }) => {
        if (seen.has(id) || seen.size >= max) return false
        seen.add(id)
        return true
      }),
    }))
    .filter(({ items }) => items.length > 0)
}

/**
 * The kinds of results, best first where two match equally well: a request that was read completely, a command found in
 * the user's language, a command with its arguments, a sentence about a list, a record, a command found in another
 * language, and one of another list or screen.
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

/** A row that matches nothing, or that only another screen can run, comes last and shows why it cannot be run. */
export const lastIfNothing = (row: Row): Row =>
  row.item.isNothing || row.item.refusal === 'NOT_FOUND' ? { ...row, tier: 'fuzzy', kind: 'elsewhere' } : row

/** Rows that are all what was asked for, in their order. */
export const asRows = (items: readonly PaletteItem[]): Row[] =>
  items.map((item, place): Row => ({ item, tier: 'exact', kind: 'request', place }))
