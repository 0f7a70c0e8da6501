import type { TFunction } from 'i18next'
import type { ChangeBatch, ChangeReport } from '../../../domain/changes/changes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { codeOf } from '../../../machines/failure.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import type { Api } from '../../api/create-api.ts'
import type { Question } from '../../commands/command-ports.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { ToastStore } from '../../ui/feedback/toast-store.ts'
import { batchTitle, isUndoable, recordNames, refusedRecords } from './batch-words.ts'
import type { TakenWay } from './change-host.ts'

type UndoServices = {
  undo: (batchId: string, options: { idempotencyKey: string }) => Promise<ChangeReport>
  toasts: ToastStore
  t: TFunction
  /** Shortcuts shown on the toast's button. */
  keysOf?: (command: 'console.undo' | 'console.redo') => string | undefined
  /** `by`: the batches that reverted `batches`, in order. */
  onTaken: (batches: readonly string[], by: readonly string[], way: TakenWay) => void
}

/** A batch to undo with the idempotency key of all attempts. */
type Wanted = { batch: string; idempotencyKey: string }

const patience = 400

/**
 * Undoes batches, last first, and reports the result in one toast, by record for refusals. On failure the toast resumes with
 * the remaining batches.
 */
export const createBatchUndo = ({ undo, toasts, t, keysOf, onTaken }: UndoServices) => {
  const words: Translate = (key, values) => t(key, values ?? {})

  const takeBack = async (
    wanted: readonly Wanted[],
    way: TakenWay,
    what: string | undefined,
    reports: ChangeReport[] = [],
  ) => {
    const id = `undo-${wanted[0]?.batch}`
    const slow = setTimeout(
      () =>
        toasts.notify({
          id,
          tone: 'info',
          title: t(`changes:${way === 'undo' ? 'undoing' : 'applying'}`),
          sticky: true,
        }),
      patience,
    )
    const left = [...wanted]
    try {
      for (let next = left.at(-1); next !== undefined; next = left.at(-1)) {
        const report = await undo(next.batch, { idempotencyKey: next.idempotencyKey }).catch(
          (error: unknown) => {
            // One that was undone before does not block the others.
            if (wanted.length > 1 && codeOf(error) === 'ALREADY_UNDONE') return null
            throw error
          },
        )
        if (report !== null) reports.push(report)
        left.pop()
      }
      tell()
    } catch (error) {
      fail(codeOf(error))
    } finally {
      clearTimeout(slow)
    }

    function tell() {
      const counts = sumOf(reports)
      const by = reports.flatMap(({ batchId }) => batchId ?? [])
      toasts.notify({
        id,
        tone: counts.refused > 0 ? 'warning' : 'success',
        title:
          what === undefined
            ? t(`changes:${way === 'undo' ? 'undone' : 'redone'}`, { count: counts.changed })
            : t(`changes:${namedWords[counts.changed > 0 ? 'done' : 'failed'][way]}`, { what }),
        detail:
          refusedRecords({ refused: reports.flatMap(({ refused }) => refused), counts }, words) || undefined,
        action: by.length === 0 ? undefined : wayBack(by),
      })
      onTaken(
        wanted.map(({ batch }) => batch),
        by,
        way,
      )
    }

    function wayBack(by: readonly string[]) {
      return way === 'undo'
        ? {
            label: t('changes:redo'),
            keys: keysOf?.('console.redo'),
            run: () => void start(by, 'redo', what),
          }
        : {
            label: t('changes:undo'),
            keys: keysOf?.('console.undo'),
            run: () => void start(by, 'undo', what),
          }
    }

    function fail(code: string) {
      const { changed } = sumOf(reports)
      toasts.notify({
        id,
        tone: 'danger',
        title: what === undefined ? t('changes:failed') : t(`changes:${namedWords.failed[way]}`, { what }),
        detail: [...(changed > 0 ? [t('changes:undone', { count: changed })] : []), t(`errors:${code}`)].join(
          ' · ',
        ),
        action: passing.includes(code)
          ? { label: t('changes:retry'), run: () => void takeBack(left, way, what, reports) }
          : undefined,
      })
    }
  }

  /** `what`: description for the message. */
  const start = (batches: readonly string[], way: TakenWay = 'undo', what?: string): Promise<void> =>
    takeBack(
      batches.map((batch) => ({ batch, idempotencyKey: newIdempotencyKey() })),
      way,
      what,
    )
  return start
}

const namedWords = {
  done: { undo: 'undoneWhat', redo: 'redoneWhat' },
  failed: { undo: 'notUndone', redo: 'notRedone' },
} as const

const passing: readonly string[] = [
  'OFFLINE',
  'OVERLOADED',
  'TOO_MANY_CALLS',
  'TOO_MANY_CHANGES',
  'DATABASE_UNAVAILABLE',
  'DISK_FULL',
  'INTERNAL',
  'CONFLICT',
]

const sumOf = (reports: readonly ChangeReport[]): ChangeReport['counts'] => {
  const sum = (count: (counts: ChangeReport['counts']) => number) =>
    reports.reduce((total, { counts }) => total + count(counts), 0)
  return { changed: sum(({ changed }) => changed), refused: sum(({ refused }) => refused), refusedBy: {} }
}

type StoredUndoServices = {
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
      const what = `${batchTitle(batch, t)} · ${recordNames(batch, t)}`
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
