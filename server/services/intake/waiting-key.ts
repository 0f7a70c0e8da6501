import { createHash } from 'node:crypto'
import { shopReaders } from '../../../domain/intake/read-event.ts'
import type { ShopOrder } from '../../../domain/intake/shop-order.ts'
import type { SourceKind } from '../../../domain/intake/source-kinds.ts'
import type { ReceivedEvent } from './stored-events.ts'

/**
 * Digest of what an event says of its order, null if it may not be dropped for an equal one that waits. Unique among the waiting
 * events of a source, so that what is delivered twice, or read twice in a shop, waits once.
 */
export const waitingKeyOf = ({
  kind,
  headers,
  body,
}: Pick<ReceivedEvent, 'kind' | 'headers' | 'body'>): string | null => {
  try {
    const read = shopReaders[kind](headers, body.toString('utf8'))
    return read.ok && read.value.kind === 'order' ? waitingKey(kind, read.value) : null
  } catch {
    // The event is stored all the same; the bug shows when it is worked on.
    return null
  }
}

export const waitingKey = (kind: SourceKind, order: ShopOrder): string | null =>
  isDated(kind, order) ? createHash('sha256').update(JSON.stringify(order)).digest('base64url') : null

/**
 * Whether equal contents are of the same change. Without its own date an order may have been changed and changed back, and the
 * last of the three events counts. Shops date each change; our own JSON only by `updatedAt`.
 */
const isDated = (kind: SourceKind, { changedAt, createdAt }: ShopOrder): boolean =>
  changedAt !== null && ((kind !== 'generic' && kind !== 'sheet') || changedAt !== createdAt)
