import { useAtom } from '@xstate/store-react'
import { useCallback } from 'react'
import { keysOf } from '../commands/keys-of.ts'
import { useWorkspace } from './workspace.ts'

/** What to print beside a command, as long as it holds: asked anew when the person changes their keys. */
export const useCommandKeys = (): ((command: string, flags?: readonly string[]) => string | undefined) => {
  const { effective } = useWorkspace().keys
  const bindings = useAtom(effective)
  return useCallback(
    (command: string, flags?: readonly string[]) => keysOf(bindings, command, flags),
    [bindings],
  )
}
