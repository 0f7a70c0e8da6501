import { createAtom, type ReadonlyAtom } from '@xstate/store'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { AnyRecord, CommandSelection } from '../commands/command.ts'
import type { ChangeRequest, ListPort } from '../commands/command-ports.ts'

/** What the screen in view offers to commands. Read when a command is asked for, never kept. */
export type View = {
  /** Null where what it lists are no records: the journal's batches. */
  resource: ResourceName | null
  selection: () => Promise<CommandSelection | null>
  /** What is known of the selection at this moment, without waiting for ids that are on their way. */
  peek: () => CommandSelection | null
  active: () => AnyRecord | null
  list: ListPort | null
  /** Makes a change of its records in its own way, and says so; elsewhere it is made at once. */
  change?: (request: ChangeRequest) => boolean
  /** What a change would do where the server cannot be asked; null where it can, or nothing is known. */
  foretell?: (request: Omit<ChangeRequest, 'confirmed'>) => ChangeReport | null
}

/** The screen in view. A screen shows itself while it is mounted; the last one shown counts. */
export const createViewStore = () => {
  const views = createAtom<readonly View[]>([])
  const current = createAtom((): View | null => views.get().at(-1) ?? null)
  const addresses = new Map<ResourceName, string>()
  let chosen: { resource: ResourceName; ids: readonly string[] } | null = null
  return {
    /** The screen in view, for subscribers. */
    shown: current as ReadonlyAtom<View | null>,
    current: current.get,
    show: (view: View) => {
      views.set([...views.get(), view])
      return () => views.set(views.get().filter((other) => other !== view))
    },
    /** Where a resource was last looked at, its list with filter and order or a record's page: after an edit this is where the person comes back to. */
    addressOf: (resource: ResourceName): string | null => addresses.get(resource) ?? null,
    /** These are to be selected, and no others, in the list of that resource as soon as it is shown. */
    handSelection: (resource: ResourceName, ids: readonly string[]): void => {
      chosen = { resource, ids }
    },
    takeSelection: (resource: ResourceName): readonly string[] | null => {
      if (chosen?.resource !== resource) return null
      const { ids } = chosen
      chosen = null
      return ids
    },
    keepAddress: (resource: ResourceName, address: string): void => void addresses.set(resource, address),
  }
}

export type ViewStore = ReturnType<typeof createViewStore>

/**
 * Remembers what is in view, and answers how to wait until what is done next is on screen: two frames; where it navigated
 * (`hasGone`), until the router has arrived and another screen or list is there.
 */
export const watchView = (view: Pick<ViewStore, 'current'>, isNavigating: () => boolean) => {
  const before = view.current()
  const address = location.href
  return async (hasGone: boolean): Promise<void> => {
    if (hasGone) {
      await until(() => !isNavigating(), longest)
      await until(() => location.href !== address || view.current() !== before, shortest)
      if (location.href !== address) await until(() => view.current() !== before, longest)
    }
    await pause(moment)
  }
}

/** Milliseconds: for two frames; for an address that may be the same one; for a screen whose code has to come. */
const moment = 32
const shortest = 200
const longest = 2_000

const until = async (holds: () => boolean, patience: number): Promise<void> => {
  const deadline = Date.now() + patience
  while (!holds() && Date.now() < deadline) await pause(moment / 2)
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
