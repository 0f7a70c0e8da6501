import { type SQL, sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { ResourceName } from '../../domain/resources.ts'
import { type LineEvent, lineEvents } from '../../domain/webhooks/line-events.ts'
import { newIds } from '../core/new-ids.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { givenPerStatement, givenRows, inChunks } from '../db/unnest-rows.ts'
import { recordEvent } from '../events/read-events.ts'
import { shareTexts } from './change-texts.ts'
import { changedRecord, isLeading } from './changed-record.ts'
import { type HistoryBudget, historyBudget, historyBytes, spendHistory } from './history-budget.ts'
import { queueDeliveries } from './queue-deliveries.ts'

/**
 * A batch: history lines of one call, with common id and instant. `historyVerb`: verb of the batch, if its lines have several.
 * `isWritten`: lines were written under it.
 */
export type Batch = {
  id: string
  at: Date
  historyVerb?: Verb
  /** The source whose event is worked on. */
  source?: string
  budget?: HistoryBudget | undefined
  isWritten?: true
}

type BatchContext = Pick<ServerContext, 'now'> & Partial<Pick<ServerContext, 'pool' | 'storage'>>

export const newBatch = (context: BatchContext): Batch => batchOf(context, newId())

/** A batch whose id exists: the steps of a job share one. */
export const batchOf = (context: BatchContext, id: string): Batch => ({
  id,
  at: context.now(),
  budget: historyBudget(context),
})

/** `version`: after the change; `before` and `after`: only changed fields. */
export type ChangeLine = {
  verb: string
  resource: ResourceName
  recordId: string
  version: number
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** Id of the line that it undoes. */
  undoes?: string
}

/** Author, whose budget is used; null for the server itself. */
export type Author = Pick<Actor, 'id' | 'role' | 'key'> | null

/**
 * Appends history lines and their batch in the change's transaction, and queues their events for webhooks. @throws Refused `TOO_MANY_CHANGES`
 */
export const recordChanges = (
  tx: Executor,
  author: Author,
  batch: Batch,
  lines: readonly ChangeLine[],
): Promise<void> => writeHistory(tx, author, batch, prepareHistory(author, batch, lines))

/** A prepared statement, its estimated size, and the events that its lines are. */
export type PreparedHistory = { statement: SQL; bytes: number; events: LineEvent[] }

/** @throws Refused `TOO_MANY_CHANGES` */
export const writeHistory = async (
  tx: Executor,
  author: Author,
  batch: Batch,
  prepared: readonly PreparedHistory[],
): Promise<void> => {
  if (prepared.length > 0) batch.isWritten = true
  for (const one of prepared) await spendHistory(tx, author, batch, one)
  await queueDeliveries(
    tx,
    batch,
    prepared.flatMap(({ events }) => events),
  )
}

/** Builds the statement of `recordChanges` in advance. Pass the country if known (null for several), else it is looked up. */
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
      ${gatherBatches(sql`written`, {
        bytes,
        country: country === undefined ? changedRecord('country', sql`line`) : sql`${country}::text`,
        verb: batch.historyVerb,
        key: author?.key?.id,
        source: batch.source,
      })}`
    return { statement, bytes, events: chunk.flatMap(lineEvents) }
  })

const toJson = (values: Record<string, unknown> | null): string | null =>
  values === null ? null : JSON.stringify(values)

const sumOf = (texts: readonly (string | null)[]): number =>
  texts.reduce((sum, text) => sum + (text === null ? 0 : Buffer.byteLength(text)), 0)

/** Earlier steps of a job may have stored the same text. */
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

/** Lists are compared by their values, and instants too, also with their ISO text. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other !== 'function' && JSON.stringify(one) === JSON.stringify(other)) ||
  (other instanceof Date && other.toISOString() === one)

/** Fields of `after` that differ from `before`, both sides; null if none. */
export const differences = <Fields extends object>(
  before: Fields,
  after: Partial<Fields>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null => {
  const names = (Object.keys(after) as (keyof Fields & string)[]).filter(
    (name) => after[name] !== undefined && !isSame(after[name], before[name]),
  )
  if (names.length === 0) return null
  const pick = (record: Partial<Fields>) => Object.fromEntries(names.map((name) => [name, record[name]]))
  return { before: pick(before), after: pick(after) }
}

type BatchFacts = {
  bytes: number
  country: SQL
  verb: Verb | undefined
  key: string | undefined
  source: string | undefined
}

/**
 * Statement that writes a batch row for the lines in `lines` (columns of `changes`), or adds to its counts. `country`: of each
 * line, if known.
 */
const gatherBatches = (lines: SQL, { bytes, country, verb, key, source }: BatchFacts): SQL => sql`
  insert into change_batches (id, at, actor, verb, resource, country, records, bytes, undoes, key, source)
  select line.batch_id, min(line.at), min(line.actor::text)::uuid, ${verb === undefined ? sql`min(line.verb)` : sql`${verb}::text`},
    min(line.resource),
    case when count(distinct line.country) = 1 then min(line.country) end, count(*), ${bytes}::bigint,
    (select changes.batch_id from changes where changes.id = min(line.undoes::text)::uuid),
    ${key ?? null}::uuid, ${source ?? null}::uuid
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

/** The same if the records are known: all count, `country` null for several. */
export const countedBatch = (
  batch: Pick<Batch, 'id' | 'at' | 'source'>,
  facts: {
    actor: Pick<Actor, 'id' | 'key'>
    verb: Verb
    resource: ResourceName
    country: CountryCode | null
    records: number
    bytes: number
  },
): SQL => sql`
  insert into change_batches (id, at, actor, verb, resource, country, records, bytes, key, source)
  values (${batch.id}, ${batch.at.toISOString()}::timestamptz, ${facts.actor.id}::uuid, ${facts.verb}, ${facts.resource},
    ${facts.country}, ${facts.records}, ${facts.bytes}, ${facts.actor.key?.id ?? null}::uuid, ${batch.source ?? null}::uuid)
  ${countedOnto}`

type Announced = { id: string; country: string; owner: string }

/** Publishes an event for these records; none if empty. */
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
