import type { PaletteItem, PaletteSection } from '../sections/palette-item.ts'

type Held = { altKey: boolean; metaKey: boolean }

/** Where a key that moves the highlight puts it; null of any other key, undefined where there is nothing further. */
export function movedTo(
  { key, ...held }: { key: string } & Held,
  sections: readonly PaletteSection[],
  highlighted: PaletteItem | undefined,
): PaletteItem | undefined | null {
  const items = sections.flatMap((section) => section.items)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  const change = steps[key]
  if (change === undefined) return null
  if (held.metaKey) return change > 0 ? items.at(-1) : items[0]
  const at = items.findIndex(({ id }) => id === highlighted?.id)
  const next = at < 0 ? (change > 0 ? items[0] : undefined) : items[at + change]
  return held.altKey ? (ofOtherSection(sections, highlighted, change) ?? next) : next
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** With Alt: the first row of the section before, or after. */
const ofOtherSection = (
  sections: readonly PaletteSection[],
  highlighted: PaletteItem | undefined,
  change: number,
): PaletteItem | undefined => {
  const here = sections.findIndex(({ items }) => items.some(({ id }) => id === highlighted?.id))
  return here < 0 ? undefined : sections[here + change]?.items[0]
}
