import { useLayoutEffect } from 'react'
import { onceFocusMoves } from './focus-moves.ts'
import { holdKeys } from './hold-keys.ts'

/** Stands in for a layer whose code is on its way: keys that are pressed meanwhile are pressed again in the layer. */
export const HeldKeys = () => {
  useLayoutEffect(() => {
    const before = document.activeElement
    const { release } = holdKeys()
    return () => onceFocusMoves(before, release)
  }, [])
  return null
}
