import type { TFunction } from 'i18next'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { ChangeActor } from '../../../machines/change/change-machine.ts'
import type { LongWork } from '../../api/long-work.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { errorWords } from '../../ui/error-words.ts'
import type { ToastStore } from '../../ui/feedback/toast-store.ts'
import { putBackWords, refusalWords, refusedRecords, resultWords } from './batch-words.ts'
import type { ChangePart } from './change-host.ts'
import { whenLong } from './when-long.ts'

type ChangeTeller = Partial<ChangePart> & {
  toasts: ToastStore
  t: TFunction
  longWork: Pick<LongWork, 'running' | 'cancel'>
  /** Whether calls wait for the user to say who they are. */
  isHeld?: () => boolean
  /** Shortcut shown on the toast's Undo. */
  undoKeys?: string
  /** The latest change of a record that was refused, or no longer matched the filter, in words. */
  whoChanged?: (resource: ResourceName, report: ChangeReport) => Promise<string | null>
  /** The day, time or courier that the records were given, in words. */
  details?: (body: Record<string, unknown> | null) => string
  /** Redoes what the undo's batch reverted. */
  redo?: { keys?: string; run: (batchId: string) => void }
}

/**
 * Shows a change in one toast: in progress (if long; with Cancel for a job), result with Undo, failure with Retry. Of a part only
 * long waits and failures are shown.
 */
export const showChange = (
  actor: ChangeActor,
  {
    toasts,
    t,
    longWork,
    isHeld,
    undoKeys,
    redo,
    whoChanged,
    details,
    isPart = false,
    isShown = false,
  }: ChangeTeller,
): void => {
  const id = `change-${actor.sessionId}`
  let stopWaiting: () => void = () => undefined
  let stopListening: () => void = () => undefined
  const tellProgress = (state: 'applying' | 'undoing', idempotencyKey: string) => {
    const job = longWork.running.get().find((running) => running.idempotencyKey === idempotencyKey)
    toasts.notify({
      id,
      tone: 'info',
      title: t(`changes:${state}`),
      sticky: true,
      detail: job?.total ? t('jobs:progress', { done: job.done, total: job.total }) : undefined,
      action:
        job && !job.isCancelling
          ? { label: t('jobs:cancel'), run: () => void longWork.cancel(job.id).catch(() => undefined) }
          : undefined,
    })
  }
  let shown = ''
  const words: Translate = (key, values) => t(key, values ?? {})
  actor.subscribe((snapshot) => {
    const { context } = snapshot
    const state = String(typeof snapshot.value === 'string' ? snapshot.value : Object.keys(snapshot.value)[0])
    if (state === shown) return
    shown = state
    stopWaiting()
    stopListening()
    if (state === 'applying' || state === 'undoing') {
      const idempotencyKey =
        state === 'applying' ? context.idempotencyKeys.apply : context.idempotencyKeys.undo
      stopWaiting = whenLong(() => {
        tellProgress(state, idempotencyKey)
        stopListening = longWork.running.subscribe(() => tellProgress(state, idempotencyKey)).unsubscribe
      }, isHeld)
    }
    if (isPart && state === 'settled') toasts.dismiss(id)
    else if ((state === 'undoable' || state === 'settled') && context.result !== null && !isPart) {
      const { change, result } = context
      const left = Math.max(0, change.count - result.counts.changed - result.counts.refused)
      const isWhole = result.counts.refused + left === 0
      const show = (who: string | null) =>
        toasts.notify({
          id,
          tone: isWhole ? 'success' : 'warning',
          title:
            result.counts.changed === 0
              ? t('changes:none')
              : resultWords(words, change, result, details?.(change.body)),
          detail:
            [
              refusalWords(words, result, change.effect),
              left > 0 ? t('changes:left', { count: left }) : '',
              who,
            ]
              .filter(Boolean)
              .join(' · ') || undefined,
          action:
            state === 'undoable'
              ? { label: t('changes:undo'), keys: undoKeys, run: () => actor.send({ type: 'change.undo' }) }
              : undefined,
          about: result.batchId === null ? [] : [result.batchId],
        })
      show(null)
      if (!isWhole)
        void whoChanged?.(change.resource, result)
          .then((who) => {
            const isShown = toasts.toasts().some((toast) => toast.id === id)
            if (who !== null && isShown && shown === state) show(who)
          })
          // A history that cannot be read names nobody.
          .catch(() => undefined)
    }
    if (state === 'done' && context.undone !== null) {
      const { batchId } = context.undone
      toasts.notify({
        id,
        tone: context.undone.counts.refused > 0 ? 'warning' : 'success',
        title: t('changes:undone', { count: context.undone.counts.changed }),
        detail:
          [putBackWords(words, context.change.effect, context.undone), refusedRecords(context.undone, words)]
            .filter((part) => part !== '')
            .join(' · ') || undefined,
        action:
          batchId === null || redo === undefined
            ? undefined
            : { label: t('changes:redo'), keys: redo.keys, run: () => redo.run(batchId) },
        about: batchId === null ? [] : [batchId],
      })
    }
    const isToldElsewhere = isShown && snapshot.matches({ failed: 'checking' })
    if (state === 'failed' && context.failure !== null && !isToldElsewhere) {
      toasts.notify({
        id,
        tone: 'danger',
        title: t('changes:failed'),
        detail: errorWords(t, context.failure),
        sticky: true,
        action: { label: t('changes:retry'), run: () => actor.send({ type: 'change.retry' }) },
      })
    }
  })
}
