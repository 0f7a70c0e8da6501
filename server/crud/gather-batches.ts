import { type SQL, sql } from 'drizzle-orm'
import type { Verb } from '../../domain/access/permissions.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { ResourceName } from '../../domain/resources.ts'
import { changedRecord } from './changed-record.ts'
import { isLeading } from './leading-lines.ts'

/**
 * The statement that writes the journal's row of each batch that has lines in `lines` (columns as `changes`). Lines of
 * a batch that has its row already are counted into it. `country` gives each line's, where the caller knows it.
 */
export const gatherBatches = (lines: SQL, country: SQL = changedRecord('country', sql`line`)): SQL => sql`
  insert into change_batches (id, at, actor, verb, resource, country, records, undoes)
  select line.batch_id, min(line.at), min(line.actor::text)::uuid, min(line.verb), min(line.resource),
    case when count(distinct line.country) = 1 then min(line.country) end, count(*),
    (select changes.batch_id from changes where changes.id = min(line.undoes::text)::uuid)
  from (
    select line.*, ${country} as country
    from ${lines} line where ${isLeading(sql`line`)}
  ) line
  group by line.batch_id
  ${countedOnto}`

const countedOnto = sql`on conflict (id) do update set
  records = change_batches.records + excluded.records,
  country = case when change_batches.country = excluded.country then excluded.country end`

/** The same for lines whose records are known to the caller: all count for themselves, `country` null where they are of several. */
export const countedBatch = (
  batch: { id: string; at: Date },
  facts: { actor: string; verb: Verb; resource: ResourceName; country: CountryCode | null; records: number },
): SQL => sql`
  insert into change_batches (id, at, actor, verb, resource, country, records)
  values (${batch.id}, ${batch.at.toISOString()}::timestamptz, ${facts.actor}::uuid, ${facts.verb}, ${facts.resource},
    ${facts.country}, ${facts.records})
  ${countedOnto}`
