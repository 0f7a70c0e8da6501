import { useAtom } from '@xstate/store-react'
import { useMemo } from 'react'
import type { Desk } from '../../../domain/users/desk.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { type Defaults, ownKeys, withKeys } from './own-keys.ts'

type Told = { titleKey: string; values?: Record<string, string> }

/** The person's own keys and what is done with them; whatever is done can be taken back from its toast. */
export const useOwnKeys = () => {
  const { registry, keys, desk: store, ports } = useWorkspace()
  const desk = useAtom(store)
  const { unbound } = registry
  const defaults: Defaults = useMemo(() => ({ bindings: keys.defaults, unbound }), [keys.defaults, unbound])
  const keep = (next: Desk, told: Told) => {
    const before = store.get()
    store.update(() => next)
    ports.notify({
      tone: 'success',
      ...told,
      action: {
        labelKey: 'changes:undo',
        run: () => store.update((now) => takenBack(now, { before, next })),
      },
    })
  }
  return {
    desk,
    defaults,
    keep,
    keysOf: (command: string) => ownKeys(defaults, desk, command),
    setKeys: (command: string, own: readonly string[], told: Told) =>
      keep(withKeys(defaults, store.get(), command, own), told),
  }
}

/** The desk as it was before, where nobody has changed it once more since. */
const takenBack = (now: Desk, { before, next }: { before: Desk; next: Desk }): Desk => {
  const overrides = { ...now.overrides }
  for (const command of new Set([...Object.keys(before.overrides), ...Object.keys(next.overrides)])) {
    if (String(now.overrides[command]) !== String(next.overrides[command])) continue
    const earlier = before.overrides[command]
    if (earlier === undefined) delete overrides[command]
    else overrides[command] = earlier
  }
  return {
    ...now,
    overrides,
    singleKeys: now.singleKeys === next.singleKeys ? before.singleKeys : now.singleKeys,
    macros: now.macros === next.macros ? before.macros : now.macros,
  }
}
