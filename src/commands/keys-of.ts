import type { KeyBinding } from '../../machines/keys/key-binding.ts'

/** The keys to print beside a command: the first of those that hold for this person. */
export const keysOf = (bindings: readonly KeyBinding[], id: string): string | undefined =>
  bindings.find(({ command }) => command === id)?.keys
