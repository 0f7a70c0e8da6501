import type { TFunction } from 'i18next'
import type { ChangeActor } from '../../../machines/change/change-machine.ts'
import type { LongWork } from '../../api/long-work.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { errorWords } from '../../ui/error-words.ts'
import type { ToastStore } from '../../ui/feedback/toast-store.ts'
import { refusalWords, refusedRecords, resultWords } from './batch-words.ts'
import type { ChangePart } from './change-host.ts'

const patience = 400

type ChangeTeller = Partial<ChangePart> & {
  toasts: ToastStore
  t: TFunction
  longWork: Pick<LongWork, 'running' | 'cancel'>
  /** Shortcut shown on the toast's Undo. */
  undoKeys?: string
  /** Redoes what the undo's batch reverted. */
  redo?: { keys?: string; run: (batchId: string) => void }
}

/**
 * Shows a change in one toast: in progress (if long; with Cancel for a job), result with Undo, failure with Retry. Of a part only
 * long waits and failures are shown.
 */
export const showChange = (
  actor: ChangeActor,
  { toasts, t, longWork, undoKeys, redo, isPart = false, isShown = false }: ChangeTeller,
): void => {
  const id = `change-${actor.sessionId}`
  let slow: ReturnType<typeof setTimeout> | undefined
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
    clearTimeout(slow)
    stopListening()
    if (state === 'applying' || state === 'undoing') {
      const idempotencyKey =
        state === 'applying' ? context.idempotencyKeys.apply : context.idempotencyKeys.undo
      slow = setTimeout(() => {
        tellProgress(state, idempotencyKey)
        stopListening = longWork.running.subscribe(() => tellProgress(state, idempotencyKey)).unsubscribe
      }, patience)
    }
    if (isPart && state === 'settled') toasts.dismiss(id)
    else if ((state === 'undoable' || state === 'settled') && context.result !== null && !isPart) {
      toasts.notify({
        id,
        tone: context.result.counts.refused > 0 ? 'warning' : 'success',
        title: resultWords(words, context.change.effect, context.result),
        detail: refusalWords(words, context.result) || undefined,
        action:
          state === 'undoable'
            ? { label: t('changes:undo'), keys: undoKeys, run: () => actor.send({ type: 'change.undo' }) }
            : undefined,
      })
    }
    if (state === 'done' && context.undone !== null) {
      const { batchId } = context.undone
      toasts.notify({
        id,
        tone: context.undone.counts.refused > 0 ? 'warning' : 'success',
        title: t('changes:undone', { count: context.undone.counts.changed }),
        detail: refusedRecords(context.undone, words) || undefined,
        action:
          batchId === null || redo === undefined
            ? undefined
            : { label: t('changes:redo'), keys: redo.keys, run: () => redo.run(batchId) },
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
