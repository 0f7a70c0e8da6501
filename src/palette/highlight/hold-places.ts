import type { PaletteItem } from '../sections/palette-item.ts'

/**
 * Rows that arrive never push away what is highlighted: it stays where it was `seen`, and so does what stands above it as
 * long as it is there at all. What is new above fills the places of what has gone, or goes below.
 */
export function holdPlaces(
  items: readonly PaletteItem[],
  seen: readonly string[],
  highlighted: string | null,
): readonly PaletteItem[] {
  const at = highlighted === null ? -1 : seen.indexOf(highlighted)
  const held = items.find(({ id }) => id === highlighted)
  if (at < 0 || held === undefined) return items
  const above = new Set(seen.slice(0, at))
  const kept = items
    .filter(({ id }) => above.has(id))
    .toSorted((a, b) => seen.indexOf(a.id) - seen.indexOf(b.id))
  const others = items.filter(({ id }) => id !== highlighted && !above.has(id))
  const gone = at - kept.length
  return [...kept, ...others.slice(0, gone), held, ...others.slice(gone)]
}
