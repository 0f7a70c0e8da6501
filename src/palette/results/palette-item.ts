import type { SearchHit } from '../../../domain/changes.ts'
import type { Code } from '../../../domain/codes.ts'
import type { Invocation, PalettePage } from '../../../machines/palette/palette-types.ts'
import type { IconName } from '../../ui/icons/icon-set.ts'

/** One row. Its id is what is remembered, highlighted and run: never its place. */
export type PaletteItem = {
  id: string
  title: string
  /** The quieter second half of the row. */
  detail?: string
  /** At the far end, never cut: a status. */
  note?: string
  icon: IconName
  keys?: string
  /** The digit that takes it at once. */
  pick?: string
  /** The record that the row is, or names: what Tab opens. */
  hit?: SearchHit
  /** What Tab shows of it, where it is no record. */
  inside?: PalettePage
  /** Found for what was typed before; nothing says yet that it is an answer to what is typed now. */
  stale?: boolean
  /** No more than nearly what was typed: not first while records are still being looked up. */
  near?: boolean
  danger?: boolean
  /** It stands there with its reason, and cannot be run. */
  refusal?: Code | null
  act: ItemAct
}

export type ItemAct =
  /** With `foretells` its dry run stands beside it, whether or not it must be seen. */
  | { kind: 'invoke'; invocation: Invocation; recent: string; foretells: boolean }
  | { kind: 'open'; hit: SearchHit }
  /** Shows another page. */
  | { kind: 'page'; page: PalettePage }
  /** The answer to the question of an argument page. */
  | { kind: 'answer'; value: string }
  /** Puts a text on the clipboard, and says so. */
  | { kind: 'copy'; text: string }
  /** Puts a text into the field. */
  | { kind: 'type'; text: string }

export type PaletteSection = { id: string; heading: string | null; items: readonly PaletteItem[] }

/** More than anybody reads, and what is rendered at most. */
export const MAX_ITEMS = 50

/** The invocation of opening a record, which is no command of the registry. */
export const openRecord = '@open'

/** What can be done stands above what cannot, and nothing dangerous is a mere Enter away. */
export const byReluctance = (a: PaletteItem, b: PaletteItem): number => reluctance(a) - reluctance(b)

const reluctance = ({ refusal, danger }: PaletteItem): number => (refusal ? 2 : danger ? 1 : 0)

/** At most `most`, each once: the first place where it stands counts. */
export function trimSections(sections: readonly PaletteSection[], most = MAX_ITEMS): PaletteSection[] {
  const seen = new Set<string>()
  return sections
    .map((section) => ({
      ...section,
      items: section.items.filter(({ id }) => {
        if (seen.has(id) || seen.size >= most) return false
        seen.add(id)
        return true
      }),
    }))
    .filter(({ items }) => items.length > 0)
}
