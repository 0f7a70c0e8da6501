import { createAtom, type ReadonlyAtom } from '@xstate/store'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { AnyRecord, CommandSelection } from '../commands/command.ts'
import type { ChangeRequest, ListPort } from '../commands/command-ports.ts'

/** Actions of the active screen. Read at dispatch; do not cache. */
export type ActiveScreen = {
  /** Null if its rows are no records: batches of the history. */
  resource: ResourceName | null
  selection: () => Promise<CommandSelection | null>
  /** The selection as far as known, without waiting for ids. */
  peek: () => CommandSelection | null
  active: () => AnyRecord | null
  list: ListPort | null
  /** Handles a change itself; false to make it as usual. */
  change?: (request: ChangeRequest) => boolean
  /** Predicts the report of a change that would be queued (offline); null if it is sent at once. */
  predict?: (request: ChangeRequest) => ChangeReport | null
}

/** Stack of mounted screens; the last one is active. */
export const createViewStore = () => {
  const views = createAtom<readonly ActiveScreen[]>([])
  const current = createAtom((): ActiveScreen | null => views.get().at(-1) ?? null)
  const addresses = new Map<ResourceName, string>()
  let chosen: { resource: ResourceName; ids: readonly string[] } | null = null
  return {
    /** The active screen, for subscribers. */
    shown: current as ReadonlyAtom<ActiveScreen | null>,
    current: current.get,
    show: (view: ActiveScreen) => {
      views.set([...views.get(), view])
      return () => views.set(views.get().filter((other) => other !== view))
    },
    /** The last URL of a resource (list with filter, or record page), to return to after editing. */
    addressOf: (resource: ResourceName): string | null => addresses.get(resource) ?? null,
    /** Selects exactly these records in the resource's list when it is shown. */
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
 * Captures the active screen; returns a function that waits until the next action is visible: two frames, or after a navigation
 * (`hasGone`) until another screen or list is shown.
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

/** Milliseconds: two frames; navigation to the same URL; loading a screen. */
const moment = 32
const shortest = 200
const longest = 2_000

const until = async (holds: () => boolean, patience: number): Promise<void> => {
  const deadline = Date.now() + patience
  while (!holds() && Date.now() < deadline) await pause(moment / 2)
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
