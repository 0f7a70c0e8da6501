import type { Role } from '../../domain/access/permissions.ts'
import type { OutboxEntry } from '../../machines/outbox/outbox-types.ts'

/**
 * Locale key of why a queued change was refused, the same on the card, in the toast and in the list of unsent changes. What the
 * server says of a status is no help to a courier who worked offline: the office has changed the parcel, or given it away.
 */
export const refusalKey = (
  { resource, refusal }: Pick<OutboxEntry, 'resource' | 'refusal'>,
  role: Role,
): string => {
  const isCouriers = resource === 'shippings' && role === 'delivery'
  if (isCouriers && refusal === 'NO_SUCH_TRANSITION') return 'delivery:refused.moved'
  if (isCouriers && refusal === 'NOT_FOUND') return 'delivery:stray.gone'
  return `errors:${refusal ?? 'INTERNAL'}`
}
