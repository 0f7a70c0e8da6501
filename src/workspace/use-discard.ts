import type { OutboxEntry } from '../../machines/outbox/outbox-types.ts'
import { useWorkspace } from './workspace.ts'

/** Discards unsent changes of one record; asks first if they say that cash was collected, which nothing else records. */
export const useDiscard = () => {
  const { outbox, ports } = useWorkspace()
  return async (entries: readonly OutboxEntry[]): Promise<void> => {
    const delivery = entries.find(({ body }) => body.status === 'DELIVERED')
    const isSure =
      delivery === undefined ||
      (await ports.confirm({
        titleKey: 'outbox:ask.title',
        detailKey: 'outbox:ask.detail',
        values: { number: delivery.record.number, name: delivery.record.name },
        yesKey: 'outbox:ask.yes',
        noKey: 'outbox:ask.no',
        danger: true,
      }))
    if (isSure) for (const { id } of entries) outbox.discard(id)
  }
}
