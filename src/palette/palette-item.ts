import type { SearchHit } from '../../domain/changes.ts'
import type { Code } from '../../domain/codes.ts'
import type { Invocation } from '../../machines/palette/palette-types.ts'
import type { IconName } from '../ui/icon.tsx'

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
  danger?: boolean
  /** It stands there with its reason, and cannot be run. */
  refusal?: Code | null
  act: ItemAct
}

export type ItemAct =
  | { kind: 'invoke'; invocation: Invocation; recent: string }
  | { kind: 'open'; hit: SearchHit }
  /** The answer to the question of an argument page. */
  | { kind: 'answer'; value: string }
  /** Puts a text into the field. */
  | { kind: 'type'; text: string }

export type PaletteSection = { id: string; heading: string | null; items: readonly PaletteItem[] }

/** More than anybody reads, and what is rendered at most. */
export const mostItems = 50

/** The invocation of opening a record, which is no command of the registry. */
export const openRecord = '@open'

/** What can be done stands above what cannot, and nothing dangerous is a mere Enter away. */
export const byReluctance = (a: PaletteItem, b: PaletteItem): number => reluctance(a) - reluctance(b)

const reluctance = ({ refusal, danger }: PaletteItem): number => (refusal ? 2 : danger ? 1 : 0)

/** At most `mostItems`, each once: the first place where it stands counts. */
export function trimSections(sections: readonly PaletteSection[]): PaletteSection[] {
  const seen = new Set<string>()
  return sections
    .map((section) => ({
      ...section,
      items: section.items.filter(({ id }) => {
        if (seen.has(id) || seen.size >= mostItems) return false
        seen.add(id)
        return true
      }),
    }))
    .filter(({ items }) => items.length > 0)
}
