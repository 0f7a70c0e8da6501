import { type RefObject, useState } from 'react'
import type { PaletteFrame } from '../../../machines/palette/palette-types.ts'
import type { PaletteProps } from '../palette-props.ts'
import type { PaletteItem } from '../sections/palette-item.ts'
import { isSeenFor, type SeenRows } from './seen-rows.ts'

/**
 * The first row, also where it cannot be run: `s` and Enter must not cancel an order because it is confirmed already. What
 * was found for an earlier text is nobody's choice until a hand puts the highlight there.
 */
const firstOf = ([first]: readonly PaletteItem[]): PaletteItem | undefined =>
  first?.stale ? undefined : first

/**
 * What is highlighted, by identity: rows that arrive above it do not move it, and it is given up only when it is gone.
 * What nobody moved to is known by what was seen; `keep` tells the machine, for when one comes back.
 */
export function useHighlight(
  { actor, frame, seen }: Pick<PaletteProps, 'actor'> & { frame: PaletteFrame; seen: RefObject<SeenRows> },
  items: readonly PaletteItem[],
  isAwaiting: boolean,
) {
  const [movedOn, setMovedOn] = useState<string | null>(null)
  const shown = isSeenFor(seen.current, frame) ? seen.current.highlighted?.id : undefined
  const held = frame.highlighted ?? shown ?? null
  // A row that one comes back to may still be on its way.
  const isAwaited = isAwaiting && held !== null
  const highlighted = items.find(({ id }) => id === held) ?? (isAwaited ? undefined : firstOf(items))
  const id = highlighted?.id ?? null

  const keep = (item: PaletteItem) => {
    if (item.id !== frame.highlighted) actor.send({ type: 'item.highlight', item: item.id })
  }
  return {
    highlighted,
    isByHand: id !== null && movedOn === id,
    /** Whether somebody chose it, by moving there or by typing. */
    isChosen: frame.query !== '' || frame.page.kind !== 'root' || movedOn === id,
    keep,
    /** By arrow key or pointer. */
    moveTo: (item: PaletteItem) => {
      setMovedOn(item.id)
      keep(item)
    },
  }
}
