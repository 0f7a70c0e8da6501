import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { PaletteFrame } from '../../machines/palette/palette-types.ts'
import type { PaletteItem } from './palette-item.ts'
import type { PaletteProps } from './palette-props.ts'

const moves = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End'])

/**
 * What is highlighted, by identity: rows that arrive above it do not move it, and it is given up only when it is gone.
 * cmdk would also put it on the first row whenever what is typed changes, a page that one comes back to included:
 * only what a hand did (arrows, pointer) is taken from it.
 */
export function useHighlight(
  actor: PaletteProps['actor'],
  frame: PaletteFrame,
  items: readonly PaletteItem[],
) {
  const isByHand = useRef(false)
  const [refusals, setRefusals] = useState(0)
  const [movedOn, setMovedOn] = useState<string | null>(null)
  const highlighted = items.find(({ id }) => id === frame.highlighted) ?? items[0]
  const id = highlighted?.id ?? null

  useEffect(() => {
    if (id !== frame.highlighted && id !== null) actor.send({ type: 'item.highlight', item: id })
  }, [actor, id, frame.highlighted])

  const byHand = () => {
    isByHand.current = true
    // Not a microtask: those run between the listeners of one event, before cmdk's own.
    setTimeout(() => {
      isByHand.current = false
    })
  }
  return {
    highlighted,
    /** Whether somebody chose it, by moving there or by typing. */
    isChosen: frame.query !== '' || frame.page.kind !== 'root' || movedOn === id,
    commandProps: {
      // cmdk has taken the value for itself by now: a value that differs by a space, which it trims, puts ours back.
      value: `${id ?? ''}${' '.repeat(refusals % 2)}`,
      onValueChange: (value: string) => {
        if (!isByHand.current) {
          setRefusals((count) => count + 1)
          return
        }
        setMovedOn(value)
        actor.send({ type: 'item.highlight', item: value })
      },
      onKeyDownCapture: ({ key }: KeyboardEvent) => {
        if (moves.has(key)) byHand()
      },
      onPointerMoveCapture: byHand,
    },
  }
}
