import type { TFunction } from 'i18next'
import type { ChangeBatch } from '../../../domain/changes.ts'
import { codeOf } from '../../../machines/failure.ts'
import type { Api } from '../../api/create-api.ts'
import type { ToastStore } from '../../ui/told/toast-store.ts'
import { batchTitle, isUndoable, recordNames } from '../journal/batch-words.ts'
import type { TakenWay } from './change-host.ts'

type StoredUndoServices = {
  list: Api['changes']['list']
  user: { id: string }
  toasts: ToastStore
  t: TFunction
  takeBack: (batches: readonly string[], way: TakenWay, what: string) => Promise<void>
}

/**
 * Undo and redo by the server's change log, for what this page does not remember: changes made before a reload or on
 * another machine. One at a time, so that the next lookup reads what the one before has written.
 */
export const createStoredUndo = ({ list, user, toasts, t, takeBack }: StoredUndoServices) => {
  let last: Promise<void> = Promise.resolve()

  const run = async (way: TakenWay) => {
    try {
      const batch = await findBatch(list, user.id, way)
      if (batch === null) toasts.notify({ title: t(`changes:${nothingTo[way]}`) })
      else await takeBack([batch.id], way, `${batchTitle(batch, t)} · ${recordNames(batch, t)}`)
    } catch (error) {
      toasts.notify({
        tone: 'danger',
        title: t(`changes:${failed[way]}`),
        detail: t(`errors:${codeOf(error)}`),
      })
    }
  }
  return (way: TakenWay): Promise<void> => {
    last = last.then(() => run(way))
    return last
  }
}

const nothingTo = { undo: 'nothingToUndo', redo: 'nothingToRedo' } as const
const failed = { undo: 'undoFailed', redo: 'redoFailed' } as const
const pageSize = 100

/** Walks the person's own batches, newest first, to the one that undo or redo is about. */
const findBatch = async (
  list: StoredUndoServices['list'],
  actor: string,
  way: TakenWay,
): Promise<ChangeBatch | null> => {
  const seen: ChangeBatch[] = []
  for (let total = Number.POSITIVE_INFINITY; seen.length < total; ) {
    const page = await list({ where: { actor }, sort: '-at', limit: pageSize, skip: seen.length })
    if (page.items.length === 0) return null
    seen.push(...page.items)
    total = page.total
    const found = pickBatch(seen, way)
    if (found !== undefined) return found
  }
  return null
}

/**
 * The batch among these, newest first; null where there is none however far back, undefined where older ones decide.
 * What was undone in part is not offered again: the rest was refused. A change that was made since leaves nothing to redo.
 */
export const pickBatch = (batches: readonly ChangeBatch[], way: TakenWay): ChangeBatch | null | undefined => {
  const byId = new Map(batches.map((batch) => [batch.id, batch]))
  for (const batch of batches) {
    const isPending = isUndoable(batch) && batch.undone === 0
    if (isPending && isUndo(batch, byId) === (way === 'redo')) return batch
    if (way === 'redo' && batch.undoes === null && batch.undone === 0) return null
  }
  return undefined
}

/** An undo of an undo is a redo, and counts as a change. One whose own batch is not among these is taken for an undo. */
const isUndo = ({ undoes }: ChangeBatch, byId: ReadonlyMap<string, ChangeBatch>): boolean => {
  if (undoes === null) return false
  const undone = byId.get(undoes)
  return undone === undefined || !isUndo(undone, byId)
}
