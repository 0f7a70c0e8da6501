import type { TakenWay } from '../../features/changes/change-host.ts'
import type { BatchUndo, UndoServices } from '../../features/changes/undo-changes.ts'
import type { StoredUndoServices } from '../../features/changes/undo-stored.ts'
import { importWithRetry } from '../../lazy/import-with-retry.ts'

type LoadedUndoServices = {
  batches: UndoServices
  stored: Omit<StoredUndoServices, 'takeBack'>
  /** Says that the code could not be loaded; the next attempt loads it again. */
  onFailure: (way: TakenWay) => void
}

const loadBatchUndo = () => import('../../features/changes/undo-changes.ts')
const loadStoredUndo = () => import('../../features/changes/undo-stored.ts')

/** Loads the code ahead: without a network, undo says itself that nothing was undone. */
export const preloadUndo = (): void => {
  for (const load of [loadBatchUndo, loadStoredUndo]) void load().catch(() => undefined)
}

/** Undo and redo of batches, and of changes in the server's history, loaded when they are needed (`preloadUndo`). */
export const loadUndo = ({ batches, stored, onFailure }: LoadedUndoServices) => {
  const takeBack: BatchUndo = (...taken) =>
    importWithRetry(loadBatchUndo).then(
      ({ createBatchUndo }) => createBatchUndo(batches)(...taken),
      () => onFailure(taken[1] ?? 'undo'),
    )
  let takeStored: ((way: TakenWay) => Promise<void>) | null = null
  const takeBackStored = (way: TakenWay): Promise<void> =>
    importWithRetry(loadStoredUndo).then(
      ({ createStoredUndo }) => {
        // One for all calls, which wait for each other.
        takeStored ??= createStoredUndo({ ...stored, takeBack })
        return takeStored(way)
      },
      () => onFailure(way),
    )
  return { takeBack, takeBackStored }
}
