import type { TFunction } from 'i18next'
import type { Translate } from '../../palette/command-item.ts'
import type { ToastStore } from '../../ui/toast-store.ts'
import type { ChangeActor } from './change-host.ts'
import { refusalWords, resultWords } from './change-words.ts'

const patience = 400

/** Tells a change's way by one toast: under way (if it takes long), what was done with Undo beside it, what failed with Retry. */
export const showChange = (actor: ChangeActor, toasts: ToastStore, t: TFunction): void => {
  const id = `change-${actor.sessionId}`
  let slow: ReturnType<typeof setTimeout> | undefined
  let told = ''
  const words: Translate = (key, values) => t(key, values ?? {})
  actor.subscribe((snapshot) => {
    const { context } = snapshot
    const state = String(typeof snapshot.value === 'string' ? snapshot.value : Object.keys(snapshot.value)[0])
    if (state === told) return
    told = state
    clearTimeout(slow)
    if (state === 'applying' || state === 'undoing') {
      slow = setTimeout(
        () => toasts.notify({ id, tone: 'info', title: t(`changes:${state}`), sticky: true }),
        patience,
      )
    }
    if ((state === 'undoable' || state === 'settled') && context.result !== null) {
      toasts.notify({
        id,
        tone: context.result.counts.refused > 0 ? 'warning' : 'success',
        title: resultWords(words, context.result),
        detail: refusalWords(words, context.result) || undefined,
        action:
          state === 'undoable'
            ? { label: t('changes:undo'), keys: 'u', run: () => actor.send({ type: 'change.undo' }) }
            : undefined,
      })
    }
    if (state === 'done' && context.undone !== null) {
      toasts.notify({
        id,
        tone: context.undone.counts.refused > 0 ? 'warning' : 'success',
        title: t('changes:undone', { count: context.undone.counts.changed }),
        detail: refusalWords(words, context.undone) || undefined,
      })
    }
    if (state === 'failed' && context.failure !== null) {
      toasts.notify({
        id,
        tone: 'danger',
        title: t('changes:failed'),
        detail: t(`errors:${context.failure.code}`),
        sticky: true,
        action: { label: t('changes:retry'), run: () => actor.send({ type: 'change.retry' }) },
      })
    }
  })
}
