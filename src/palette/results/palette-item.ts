import type { SearchHit } from '../../../domain/changes/changes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { Invocation, PalettePage } from '../../../machines/palette/palette-types.ts'
import type { IconName } from '../../ui/icons/icon-set.ts'
import type { Tier } from '../ranking/rank.ts'
import { weights } from '../ranking/score.ts'

/** One row; stored, highlighted and run by id, never by index. */
export type PaletteItem = {
  id: string
  title: string
  /** Muted text after the title. */
  detail?: string
  /** A text that the pane shows whole, with its line breaks. */
  whole?: string
  /** At the far end, never truncated: a status. */
  note?: string
  icon: IconName
  keys?: string
  /** The digit that chooses it. */
  pick?: string
  /** The record of the row: Tab opens its page. */
  hit?: SearchHit
  /** The page that Tab opens, if not a record's. */
  inside?: PalettePage
  /** Found for an earlier text; may not match the current one. */
  stale?: boolean
  /** Leaves words of the text over: no default while an answer that may explain them is awaited. */
  part?: boolean
  /** Explains words without reading the whole text: no default while a name in a filter is looked up. */
  byWords?: boolean
  /** A name in its filter is still being looked up. */
  pending?: boolean
  /** A fuzzy match: not first while records are searched. */
  near?: boolean
  danger?: boolean
  /** Matches no record: never first, and loses the highlight. */
  isNothing?: boolean
  /** Code why it cannot be run; shown. */
  refusal?: Code | null
  act: ItemAct
}

export type ItemAct =
  /** `hasDryRun`: shown in the footer, even without confirmation. */
  | { kind: 'invoke'; invocation: Invocation; recent: string; hasDryRun: boolean }
  | { kind: 'open'; hit: SearchHit }
  | { kind: 'page'; page: PalettePage }
  /** Answers an argument page. */
  | { kind: 'answer'; value: string }
  /** Copies a text and notifies. */
  | { kind: 'copy'; text: string }
  /** Inserts a text into the field. */
  | { kind: 'type'; text: string }
  /** Searches outside the scope. */
  | { kind: 'widen'; text: string }

export type PaletteSection = { id: string; heading: string | null; items: readonly PaletteItem[] }

/** Maximum number of rows. */
export const MAX_ITEMS = 50

/** Invocation that opens a record; not in the registry. */
export const openRecordCommand = '@open'

/** Sorts dangerous, then refused rows last: Enter on the first row is never dangerous. */
export const byReluctance = (a: PaletteItem, b: PaletteItem): number => reluctance(a) - reluctance(b)

const reluctance = ({ refusal, danger }: PaletteItem): number => (refusal ? 2 : danger ? 1 : 0)

/** At most `max` items, without duplicates. */
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
 * Kinds of results in order, where tiers are equal: a completely parsed request; a command matched in the user's language; a
 * command with arguments; a sentence about a list; a record; a command matched in another language; one of another list or
 * screen.
 */
export const kinds = ['request', 'command', 'inline', 'said', 'record', 'foreign', 'elsewhere'] as const

/** A result before ranking; within a kind, a smaller `place` comes first. */
export type RankedItem = {
  item: PaletteItem
  tier: Tier
  kind: (typeof kinds)[number]
  place?: number
  /** Of a row that explains only some of the words; others are scored by their tier. */
  score?: number
}

/** By tier, then kind; refused ones after others of the same quality. */
export const byMatch = (a: RankedItem, b: RankedItem): number =>
  scoreOfRow(b) - scoreOfRow(a) ||
  kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
  Number(Boolean(a.item.refusal)) - Number(Boolean(b.item.refusal)) ||
  (a.place ?? 0) - (b.place ?? 0)

export const scoreOfRow = ({ score, tier }: RankedItem): number => score ?? weights.tier[tier]

/** Puts a row last if it matches nothing or only another screen can run it. */
export const lastIfNothing = (row: RankedItem): RankedItem =>
  row.item.isNothing || row.item.refusal === 'NOT_FOUND'
    ? { ...row, tier: 'fuzzy', kind: 'elsewhere', score: row.tier === 'exact' ? undefined : weights.nothing }
    : row

export const asRows = (items: readonly PaletteItem[]): RankedItem[] =>
  items.map((item, place): RankedItem => ({ item, tier: 'exact', kind: 'request', place }))
