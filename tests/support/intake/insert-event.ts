import { v7 as newId } from 'uuid'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { intake } from '../../../server/db/schema.ts'
import type { TestApi } from '../api/start-api.ts'

/** Inserts an event that waits, without what came. */
export const insertEvent = async (
  { context }: TestApi,
  source: { id: string; owner: string; country: CountryCode },
): Promise<string> => {
  const id = newId()
  await context.db.insert(intake).values({
    id,
    country: source.country,
    owner: source.owner,
    source: source.id,
    externalId: `WEB-${id.slice(-12)}`,
    verdict: 'refused',
    reason: 'OTHER_CURRENCY',
    isOpen: true,
    workedAt: context.now(),
  })
  return id
}
