import type { TFunction } from 'i18next'
import type { ChangeReport } from '../../../domain/changes.ts'
import { codeOf } from '../../../machines/failure.ts'
import { newIntent } from '../../api/intent.ts'
import type { Translate } from '../../palette/results/command-item.ts'
import type { ToastStore } from '../../ui/told/toast-store.ts'
import type { TakenWay } from './change-host.ts'
import { refusedRecords } from './change-words.ts'

type UndoServices = {
  undo: (batchId: string, options: { intent: string }) => Promise<ChangeReport>
  toasts: ToastStore
  t: TFunction
  /** The keys that do the same as the toast's button. */
  keysOf?: (command: 'console.undo' | 'console.redo') => string | undefined
  /** `by` are the batches that took `batches` back, in the order in which they did. */
  onTaken: (batches: readonly string[], by: readonly string[], way: TakenWay) => void
}

/** A batch that is to be taken back, and the intent under which it is, also when it is tried again. */
type Wanted = { batch: string; intent: string }

const patience = 400

/**
 * Takes batches back, the last one first, and tells by one toast how it went: record by record where something stayed,
 * with the way back beside it. What stops it half-way is told, and goes on from there.
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
        const report = await undo(next.batch, { intent: next.intent }).catch((error: unknown) => {
          // One of several that was taken back before is no obstacle to the others.
          if (wanted.length > 1 && codeOf(error) === 'ALREADY_UNDONE') return null
          throw error
        })
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

  /** `what` describes them, where the message is to say more than how many. */
  const start = (batches: readonly string[], way: TakenWay = 'undo', what?: string): Promise<void> =>
    takeBack(
      batches.map((batch) => ({ batch, intent: newIntent() })),
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
