import type { ResourceName } from '../../domain/resources.ts'
import type { AnyRecord, CommandSelection } from '../commands/command-context.ts'
import type { ListPort } from '../commands/command-ports.ts'

/** What the screen in view offers to commands. Read when a command is asked for, never kept. */
export type View = {
  resource: ResourceName
  selection: () => Promise<CommandSelection | null>
  /** What is known of the selection at this moment, without waiting for ids that are on their way. */
  peek: () => CommandSelection | null
  active: () => AnyRecord | null
  list: ListPort | null
}

/** The screen in view. A screen shows itself while it is mounted; the last one shown counts. */
export const createViewStore = () => {
  let views: readonly View[] = []
  const listeners = new Set<() => void>()
  const set = (next: readonly View[]) => {
    views = next
    for (const listener of listeners) listener()
  }
  return {
    current: (): View | null => views.at(-1) ?? null,
    show: (view: View) => {
      set([...views, view])
      return () => set(views.filter((other) => other !== view))
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type ViewStore = ReturnType<typeof createViewStore>
