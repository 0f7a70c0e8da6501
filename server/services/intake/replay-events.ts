import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { Refused } from '../../core/errors.ts'
import type { StepOptions } from '../../crud/apply-steps.ts'
import { bulkReport } from '../../crud/change-report.ts'
import { type ParsedTarget, targetSql } from '../../crud/choose-records.ts'
import { announceRecords } from '../../crud/record-changes.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { intake } from '../../db/schema/intake.ts'
import { intakeList } from '../../queries/intake.ts'
import { shareZones } from '../fulfillment/order-zones.ts'
import { applyEvent, type EventOutcome, openWorkbench, previewEvent, type Workbench } from './apply-event.ts'
import { type ReceivedEvent, storedEvents } from './stored-events.ts'

type Held = {
  id: string
  number: number
  version: number
  country: string
  owner: string
  event: ReceivedEvent | null
  isWorkedOn: boolean
  /** It has become what it says, and waits for nobody. */
  isDone: boolean
}

/**
 * Works on events again, in the order in which they came, under one batch: what they make is undone in one. What would change
 * nothing is refused with its reason. A source that is being worked on is waited for.
 */
export const replayEvents = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  options: StepOptions,
): Promise<ChangeReport> => {
  if (!options.dryRun) await lockSources(tx, actor, target)
  const held = await holdEvents(tx, actor, target, options)
  const changed: Held[] = []
  const refused: ChangeReport['refused'] = []
  const benches = new Map<string, Workbench>()
  for (const one of held) {
    const code = await whyNotReplayed(tx, one, options, benches)
    if (code === null) changed.push(one)
    else refused.push({ id: one.id, number: one.number, code })
  }
  if (!options.dryRun) {
    await intakeList.makeFindable(
      tx,
      held.map(({ id }) => id),
    )
    const about = { resource: 'intake', verb: 'intake.replay' } as const
    await announceRecords(tx, actor, options.batch, about, held)
  }
  return bulkReport(target, { held, changed, refused }, options)
}

const holdEvents = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  { dryRun }: StepOptions,
): Promise<Held[]> => {
  const query = tx
    .select({
      id: intake.id,
      number: intake.number,
      version: intake.version,
      country: intake.country,
      owner: intake.owner,
      isWorkedOn: sql<boolean>`${intake.workedAt} is not null`,
      isDone: sql<boolean>`not ${intake.isOpen} and coalesce(${intake.verdict} in ('created', 'updated'), false)`,
    })
    .from(intake)
    .where(targetSql(intakeList.source, actor, 'intake.replay', target))
    .orderBy(intake.number)
  const rows = await (dryRun ? query : query.for('update'))
  const events = await storedEvents(
    tx,
    inArray(
      intake.id,
      rows.map(({ id }) => id),
    ),
    { limit: rows.length },
  )
  const byId = new Map(events.map((event) => [event.id, event]))
  return rows.map((row) => ({ ...row, event: byId.get(row.id) ?? null }))
}

/** Before their events are locked: whoever works on a source writes to its events. */
const lockSources = async (tx: Transaction, actor: Actor, target: ParsedTarget): Promise<void> => {
  const sources = await tx
    .selectDistinct({ id: intake.source, country: intake.country })
    .from(intake)
    .where(targetSql(intakeList.source, actor, 'intake.replay', target))
    .orderBy(intake.source)
  for (const { id } of sources) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`intake ${id}`}, 0))`)
  }
  await shareZones(
    tx,
    sources.map(({ country }) => country),
  )
}

/** Works on one event again; the code why nothing came of it, or null. */
const whyNotReplayed = async (
  tx: Transaction,
  { event, isWorkedOn, isDone }: Held,
  { batch, dryRun }: StepOptions,
  benches: Map<string, Workbench>,
): Promise<Code | null> => {
  if (event === null) return 'EVENT_GONE'
  if (!isWorkedOn) return 'ALREADY_THERE'
  try {
    const bench = benches.get(event.source) ?? (await openWorkbench(tx, event, { lock: !dryRun }))
    benches.set(event.source, bench)
    const outcome = dryRun
      ? await previewEvent(tx, event, { ...bench, isReplay: true })
      : await tx.transaction((part) => workAgain(part, event, { ...bench, batch, isReplay: true, isDone }))
    return codeOf(outcome)
  } catch (error) {
    if (error instanceof Refused && error.code !== 'TOO_MANY_CHANGES') return error.code
    throw error
  }
}

/** An event that has become something keeps its verdict and batch where nothing more comes of it. */
const workAgain = async (
  tx: Transaction,
  event: ReceivedEvent,
  { isDone, ...work }: Parameters<typeof applyEvent>[2] & Pick<Held, 'isDone'>,
): Promise<EventOutcome> => {
  const outcome = await applyEvent(tx, event, work)
  if (isDone && !outcome.isOpen && codeOf(outcome) !== null) return outcome
  const { at } = work.batch
  await tx
    .update(intake)
    .set({ ...outcome, takenBack: null, workedAt: at, updatedAt: at, version: sql`${intake.version} + 1` })
    .where(eq(intake.id, event.id))
  return outcome
}

/** Created and updated count as changed; the rest has a reason. */
const codeOf = ({ verdict, reason }: EventOutcome): Code | null =>
  verdict === 'created' || verdict === 'updated' ? null : (reason ?? 'ALREADY_THERE')

/** Events of a source that wait for the product of a line. */
export const waitingForLine = (source: string, kind: 'sku' | 'name', written: string) =>
  and(
    eq(intake.source, source),
    eq(intake.verdict, 'needs-product'),
    isNotNull(intake.unmapped),
    sql`exists (select 1 from jsonb_array_elements(${intake.unmapped}) line where line->>${kind} = ${written})`,
  )
