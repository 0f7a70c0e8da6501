import type { ChangeBatch, LiveEvent } from '../../../domain/changes/changes.ts'
import type { ToastStore, ToastText } from '../../ui/feedback/toast-store.ts'

type Input = {
  /** The user's own latest batches; null where they may not list them. */
  latest: (() => Promise<{ items: readonly Pick<ChangeBatch, 'id' | 'records' | 'undone'>[] }>) | null
  toasts: Pick<ToastStore, 'toasts' | 'retire'>
  words: ToastText
}

/** Milliseconds in which several events ask once. */
const PAUSE_MS = 400

/**
 * Toasts of changes that were undone elsewhere (another tab, person or screen) say so instead of offering to undo them. Asks only
 * while such a toast is shown, and not for the event of its own change.
 */
export const createRetireUndone = ({ latest, toasts, words }: Input) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const offered = () =>
    toasts.toasts().flatMap(({ about = [], action, isQueued }) => (action && !isQueued ? about : []))
  const look = () =>
    latest?.().then(
      ({ items }) => {
        const undone = items.filter((batch) => batch.undone >= batch.records).map(({ id }) => id)
        for (const batch of offered()) if (undone.includes(batch)) toasts.retire(batch, words)
      },
      // Unknown: the button tells.
      () => undefined,
    )
  return ({ batchId }: Pick<LiveEvent, 'batchId'>): void => {
    const batches = offered()
    if (latest === null || batches.length === 0 || (batchId !== null && batches.includes(batchId))) return
    clearTimeout(timer)
    timer = setTimeout(look, PAUSE_MS)
  }
}
