import { useCallback, useSyncExternalStore } from 'react'
import { keysOf } from '../commands/keys-of.ts'
import { useWorkspace } from './workspace.ts'

/** What to print beside a command, as long as it holds: asked anew when the person changes their keys. */
export const useCommandKeys = (): ((command: string) => string | undefined) => {
  const { effective } = useWorkspace().keys
  const bindings = useSyncExternalStore(effective.subscribe, effective.get)
  return useCallback((command: string) => keysOf(bindings, command), [bindings])
}
