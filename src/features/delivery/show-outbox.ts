import type { TFunction } from 'i18next'
import type { Role } from '../../../domain/access/permissions.ts'
import { type ChangeVerb, isChangeVerb } from '../../../domain/changes/change-verbs.ts'
import { type ShippingStatus, shippingVerbs } from '../../../domain/fulfillment/shipping-status.ts'
import type { OutboxEntry } from '../../../machines/outbox/outbox-types.ts'
import type { OutboxHost } from '../../stores/outbox-host.ts'
import type { ToastStore } from '../../ui/feedback/toast-store.ts'
import { refusalKey } from '../../workspace/refusal-key.ts'
import { doneWords } from '../changes/batch-words.ts'
import { outcomeLabel } from './delivery-commands.ts'

type Tellers = {
  toasts: ToastStore
  t: TFunction
  role: Role
  undoBatch: (batchId: string, what: string) => void
  keysOf: (command: string) => string | undefined
  /** The day, time or courier that the record was given, in words. */
  details?: (body: Record<string, unknown>) => string
  /** Registers an undo for `u`. */
  remember: (undo: () => boolean) => void
}

/** Toasts the result of a queued change: done with Undo, or refused with the reason. */
export const showOutbox = (
  outbox: OutboxHost,
  { toasts, t, role, undoBatch, keysOf, remember, details }: Tellers,
  ...[result, isReported]: Parameters<Parameters<OutboxHost['onResult']>[0]>
): void => {
  const { id, record, resource, verb } = result.entry
  if (result.type === 'outbox.refused') {
    if (isReported) return
    toasts.notify({
      id,
      tone: 'danger',
      // What was said of the parcel's queued changes no longer holds.
      overtakes: [record.id],
      title:
        resource === 'orders'
          ? t('triage:result.refused', { number: record.number })
          : t('delivery:result.refused', { number: record.number, verb: outcomeLabel(verb, t, role) }),
      detail: t(refusalKey({ resource, refusal: result.code }, role)),
    })
    return
  }
  const { batchId } = result.report
  const what = [sentWords(result.entry, t, role), details?.(result.entry.body)].filter(Boolean).join(' · ')
  if (batchId !== null) {
    remember(() => {
      if (outbox.wasTakenBack(id)) return false
      undoBatch(batchId, what)
      return true
    })
  }
  if (isReported) return
  toasts.notify({
    id,
    tone: 'success',
    title: what,
    action:
      batchId === null
        ? undefined
        : { label: t('changes:undo'), keys: keysOf('console.undo'), run: () => undoBatch(batchId, what) },
    about: batchId === null ? [] : [batchId],
  })
}

/** Toasts changes that wait for the network, with Undo, which discards those not sent yet. */
export const showQueued = (
  outbox: OutboxHost,
  { toasts, t, role, keysOf, remember }: Omit<Tellers, 'undoBatch'>,
  entries: readonly OutboxEntry[],
): void => {
  const [first] = entries
  if (first === undefined) return
  const ids = new Set(entries.map(({ id }) => id))
  const undo = (): boolean => {
    const waiting = outbox.view.get().entries.filter(({ id }) => ids.has(id))
    for (const { id } of waiting) outbox.discard(id)
    toasts.dismiss(first.id)
    return waiting.length > 0
  }
  remember(undo)
  toasts.notify({
    // Replaced by its result.
    id: first.id,
    tone: 'info',
    about: entries.map(({ record }) => record.id),
    isQueued: true,
    overtakes: entries.map(({ record }) => record.id),
    title:
      entries.length === 1
        ? t('delivery:result.queued', { what: sentWords(first, t, role) })
        : t('delivery:result.queuedMany', { count: entries.length }),
    action: { label: t('changes:undo'), keys: keysOf('console.undo'), run: () => void undo() },
  })
}

/** `Shipping 53260 delivered`: result text as for other changes. */
const sentWords = (entry: OutboxEntry, t: TFunction, role: Role): string => {
  const { number } = entry.record
  const verb = effectOf(entry)
  if (verb === 'shipping.unassign' && role === 'delivery') return t('delivery:result.givenBack', { number })
  return doneWords((key, values) => t(key, values ?? {}), { verb, count: 1, number })
}

/** The effect where the command's argument decides: status or comment. */
const effectOf = ({ verb, kind, body }: OutboxEntry): ChangeVerb => {
  if (kind === 'comment' && body.comment === null) return 'shipping.clear-comment'
  return isChangeVerb(verb) ? verb : shippingVerbs[body.status as ShippingStatus]
}
