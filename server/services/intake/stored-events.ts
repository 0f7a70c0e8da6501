import { asc, eq, type SQL } from 'drizzle-orm'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { SourceKind } from '../../../domain/intake/source-kinds.ts'
import type { Executor } from '../../db/drizzle.ts'
import { intake, intakeBodies, sources } from '../../db/schema/intake.ts'

/** An event to work on, with its source. */
export type ReceivedEvent = {
  id: string
  source: string
  sourceName: string
  sourceNumber: number
  kind: SourceKind
  owner: string
  country: CountryCode
  headers: Record<string, string>
  body: Buffer
}

/** Events that match, in the order in which they came; those whose content was deleted are left out. */
export const storedEvents = (
  db: Executor,
  condition: SQL | undefined,
  { limit }: { limit: number },
): Promise<(ReceivedEvent & { number: number })[]> =>
  db
    .select({
      id: intake.id,
      number: intake.number,
      source: intake.source,
      sourceName: sources.name,
      sourceNumber: sources.number,
      kind: sources.kind,
      owner: intake.owner,
      country: intake.country,
      headers: intakeBodies.headers,
      body: intakeBodies.body,
    })
    .from(intake)
    .innerJoin(sources, eq(sources.id, intake.source))
    .innerJoin(intakeBodies, eq(intakeBodies.event, intake.id))
    .where(condition)
    .orderBy(asc(intake.number))
    .limit(limit)
