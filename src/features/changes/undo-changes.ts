import type { TFunction } from 'i18next'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { codeOf } from '../../../machines/failure.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { ToastStore } from '../../ui/feedback/toast-store.ts'
import { refusedRecords } from './batch-words.ts'
import type { TakenWay } from './change-host.ts'
import { whenLong } from './when-long.ts'

export type UndoServices = {
  undo: (batchId: string, options: { idempotencyKey: string }) => Promise<ChangeReport>
  toasts: ToastStore
  t: TFunction
  /** Whether calls wait for the user to say who they are. */
  isHeld?: () => boolean
  /** Shortcuts shown on the toast's button. */
  keysOf?: (command: 'console.undo' | 'console.redo') => string | undefined
  /** `by`: the batches that reverted `batches`, in order. */
  onTaken: (batches: readonly string[], by: readonly string[], way: TakenWay) => void
}

/** Undoes batches, last first. `what`: description for the message. */
export type BatchUndo = (batches: readonly string[], way?: TakenWay, what?: string) => Promise<void>

/** A batch to undo with the idempotency key of all attempts. */
type Wanted = { batch: string; idempotencyKey: string }

/**
 * Undoes batches, last first, and reports the result in one toast, by record for refusals. On failure the toast resumes with
 * the remaining batches.
 */
export const createBatchUndo = ({ undo, toasts, t, isHeld, keysOf, onTaken }: UndoServices) => {
  const words: Translate = (key, values) => t(key, values ?? {})

  const takeBack = async (
    wanted: readonly Wanted[],
    way: TakenWay,
    what: string | undefined,
    reports: ChangeReport[] = [],
  ) => {
    const id = `undo-${wanted[0]?.batch}`
    const stopWaiting = whenLong(
      () =>
        toasts.notify({
          id,
          tone: 'info',
          title: t(`changes:${way === 'undo' ? 'undoing' : 'applying'}`),
          sticky: true,
        }),
      isHeld,
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
      stopWaiting()
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
        about: by,
        overtakes: wanted.map(({ batch }) => batch),
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

  const start: BatchUndo = (batches, way = 'undo', what) =>
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
