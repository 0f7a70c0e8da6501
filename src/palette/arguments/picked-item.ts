import { type KeyInput, keyCandidates } from '../../keyboard/normalize-key.ts'
import type { PaletteItem } from '../sections/palette-item.ts'

/**
 * The row that a digit takes at once, on whatever the keyboard has on its row of digits (`&` is 1 on AZERTY). An accented
 * letter there is a letter as long as a choice begins with it.
 */
export function pickedItem(key: KeyInput, items: readonly PaletteItem[]): PaletteItem | undefined {
  const candidates = keyCandidates(key)
  const picked = items.find(({ pick }) => pick !== undefined && candidates.includes(pick))
  const [typed = ''] = candidates
  const isWanted = /^\p{L}$/u.test(typed) && items.some((item) => hasWordFrom(item, typed))
  return isWanted ? undefined : picked
}

const hasWordFrom = ({ title }: PaletteItem, letter: string): boolean =>
  title
    .toLowerCase()
    .split(/\s+/)
    .some((word) => word.startsWith(letter))
