import { v7 as newId } from 'uuid'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { deliveries } from '../../../server/db/schema.ts'
import type { TestApi } from '../api/start-api.ts'

/** Inserts a delivery that failed. */
export const insertDelivery = async (
  { context }: TestApi,
  webhook: { id: string; owner: string; country: CountryCode },
): Promise<string> => {
  const id = newId()
  await context.db.insert(deliveries).values({
    id,
    country: webhook.country,
    owner: webhook.owner,
    webhook: webhook.id,
    event: 'order.created',
    recordOwner: webhook.owner,
    data: { id, number: 7, country: webhook.country, externalRef: null, status: 'PENDING' },
    status: 'failed',
    attempts: 10,
    answer: 500,
    attemptedAt: context.now(),
  })
  return id
}
