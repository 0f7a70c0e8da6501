import type { TakenWay } from '../../features/changes/change-host.ts'
import type { BatchUndo, UndoServices } from '../../features/changes/undo-changes.ts'
import type { StoredUndoServices } from '../../features/changes/undo-stored.ts'
import { importWithRetry } from '../../lazy/import-with-retry.ts'

type LoadedUndoServices = {
  batches: UndoServices
  stored: Omit<StoredUndoServices, 'takeBack'>
  /** Says that the code could not be loaded; the next attempt loads it again. */
  onFailure: () => void
}

/** Undo and redo of batches, and of changes in the server's history, loaded when they are needed. */
export const loadUndo = ({ batches, stored, onFailure }: LoadedUndoServices) => {
  const takeBack: BatchUndo = (...taken) =>
    importWithRetry(() => import('../../features/changes/undo-changes.ts')).then(
      ({ createBatchUndo }) => createBatchUndo(batches)(...taken),
      onFailure,
    )
  let takeStored: ((way: TakenWay) => Promise<void>) | null = null
  const takeBackStored = (way: TakenWay): Promise<void> =>
    importWithRetry(() => import('../../features/changes/undo-stored.ts')).then(({ createStoredUndo }) => {
      // One for all calls, which wait for each other.
      takeStored ??= createStoredUndo({ ...stored, takeBack })
      return takeStored(way)
    }, onFailure)
  return { takeBack, takeBackStored }
}
