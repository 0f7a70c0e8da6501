import type { TFunction } from 'i18next'
import type { OutboxHost } from '../../stores/outbox-host.ts'
import type { ToastStore } from '../../ui/feedback/toast-store.ts'
import { outcomeLabel } from './outcome-label.ts'

type Tellers = {
  toasts: ToastStore
  t: TFunction
  undoBatch: (batchId: string) => void
  keysOf: (command: string) => string | undefined
  /** What `u` takes back from now on. */
  remember: (undo: () => boolean) => void
}

/** Tells what became of a change that waited: done, with Undo beside it; refused, with the reason. */
export const showOutbox = (
  outbox: OutboxHost,
  { toasts, t, undoBatch, keysOf, remember }: Tellers,
  ...[told, isToldOf]: Parameters<Parameters<OutboxHost['onTold']>[0]>
): void => {
  const { id, record, verb } = told.entry
  const values = { number: record.number, verb: outcomeLabel(verb, t) }
  if (told.type === 'outbox.refused') {
    if (isToldOf) return
    toasts.notify({
      id,
      tone: 'danger',
      title: t('delivery:told.refused', values),
      detail: t(`errors:${told.code}`),
    })
    return
  }
  const { batchId } = told.report
  if (batchId !== null) {
    remember(() => {
      if (outbox.wasTakenBack(id)) return false
      undoBatch(batchId)
      return true
    })
  }
  if (isToldOf) return
  toasts.notify({
    id,
    tone: 'success',
    title: t('delivery:told.sent', values),
    action:
      batchId === null
        ? undefined
        : { label: t('changes:undo'), keys: keysOf('console.undo'), run: () => undoBatch(batchId) },
  })
}
