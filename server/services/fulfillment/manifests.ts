import { sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../../domain/access/actor.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { type LineChange, lineChangeOf } from '../../../domain/manifests/policy.ts'
import { newIds } from '../../core/new-ids.ts'
import { announceRecords, type Batch, recordChanges } from '../../crud/record-changes.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { manifestLines, manifests } from '../../db/schema/manifests.ts'
import { inChunks, insertRows } from '../../db/unnest-rows.ts'
import { manifestList } from '../../queries/manifests.ts'
import { removeSearchEntries, writeSearchEntries } from '../../search/write-entries.ts'
import type { RevisedFulfillment } from './revise-fulfillments.ts'

/** Created manifests in a report. */
export type MadeManifests = NonNullable<ChangeReport['manifests']>

const verb = 'shipping.dispatch'

/**
 * Updates manifests after a change of parcels: closes and reopens lines, creates manifests for dispatches. The orders are
 * locked. No statement if no parcel is affected.
 */
export const followManifests = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  fulfillments: readonly RevisedFulfillment[],
): Promise<MadeManifests> => {
  const changes = fulfillments.flatMap(lineOf)
  const closed = await closeLines(tx, changes)
  const reopened = await reopenLines(tx, batch, changes)
  const touched = [...new Set([...closed, ...reopened].map(({ manifest }) => manifest))]
  const recalled = [...closed, ...reopened].filter(({ isRecall }) => isRecall)
  await recallManifests(tx, actor, batch, [...new Set(recalled.map(({ manifest }) => manifest))])
  const made = await makeManifests(tx, actor, batch, fulfillments)
  await announceManifests(tx, actor, batch, { verb: fulfillments[0]?.verb ?? verb, ids: touched })
  return made
}

type Line = LineChange & { shipping: string }

const lineOf = ({ order, next, verb, undoes }: RevisedFulfillment): Line[] => {
  const change = lineChangeOf(order.shipping, next.shipping, { verb, isUndo: undoes !== undefined })
  return change === null ? [] : [{ ...change, shipping: order.shipping!.id }]
}

/** `isRecall`: the line was taken off or restored. */
type Touched = { manifest: string; isRecall: boolean }

const closeLines = async (tx: Transaction, changes: readonly Line[]): Promise<Touched[]> => {
  const touched: Touched[] = []
  for (const chunk of inChunks(changes.filter((change) => change.kind === 'close'))) {
    const { rows } = await tx.execute<Touched>(sql`
      update manifest_lines line set closed_at = given.at, is_taken_off = given."isTakenOff"
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb)
        as given (shipping uuid, at timestamptz, "isTakenOff" boolean)
      where line.shipping = given.shipping and line.closed_at is null
      returning line.manifest, line.is_taken_off as "isRecall"`)
    touched.push(...rows)
  }
  return touched
}

const reopenLines = async (tx: Transaction, batch: Batch, changes: readonly Line[]): Promise<Touched[]> => {
  const touched: Touched[] = []
  for (const chunk of inChunks(changes.filter((change) => change.kind !== 'close'))) {
    const { rows } = await tx.execute<Touched>(sql`
      update manifest_lines line set closed_at = null, is_taken_off = false,
        batch_id = case when given.kind = 'restore' then ${batch.id}::uuid else line.batch_id end
      from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb) as given (shipping uuid, at timestamptz, kind text)
      where line.shipping = given.shipping and line.is_taken_off = (given.kind = 'restore')
        and given.at = case when given.kind = 'restore' then line.out_at else line.closed_at end
      returning line.manifest, given.kind = 'restore' as "isRecall"`)
    touched.push(...rows)
  }
  return touched
}

type ManifestRow = { id: string; country: CountryCode; owner: string; version: number; isDeleted: boolean }

/** A manifest without lines is deleted, and restored with its first line. */
const recallManifests = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  const at = sql`${batch.at.toISOString()}::timestamptz`
  const hasLines = sql`exists (
    select 1 from manifest_lines line where line.manifest = manifests.id and not line.is_taken_off)`
  const { rows } = await tx.execute<ManifestRow & { undoes: string | null }>(sql`
    update manifests set version = version + 1, updated_at = ${at},
      deleted_at = case when deleted_at is null then ${at} end
    where ${isOneOf(manifests.id, ids)} and (deleted_at is null) <> ${hasLines}
    returning id, country, owner, version, deleted_at is not null as "isDeleted", (
      select change.id from changes change
      where change.record_id = manifests.id and change.version = manifests.version - 1) as undoes`)
  await recordChanges(
    tx,
    actor,
    batch,
    rows.map(({ id, version, isDeleted, undoes }) => ({
      verb,
      resource: 'manifests' as const,
      recordId: id,
      version,
      before: { isDeleted: !isDeleted },
      after: { isDeleted },
      ...(undoes === null ? {} : { undoes }),
    })),
  )
  const idsOf = (isDeleted: boolean) => rows.filter((row) => row.isDeleted === isDeleted).map(({ id }) => id)
  await removeSearchEntries(tx, 'manifests', idsOf(true))
  await writeSearchEntries(tx, 'manifests', await manifestList.read(tx, idsOf(false)))
}

