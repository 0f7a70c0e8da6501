import { eq, sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../../domain/access/actor.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { Handover, HandoverInput } from '../../../domain/handovers/handover.ts'
import { whyNotHandOver } from '../../../domain/handovers/policy.ts'
import { amountDifference } from '../../../domain/lib/money.ts'
import { Refused } from '../../core/errors.ts'
import { changedBy } from '../../crud/change-report.ts'
import { announceRecords, type Batch, type ChangeLine, recordChanges } from '../../crud/record-changes.ts'
import { type Revert, type RevertLine, whyNotTakeBack } from '../../crud/revert-records.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { handovers } from '../../db/schema/handovers.ts'
import { handoverLines, orders, shippings } from '../../db/schema/orders.ts'
import { handoverList, readDue, type Till } from '../../queries/handovers.ts'
import { removeSearchEntries, writeSearchEntries } from '../../search/write-entries.ts'
import { earningsRuleSetting } from './earnings-rule.ts'

const verb = 'handover.create'

/**
 * Records a handover of all the courier's cash in a country. `seen`: digest of what was counted. @throws Refused `CASH_CHANGED`
 * with the present cash if it differs
 */
export const recordHandover = async (
  tx: Transaction,
  actor: Actor,
  { country, delivery, counted, note, seen }: HandoverInput & { country: CountryCode },
  batch: Batch,
): Promise<Handover> => {
  const till = { country, delivery }
  await lockTills(tx, [till])
  const due = await readDue(tx, till, { lock: true, at: batch.at })
  const code = whyNotHandOver(actor, due, { counted, note, seen })
  if (code !== null) throw new Refused(code, code === 'CASH_CHANGED' ? { current: due } : {})
  const written = {
    ...till,
    receivedBy: actor.id,
    parcels: due.parcels,
    earned: due.earned,
    keptBack: due.keptBack,
    expected: due.expected,
    counted,
    difference: amountDifference(counted, due.expected),
    note: note?.trim() ? note : null,
  }
  const id = newId()
  const at = { createdAt: batch.at, updatedAt: batch.at }
  await tx.insert(handovers).values({ ...written, ...at, id, batchId: batch.id })
  await tx.execute(sql`
    insert into ${handoverLines} (handover, shipping, collected, earned, tariff, zone, zone_name)
    select ${id}, line.shipping, line.collected, line.earned, line.tariff, line.zone, line."zoneName"
    from jsonb_to_recordset(${JSON.stringify(due.lines)}::jsonb) as line (
      shipping uuid, collected numeric, earned numeric, tariff uuid, zone uuid, "zoneName" text)`)
  await giveCash(tx, id)
  await recordChanges(tx, actor, batch, [
    { verb, resource: 'handovers', recordId: id, version: 1, before: null, after: written },
  ])
  const [record] = await handoverList.read(tx, [id])
  await writeSearchEntries(tx, 'handovers', [record!])
  await announce(tx, actor, batch, [record!])
  return record!
}

/**
 * Advisory locks until commit: one handover, undo or redo of a courier's cash at a time. Taken before all other locks, in fixed
 * order.
 */
const lockTills = async (tx: Transaction, tills: readonly Till[]): Promise<void> => {
  const keys = [...new Set(tills.map(({ country, delivery }) => `cash ${country} ${delivery}`))].sort()
  for (const key of keys) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

/** Sets `handover` on its parcels, which are locked; keeps their versions, as billing does. */
const giveCash = async (tx: Transaction, id: string): Promise<void> => {
  await tx.execute(sql`
    update ${shippings} set handover = ${id}
    from ${handoverLines} line where line.handover = ${id} and line.shipping = ${shippings.id}`)
}

type Announced = { id: string } & Till

/** Publishes the parcels, whose lists show where cash is. */
const announce = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  records: readonly Announced[],
): Promise<void> => {
  const event = (resource: 'handovers' | 'shippings') => ({ resource, verb })
  await announceRecords(
    tx,
    actor,
    batch,
    event('handovers'),
    records.map(({ id, country, delivery }) => ({ id, country, owner: delivery })),
  )
  const parcels = await tx
    .select({ id: shippings.id, country: shippings.country, owner: shippings.owner })
    .from(shippings)
    .innerJoin(handoverLines, eq(handoverLines.shipping, shippings.id))
    .where(
      isOneOf(
        handoverLines.handover,
        records.map(({ id }) => id),
      ),
    )
  await announceRecords(tx, actor, batch, event('shippings'), parcels)
}

type Held = typeof handovers.$inferSelect

/**
 * Undoes handovers, so that the cash is with the courier again and earns nothing settled, and redoes them, with the earnings of
 * then, if each parcel still has the same cash and courier. Changes of the rule of earnings are among those of handovers.
 */
export const revertHandovers: Revert = async (tx, actor, lines, batch) => {
  // A batch is of one call: of handovers, or of a rule.
  if (lines.some(earningsRuleSetting.hasVerb)) return earningsRuleSetting.revert(tx, actor, lines, batch)
  const lineOf = new Map(lines.map((line) => [line.recordId, line]))
  const condition = isOneOf(handovers.id, [...lineOf.keys()])
  await lockTills(tx, await tx.select().from(handovers).where(condition))
  const held = await tx.select().from(handovers).where(condition).orderBy(handovers.id).for('update')
  const done: Held[] = []
  const refused: ChangeReport['refused'] = []
  for (const record of held) {
    const line = lineOf.get(record.id)!
    const code = whyNotTakeBack(actor, line, record) ?? (await revertOne(tx, record, line, batch))
    if (code === null) done.push(record)
    else refused.push({ id: record.id, number: record.number, code })
  }
  await recordChanges(
    tx,
    actor,
    batch,
    done.map((record) => historyLine(record, lineOf.get(record.id)!)),
  )
  if (done.length > 0) await announce(tx, actor, batch, done)
  return { changed: changedBy(done), refused }
}

/** A line that deleted the handover is an undo; one without `before` recorded it. */
const isRedo = ({ before }: RevertLine): boolean => before?.isDeleted === false

const revertOne = async (
  tx: Transaction,
  record: Held,
  line: RevertLine,
  batch: Batch,
): Promise<Code | null> => {
  const { id, version } = record
  if (isRedo(line)) {
    if (!(await holdsCash(tx, record))) return 'MOVED_ON'
    await giveCash(tx, id)
  } else {
    await tx.update(shippings).set({ handover: null }).where(eq(shippings.handover, id))
  }
  await tx
    .update(handovers)
    .set({
      deletedAt: isRedo(line) ? null : batch.at,
      version: version + 1,
      updatedAt: batch.at,
      ...(isRedo(line) ? { batchId: batch.id } : {}),
    })
    .where(eq(handovers.id, id))
  if (isRedo(line)) await writeSearchEntries(tx, 'handovers', await handoverList.read(tx, [id]))
  else await removeSearchEntries(tx, 'handovers', [id])
  return null
}

/** Whether all parcels, locked, still have the handover's cash. */
const holdsCash = async (tx: Transaction, { id, delivery }: Held): Promise<boolean> => {
  await tx
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(shippings, eq(shippings.order, orders.id))
    .innerJoin(handoverLines, eq(handoverLines.shipping, shippings.id))
    .where(eq(handoverLines.handover, id))
    .orderBy(orders.id)
    .for('share', { of: orders })
  const { rows } = await tx.execute(sql`
    select 1 from ${handoverLines} line join ${shippings} on ${shippings.id} = line.shipping
    where line.handover = ${id} and not (${shippings.status} = 'DELIVERED' and ${shippings.handover} is null
      and ${shippings.deletedAt} is null and ${shippings.delivery} = ${delivery}
      and ${shippings.collected} = line.collected)
    limit 1`)
  return rows.length === 0
}

const historyLine = (record: Held, line: RevertLine): ChangeLine => ({
  verb: line.verb,
  resource: 'handovers',
  recordId: record.id,
  version: record.version + 1,
  before: { isDeleted: isRedo(line) },
  after: { isDeleted: !isRedo(line) },
  undoes: line.id,
})
