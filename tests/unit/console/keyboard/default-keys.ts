import type { KeyBinding } from '../../../../machines/keys/key-binding.ts'

const actions = [
  ...['j', 'k', 'x', 's', 'd', 'c', 'n', 'e', 'f', 'o', 'v', 'y', 'p', 'u', 't', 'h', '?', '.', '/'],
  ...['Delete', 'Enter', 'Space', 'Escape', 'g o', 'g p', 'g s', 'g u', 'Mod+a', 'Shift+j', 'Shift+k'],
  ...['Shift+ArrowDown', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageDown', 'PageUp'],
]
const moves = new Set(['j', 'k', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'])

/** The keys of the lists and of the palette, each a command of its own name. */
export const defaultKeys: readonly KeyBinding[] = [
  ...actions.map((keys) => ({ keys, command: keys, when: 'list', repeat: moves.has(keys) })),
  { keys: 'Mod+k', command: 'Mod+k', allowInInput: true },
]
