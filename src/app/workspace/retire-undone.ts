import type { Change, LiveEvent } from '../../../domain/changes/changes.ts'
import type { Listed } from '../../api/call-options.ts'
import type { ToastStore, ToastText } from '../../ui/feedback/toast-store.ts'

type Input = {
  /** Lines of a batch, newest first. */
  lines: (batchId: string, page: { limit: number }) => Promise<Listed<Pick<Change, 'isUndone'>>>
  toasts: Pick<ToastStore, 'toasts' | 'retire'>
  words: ToastText
}

/** Milliseconds in which several events ask once. */
const PAUSE_MS = 400

/**
 * Toasts of changes that were undone elsewhere (another tab, person or screen) say so instead of offering to undo them. Asks only
 * while such a toast is shown, and not for the event of its own change.
 */
export const createRetireUndone = ({ lines, toasts, words }: Input) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const offered = () =>
    toasts.toasts().flatMap(({ about = [], action, isQueued }) => (action && !isQueued ? about : []))
  const look = () => {
    for (const batch of offered()) {
      void lines(batch, { limit: 1 }).then(
        ({ items: [line] }) => line?.isUndone && toasts.retire(batch, words),
        // Unknown: the button tells.
        () => undefined,
      )
    }
  }
  return ({ batchId }: Pick<LiveEvent, 'batchId'>): void => {
    const batches = offered()
    if (batches.length === 0 || (batchId !== null && batches.includes(batchId))) return
    clearTimeout(timer)
    timer = setTimeout(look, PAUSE_MS)
  }
}