type Round = { country: CountryCode; delivery: string; fulfillments: RevisedFulfillment[] }

/** One manifest per country and courier; later steps of a job add to it. */
const makeManifests = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  fulfillments: readonly RevisedFulfillment[],
): Promise<MadeManifests> => {
  const rounds = roundsOf(fulfillments)
  if (rounds.size === 0) return []
  const at = sql`${batch.at.toISOString()}::timestamptz`
  const given = [...rounds.values()].map(({ country, delivery }) => ({ id: newId(), country, delivery }))
  const { rows } = await tx.execute<{
    id: string
    version: number
    delivery: string
    country: string
    last: number
  }>(
    sql`
    insert into manifests as kept (id, country, owner, delivery, batch_id, created_at, updated_at)
    select id, country, ${actor.id}::uuid, delivery, ${batch.id}::uuid, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id uuid, country text, delivery uuid)
    on conflict (batch_id, country, delivery) do update set version = kept.version + 1, updated_at = excluded.updated_at
    returning id, version, delivery, country,
      (select coalesce(max(position), 0)::int from manifest_lines line where line.manifest = kept.id) as last`,
  )
  const opened = rows.map((row) => ({ ...row, fulfillments: rounds.get(keyOf(row))!.fulfillments }))
  await insertLines(tx, batch, opened)
  await recordChanges(
    tx,
    actor,
    batch,
    opened.map(({ id, version, last, fulfillments, country, delivery }) => ({
      verb,
      resource: 'manifests' as const,
      recordId: id,
      version,
      before: last === 0 ? null : { parcels: last },
      after: {
        ...(last === 0 ? { country, owner: actor.id, delivery } : {}),
        parcels: last + fulfillments.length,
      },
    })),
  )
  const records = await manifestList.read(
    tx,
    opened.map(({ id }) => id),
  )
  await writeSearchEntries(tx, 'manifests', records)
  await announceRecords(tx, actor, batch, { resource: 'manifests', verb }, records)
  return records.map(({ id, number }) => ({ id, number })).sort((one, other) => one.number - other.number)
}

/** By parcel number, the order of the printed sheet. */
const roundsOf = (fulfillments: readonly RevisedFulfillment[]): Map<string, Round> => {
  const rounds = new Map<string, Round>()
  const givenOut = fulfillments.filter(({ isManifested }) => isManifested)
  for (const fulfillment of givenOut.sort((one, other) => numberOf(one) - numberOf(other))) {
    const round = { country: fulfillment.order.country, delivery: fulfillment.next.shipping!.delivery! }
    const known = rounds.get(keyOf(round))
    if (known === undefined) rounds.set(keyOf(round), { ...round, fulfillments: [fulfillment] })
    else known.fulfillments.push(fulfillment)
  }
  return rounds
}

const keyOf = ({ country, delivery }: { country: string; delivery: string }): string =>
  `${country} ${delivery}`

const numberOf = ({ order }: RevisedFulfillment): number => order.shipping!.number

const insertLines = async (
  tx: Transaction,
  batch: Batch,
  opened: readonly { id: string; last: number; fulfillments: readonly RevisedFulfillment[] }[],
): Promise<void> => {
  const lines = opened.flatMap(({ id: manifest, last, fulfillments }) =>
    fulfillments.map(({ order, next }, index) => ({
      manifest,
      shipping: order.shipping!.id,
      position: last + index + 1,
      amount: next.order.totalPrice,
      outAt: new Date(next.shipping!.statusAt!),
    })),
  )
  const ids = newIds(lines.length)
  await insertRows(
    tx,
    manifestLines,
    ['manifest', 'shipping', 'position', 'amount', 'batchId', 'outAt'],
    lines.map((line, index) => ({ ...line, id: ids[index]!, batchId: batch.id })),
    [],
  )
}

/** Publishes changed manifests, including deleted ones. */
const announceManifests = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  { verb, ids }: { verb: string; ids: readonly string[] },
): Promise<void> => {
  if (ids.length === 0) return
  const rows = await tx
    .select({ id: manifests.id, country: manifests.country, owner: manifests.owner })
    .from(manifests)
    .where(isOneOf(manifests.id, ids))
  await announceRecords(tx, actor, batch, { resource: 'manifests', verb }, rows)
}
