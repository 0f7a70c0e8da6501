import { useLayoutEffect } from 'react'
import { onceFocusMoves } from './focus-moves.ts'
import { holdKeys } from './hold-keys.ts'

type HeldKeysProps = {
  /** Escape drops the keys and calls this; without it Escape is a key like others. Keep it stable over renders. */
  onEscape?: () => void
}

/** The Suspense fallback of a lazy layer: keys that are pressed while it loads are pressed again in the layer. */
export const HeldKeys = ({ onEscape }: HeldKeysProps) => {
  useLayoutEffect(() => {
    const before = document.activeElement
    const { release } = holdKeys({ onEscape })
    return () => onceFocusMoves(before, release)
  }, [onEscape])
  return null
}
