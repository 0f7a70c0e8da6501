import { findConflicts } from '../../../machines/keys/find-conflicts.ts'
import type { KeyBinding } from '../../../machines/keys/key-binding.ts'
import { parseKeys } from '../../../machines/keys/parse-keys.ts'
import { isKeptByBrowser } from '../../keyboard/key-faults.ts'

/** `same` and `prefix` name the command that has these keys, or begins with them. */
export type KeyProblem = { kind: 'same' | 'prefix' | 'browser'; command: string | null }

const asked = 'macro:new'

/** Why a macro, which can be played anywhere, may not have these keys. */
export const keyProblem = (keys: string, bindings: readonly KeyBinding[]): KeyProblem | null => {
  if ((parseKeys(keys) ?? []).some(isKeptByBrowser)) return { kind: 'browser', command: null }
  const conflict = bindings
    .flatMap((binding) => findConflicts([binding, { keys, command: asked }]))
    .find(({ commands }) => (commands as readonly string[]).includes(asked))
  if (conflict === undefined) return null
  if (conflict.kind === 'unreadable') return { kind: 'browser', command: null }
  return { kind: conflict.kind, command: conflict.commands.find((command) => command !== asked) ?? null }
}
