import type { KeyBinding } from '../../machines/keys/key-binding.ts'
import { isActive } from '../../machines/keys/key-context.ts'

/**
 * The keys to print beside a command: the first of those that hold for this person; with the flags of a screen, the first
 * that work there.
 */
export const keysOf = (
  bindings: readonly KeyBinding[],
  id: string,
  flags?: readonly string[],
): string | undefined =>
  bindings.find((binding) => binding.command === id && (flags === undefined || isActive(binding, flags)))
    ?.keys
