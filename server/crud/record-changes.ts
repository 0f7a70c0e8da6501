import { randomFillSync } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { v7 as newId, v7 } from 'uuid'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { givenPerStatement, givenRows, inChunks } from '../db/unnest-rows.ts'
import { recordEvent } from '../events/read-events.ts'
import { changedRecord, isLeading } from './changed-record.ts'

const bytesPerId = 16

/** The instant and the place within it of the last id given. */
let last = { msecs: 0, seq: 0 }

/** Ids (UUID v7) for rows that are written together, each greater than the one before. One draw of random bytes makes all. */
export const newIds = (count: number): string[] => {
  if (count === 0) return []
  const random = randomFillSync(new Uint8Array(count * bytesPerId))
  const now = Date.now()
  const isSame = now <= last.msecs && last.seq + count < 2 ** 32
  const msecs = now <= last.msecs ? last.msecs + (isSame ? 0 : 1) : now
  // A beginning in the lower half, so that there is room to count on from it.
  const first = isSame ? last.seq + 1 : new DataView(random.buffer).getUint32(0) >>> 1
  last = { msecs, seq: first + count - 1 }
  return Array.from({ length: count }, (_, at) =>
    v7({ random: random.subarray(at * bytesPerId, (at + 1) * bytesPerId), msecs, seq: first + at }),
  )
}

/**
 * What one call wrote: its history lines share the id and the instant. `journalVerb` is what the journal calls it where
 * its lines have several verbs.
 */
export type Batch = { id: string; at: Date; journalVerb?: Verb }

export const newBatch = (context: { now: () => Date }): Batch => ({ id: newId(), at: context.now() })

/** `version` is the record's once the change is made; `before` and `after` hold only the fields that changed. */
export type ChangeLine = {
  verb: string
  resource: ResourceName
  recordId: string
  version: number
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** The line that this one takes back. */
  undoes?: string
}

/** Appends to the history and the journal, in the transaction of the change itself. Without an actor the server did it by itself. */
export const recordChanges = async (
  tx: Executor,
  actor: Pick<Actor, 'id'> | null,
  batch: Batch,
  lines: readonly ChangeLine[],
): Promise<void> => {
  for (const statement of changeStatements(actor, batch, lines)) await tx.execute(statement)
}

/**
 * The statements that `recordChanges` sends, to be made before it is their turn. A caller who has the records says what
 * country they are of, null where of several; else it is looked up.
 */
export const changeStatements = (
  actor: Pick<Actor, 'id'> | null,
  batch: Batch,
  lines: readonly ChangeLine[],
  country?: string | null,
): SQL[] =>
  [...inChunks(lines, givenPerStatement)].map((chunk) => {
    const { from, value } = givenRows(
      [
        { name: 'id', type: 'uuid', values: newIds(chunk.length) },
        ...lineColumns.map(([name, type]) => ({ name, type, values: chunk.map((line) => line[name]) })),
      ],
      'id',
    )
    const values = sql.join(
      lineColumns.map(([name]) => value(name)),
      sql`, `,
    )
    return sql`
      with written as (
        insert into changes (batch_id, at, actor, id, verb, resource, record_id, version, before, after, undoes)
        select ${batch.id}::uuid, ${batch.at.toISOString()}::timestamptz, ${actor?.id ?? null}::uuid, given.id, ${values}
        from ${from}
        returning batch_id, at, actor, verb, resource, record_id, undoes
      )
      ${gatherBatches(sql`written`, country === undefined ? undefined : sql`${country}::text`, batch.journalVerb)}`
  })

const lineColumns = [
  ['verb', 'text'],
  ['resource', 'text'],
  ['recordId', 'uuid'],
  ['version', 'integer'],
  ['before', 'jsonb'],
  ['after', 'jsonb'],
  ['undoes', 'uuid'],
] as const satisfies readonly (readonly [keyof ChangeLine, string])[]

/** The fields of `after` that differ from `before`, both sides; null when nothing does. */
export const differences = <Fields extends object>(
  before: Fields,
  after: Partial<Fields>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null => {
  const names = (Object.keys(after) as (keyof Fields & string)[]).filter(
    (name) => after[name] !== undefined && after[name] !== before[name],
  )
  if (names.length === 0) return null
  const pick = (record: Partial<Fields>) => Object.fromEntries(names.map((name) => [name, record[name]]))
  return { before: pick(before), after: pick(after) }
}

/**
 * The statement that writes the journal's row of each batch that has lines in `lines` (columns as `changes`). Lines of
 * a batch that has its row already are counted into it. `country` gives each line's, where the caller knows it.
 */
const gatherBatches = (
  lines: SQL,
  country: SQL = changedRecord('country', sql`line`),
  verb?: Verb,
): SQL => sql`
  insert into change_batches (id, at, actor, verb, resource, country, records, undoes)
  select line.batch_id, min(line.at), min(line.actor::text)::uuid, ${verb === undefined ? sql`min(line.verb)` : sql`${verb}::text`},
    min(line.resource),
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
