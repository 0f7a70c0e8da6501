import { type SQL, sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { ResourceName } from '../../domain/resources.ts'
import { newIds } from '../core/new-ids.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { givenPerStatement, givenRows, inChunks } from '../db/unnest-rows.ts'
import { recordEvent } from '../events/read-events.ts'
import { shareTexts } from './change-texts.ts'
import { changedRecord, isLeading } from './changed-record.ts'
import { type HistoryBudget, historyBudget, historyBytes, spendHistory } from './history-budget.ts'

/**
 * What one call wrote: its history lines share the id and the instant. `historyVerb` is what the history calls it where
 * its lines have several verbs.
 */
export type Batch = { id: string; at: Date; historyVerb?: Verb; budget?: HistoryBudget | undefined }

type BatchContext = Pick<ServerContext, 'now'> & Partial<Pick<ServerContext, 'pool' | 'storage'>>

export const newBatch = (context: BatchContext): Batch => batchOf(context, newId())

/** A batch that goes on: of a job, whose steps share its id. */
export const batchOf = (context: BatchContext, id: string): Batch => ({
  id,
  at: context.now(),
  budget: historyBudget(context),
})

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

/** Who makes changes, whose budget they are spent from; null where the server does it by itself. */
export type Author = Pick<Actor, 'id' | 'role'> | null

/**
 * Appends to the history and the history, in the transaction of the change itself.
 * @throws Refused `TOO_MANY_CHANGES`
 */
export const recordChanges = (
  tx: Executor,
  author: Author,
  batch: Batch,
  lines: readonly ChangeLine[],
): Promise<void> => writeHistory(tx, author, batch, prepareHistory(author, batch, lines))

/** A statement of `prepareHistory`, and about what it writes. */
export type PreparedHistory = { statement: SQL; bytes: number }

/** @throws Refused `TOO_MANY_CHANGES` */
export const writeHistory = async (
  tx: Executor,
  author: Author,
  batch: Batch,
  prepared: readonly PreparedHistory[],
): Promise<void> => {
  for (const one of prepared) await spendHistory(tx, author, batch, one)
}

/**
 * What `recordChanges` writes, to be made before it is its turn. A caller who has the records says what country they are of,
 * null where of several; else it is looked up.
 */
export const prepareHistory = (
  author: Author,
  batch: Batch,
  lines: readonly ChangeLine[],
  country?: string | null,
): PreparedHistory[] =>
  [...inChunks(lines, givenPerStatement)].map((chunk) => {
    const shared = shareTexts(chunk)
    const written = shared.lines.map((line) => ({
      ...line,
      before: toJson(line.before),
      after: toJson(line.after),
    }))
    const { from, value } = givenRows(
      [
        { name: 'id', type: 'uuid', values: newIds(chunk.length) },
        ...lineColumns.map(([name, type]) => ({ name, type, values: written.map((line) => line[name]) })),
      ],
      'id',
    )
    const values = sql.join(
      lineColumns.map(([name]) => value(name)),
      sql`, `,
    )
    const bytes = historyBytes(
      chunk.length + shared.texts.size,
      sumOf(written.flatMap(({ before, after }) => [before, after])) + sumOf([...shared.texts.values()]),
    )
    const statement = sql`
      with ${textsSql(batch, shared.texts)} written as (
        insert into changes (batch_id, at, actor, id, verb, resource, record_id, version, before, after, undoes)
        select ${batch.id}::uuid, ${batch.at.toISOString()}::timestamptz, ${author?.id ?? null}::uuid, given.id, ${values}
        from ${from}
        returning batch_id, at, actor, verb, resource, record_id, undoes
      )
      ${gatherBatches(sql`written`, bytes, country === undefined ? undefined : sql`${country}::text`, batch.historyVerb)}`
    return { statement, bytes }
  })

const toJson = (values: Record<string, unknown> | null): string | null =>
  values === null ? null : JSON.stringify(values)

const sumOf = (texts: readonly (string | null)[]): number =>
  texts.reduce((sum, text) => sum + (text === null ? 0 : Buffer.byteLength(text)), 0)

/** Steps of a job may have stored the same text before. */
const textsSql = ({ id }: Batch, texts: ReadonlyMap<string, string>): SQL =>
  texts.size === 0
    ? sql.empty()
    : sql`shared as (
        insert into change_texts (batch_id, key, text)
        select ${id}::uuid, given.key, given.text
        from unnest(${sql.param([...texts.keys()])}::text[], ${sql.param([...texts.values()])}::text[]) as given (key, text)
        on conflict do nothing
      ),`

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
 * The statement that writes the history's row of each batch that has lines in `lines` (columns as `changes`). Lines of
 * a batch that has its row already are counted into it. `country` gives each line's, where the caller knows it.
 */
const gatherBatches = (
  lines: SQL,
  bytes: number,
  country: SQL = changedRecord('country', sql`line`),
  verb?: Verb,
): SQL => sql`
  insert into change_batches (id, at, actor, verb, resource, country, records, bytes, undoes)
  select line.batch_id, min(line.at), min(line.actor::text)::uuid, ${verb === undefined ? sql`min(line.verb)` : sql`${verb}::text`},
    min(line.resource),
    case when count(distinct line.country) = 1 then min(line.country) end, count(*), ${bytes}::bigint,
    (select changes.batch_id from changes where changes.id = min(line.undoes::text)::uuid)
  from (
    select line.*, ${country} as country
    from ${lines} line where ${isLeading(sql`line`)}
  ) line
  group by line.batch_id
  ${countedOnto}`

const countedOnto = sql`on conflict (id) do update set
  records = change_batches.records + excluded.records,
  bytes = change_batches.bytes + excluded.bytes,
  country = case when change_batches.country = excluded.country then excluded.country end`

/** The same for lines whose records are known to the caller: all count for themselves, `country` null where they are of several. */
export const countedBatch = (
  batch: { id: string; at: Date },
  facts: {
    actor: string
    verb: Verb
    resource: ResourceName
    country: CountryCode | null
    records: number
    bytes: number
  },
): SQL => sql`
  insert into change_batches (id, at, actor, verb, resource, country, records, bytes)
  values (${batch.id}, ${batch.at.toISOString()}::timestamptz, ${facts.actor}::uuid, ${facts.verb}, ${facts.resource},
    ${facts.country}, ${facts.records}, ${facts.bytes})
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
