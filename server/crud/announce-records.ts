import type { Actor } from '../../domain/access/actor.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { Transaction } from '../db/drizzle.ts'
import { recordEvent } from '../events/read-events.ts'
import type { Batch } from './record-changes.ts'

type Announced = { id: string; country: string; owner: string }

/** Publishes an event that these records changed; none if the list is empty. */
export const announceRecords = async (
  tx: Transaction,
  actor: Pick<Actor, 'id'> | null,
  batch: Batch,
  { resource, verb }: { resource: ResourceName; verb: string },
  records: readonly Announced[],
): Promise<void> => {
  const [first] = records
  if (first === undefined) return
  const isOfOneCountry = records.every(({ country }) => country === first.country)
  await recordEvent(tx, {
    resource,
    verb,
    country: isOfOneCountry ? first.country : null,
    owners: records.map(({ owner }) => owner),
    ids: records.map(({ id }) => id),
    batchId: batch.id,
    actor: actor?.id ?? null,
  })
}
