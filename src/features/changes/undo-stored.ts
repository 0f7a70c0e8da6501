import type { TFunction } from 'i18next'
import type { ChangeBatch } from '../../../domain/changes/changes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { codeOf } from '../../../machines/failure.ts'
import type { Api } from '../../api/create-api.ts'
import type { Question } from '../../commands/command-ports.ts'
import type { ToastStore } from '../../ui/feedback/toast-store.ts'
import { batchTitle, isUndoable, recordNames } from './batch-words.ts'
import type { TakenWay } from './change-host.ts'

export type StoredUndoServices = {
  list: Api['changes']['list']
  user: { id: string }
  country: CountryCode
  /** Confirms undo of changes that are not visible. */
  confirm: (question: Question) => Promise<boolean>
  toasts: ToastStore
  t: TFunction
  /** Resolves when the namespaces are loaded, e.g. right after a page load. */
  loadTexts: (namespaces: readonly string[]) => Promise<unknown>
  takeBack: (batches: readonly string[], way: TakenWay, what: string) => Promise<void>
}

/**
 * Undo and redo of changes from before a reload or another device, found in the server's history. Sequential, so that each
 * lookup sees the previous result.
 */
export const createStoredUndo = ({
  list,
  user,
  country,
  confirm,
  toasts,
  t,
  loadTexts,
  takeBack,
}: StoredUndoServices) => {
  let last: Promise<void> = Promise.resolve()

  const run = async (way: TakenWay) => {
    try {
      const batch = await findBatch(list, user.id, way)
      if (batch === null) {
        toasts.notify({ title: t(`changes:${nothingTo[way]}`) })
        return
      }
      await loadTexts(['history', batch.resource])
      const what = [batchTitle(batch, t), recordNames(batch, t)].filter(Boolean).join(' · ')
      const question: Question = {
        titleKey: `changes:${asking[way]}`,
        yesKey: `changes:${way}`,
        lines: [what],
      }
      if (isFar(batch, country) && !(await confirm(question))) return
      await takeBack([batch.id], way, what)
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

/** Made some time ago or in another country. */
const isFar = ({ at, country: ofBatch }: ChangeBatch, country: CountryCode): boolean =>
  (ofBatch !== null && ofBatch !== country) || Date.now() - Date.parse(at) > RECENT_MS

const RECENT_MS = 10 * 60_000

const asking = { undo: 'askUndo', redo: 'askRedo' } as const
const nothingTo = { undo: 'nothingToUndo', redo: 'nothingToRedo' } as const
const failed = { undo: 'undoFailed', redo: 'redoFailed' } as const
const pageSize = 100

/** Pages through the user's own batches, newest first, to the one to undo or redo. */
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
 * The batch among these, newest first; null if there is none at any age, undefined if older ones decide. A partly undone batch
 * is not offered again. A later change makes redo impossible.
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

/** An undo of an undo is a redo, and counts as a change. If its own batch is not loaded, it counts as an undo. */
const isUndo = ({ undoes }: ChangeBatch, byId: ReadonlyMap<string, ChangeBatch>): boolean => {
  if (undoes === null) return false
  const undone = byId.get(undoes)
  return undone === undefined || !isUndo(undone, byId)
}
