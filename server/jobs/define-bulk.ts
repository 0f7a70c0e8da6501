import { sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { type ChangeReport, largestIdCount, namedRecords } from '../../domain/changes/changes.ts'
import { commentFields } from '../../domain/comments/comment.ts'
import { defaultCountry } from '../../domain/core/countries.ts'
import { jobStepSize } from '../../domain/jobs/job.ts'
import type { Result } from '../../domain/lib/result.ts'
import { validate } from '../../domain/lib/validate.ts'
import { accepted, Refused } from '../core/errors.ts'
import type { StepOptions } from '../crud/apply-steps.ts'
import { changeReport } from '../crud/change-report.ts'
import { type BulkBody, type ParsedTarget, readBulkBody, targetSql } from '../crud/choose-records.ts'
import type { ListSource } from '../crud/list-source.ts'
import type { CarriedStock, Held, Move } from '../crud/resource-definition.ts'
import { isOfOneItem, type OnFault, workApart } from '../db/apart.ts'
import type { Transaction } from '../db/drizzle.ts'
import { refusalOf } from '../problems/refusal-of.ts'
import {
  dryRunJob,
  emptyReport,
  type JobInput,
  type JobStep,
  mergeReports,
  type StepInput,
  type StepJob,
  type WholeJob,
} from './define-job.ts'

type BulkReach = { source: ListSource; actor: Actor; verb: Verb; target: ParsedTarget }

/** Number of records of a target, and their highest id; later ones are not included. */
type MeasuredTarget = { total: number; last: string | null }

const measureTarget = async (
  tx: Transaction,
  { source, actor, verb, target }: BulkReach,
): Promise<MeasuredTarget> => {
  if ('ids' in target) return { total: target.ids.length, last: null }
  const { table } = source
  const { rows } = await tx.execute<{ total: string; last: string | null }>(sql`
    select count(*) as total, max(${table.id}::text) as last from ${table}
    where ${targetSql(source, actor, verb, target)}`)
  return { total: Number(rows[0]?.total ?? 0), last: rows[0]?.last ?? null }
}

/**
 * The next records of a target by id, so that none comes twice even if the change affects its filter. Named ids always come,
 * for their report line.
 */
const chooseStep = async (
  tx: Transaction,
  { source, actor, verb, target }: BulkReach,
  { after, last }: { after: string | null; last: string | null },
): Promise<string[]> => {
  const size = jobStepSize({ isFirst: after === null })
  if ('ids' in target) {
    return [...target.ids]
      .sort()
      .filter((id) => after === null || id > after)
      .slice(0, size)
  }
  const { table } = source
  const isAhead = after === null ? sql`true` : sql`${table.id} > ${after}::uuid`
  const { rows } = await tx.execute<{ id: string }>(sql`
    select ${table.id} as id from ${table}
    where ${targetSql(source, actor, verb, target)} and ${isAhead} and ${table.id} <= ${last}::uuid
    order by ${table.id} limit ${size}`)
  return rows.map((row) => row.id)
}

/** The target restricted to these ids: those that no longer match are skipped. */
const narrowTarget = (target: ParsedTarget, ids: string[]): ParsedTarget =>
  'ids' in target ? { ids } : { ...target, where: { ...target.where, ids } }

/** All ids of a small target. */
const chooseRest = async (tx: Transaction, reach: BulkReach, last: string | null): Promise<string[]> => {
  const ids: string[] = []
  for (let after: string | null = null; ; after = ids.at(-1)!) {
    const step = await chooseStep(tx, reach, { after, last })
    ids.push(...step)
    if (step.length < jobStepSize({ isFirst: after === null })) return ids
  }
}

/** Changes records so that a failing one is refused with its code and does not stop the others. */
const changeApart = async (
  tx: Transaction,
  { reach, ids }: { reach: BulkReach; ids: readonly string[] },
  { onFault, ...options }: StepOptions & { onFault: OnFault },
  change: (tx: Transaction, target: ParsedTarget, options: StepOptions) => Promise<ChangeReport>,
): Promise<ChangeReport> => {
  const most = 'ids' in reach.target ? largestIdCount : namedRecords
  const reports = await workApart(tx, ids, {
    work: async (part, some) => {
      const carried = options.carried === undefined ? undefined : new Map(options.carried)
      const report = await change(part, narrowTarget(reach.target, [...some]), {
        ...options,
        ...(carried === undefined ? {} : { carried }),
      })
      for (const [product, pieces] of carried ?? []) options.carried?.set(product, pieces)
      return report
    },
    refuse: async (id, error): Promise<ChangeReport> => {
      onFault(error)
      return changeReport(
        null,
        [],
        [{ id, number: await numberOf(tx, reach, id), code: refusalOf(error).code }],
      )
    },
  })
  return reports.reduce((before, report) => mergeReports(before, report, most), emptyReport)
}

const numberOf = async (tx: Transaction, { source: { table } }: BulkReach, id: string): Promise<number> => {
  const { rows } = await tx.execute<{ number: string }>(sql`
    select ${table.number} as number from ${table} where ${table.id} = ${id}::uuid`)
  return Number(rows[0]?.number ?? 0)
}

/** `measured`: has the target's last id. */
type CallOptions = StepOptions & { measured: MeasuredTarget; onFault: OnFault }

/**
 * A bulk call: one change of `{ids}` or of all that match `{where}`. `answerBulk` runs it directly, as a dry run, or as a job.
 */
type BulkParts<Input> = {
  /** Unique name of the job: `orders.status`. */
  work: string
  source: ListSource
  /** Required permission; its scope limits the records. */
  verb: Verb | ((input: Input) => Verb)
  /** Splits a body with another target format. */
  split?: (body: unknown) => Result<BulkBody>
  /** Parses the body without target. @throws Refused */
  read: (rest: Record<string, unknown>) => Input
  change: (
    tx: Transaction,
    actor: Actor,
    target: ParsedTarget,
    input: Input,
    options: StepOptions,
  ) => Promise<ChangeReport>
}

/** The parsed change of a call. */
export type BulkCall = {
  verb: Verb
  dryRun: boolean
  measure: (tx: Transaction, actor: Actor) => Promise<MeasuredTarget>
  change: (tx: Transaction, actor: Actor, options: CallOptions) => Promise<ChangeReport>
}

export type Bulk = StepJob & {
  /** Job of its dry run. */
  dryRun: WholeJob
  /** If independent of the body: actors without it are refused before parsing. */
  verb: Verb | null
  read: (body: unknown) => BulkCall
}

/** Stored input of a job: the call's body, and its last id. */
export const bulkInput = (body: unknown, { last }: MeasuredTarget): JobInput => ({ body, last })

export const defineBulk = <Input>({
  work,
  source,
  verb,
  split = (body) => readBulkBody(source, body),
  read,
  change,
}: BulkParts<Input>): Bulk => {
  const readBody = (body: unknown) => {
    const { target, dryRun, rest } = accepted(split(body))
    const input = read(rest)
    return { target, dryRun, input, verb: typeof verb === 'function' ? verb(input) : verb }
  }
  const takeStep = async (
    tx: Transaction,
    { actor, input, cursor, batch, onFault }: StepInput<JobInput>,
    dry?: { carried: CarriedStock },
  ): Promise<JobStep> => {
    if (actor === null) throw new Refused('FORBIDDEN')
    const call = readBody(input.body)
    const reach: BulkReach = { source, actor, ...call }
    const ids = await chooseStep(tx, reach, { after: cursor, last: input.last as string | null })
    if (ids.length === 0) return { cursor: null, done: 0, report: emptyReport }
    const options = { batch, dryRun: dry !== undefined, ...dry, onFault }
    return {
      cursor: ids.length < jobStepSize({ isFirst: cursor === null }) ? null : ids.at(-1)!,
      done: ids.length,
      report: await changeApart(tx, { reach, ids }, options, (part, target, own) =>
        change(part, actor, target, call.input, own),
      ),
      mostNamed: 'ids' in call.target ? largestIdCount : namedRecords,
    }
  }
  return {
    work,
    verb: typeof verb === 'function' ? null : verb,
    read: (body) => {
      const call = readBody(body)
      return {
        verb: call.verb,
        dryRun: call.dryRun,
        measure: (tx, actor) => measureTarget(tx, { source, actor, ...call }),
        change: async (tx, actor, { measured: { last }, ...options }) => {
          const reach: BulkReach = { source, actor, ...call }
          const own = { batch: options.batch, dryRun: options.dryRun }
          try {
            return await tx.transaction((part) => change(part, actor, call.target, call.input, own))
          } catch (error) {
            if (!isOfOneItem(error)) throw error
          }
          const ids = await chooseRest(tx, reach, last)
          return changeApart(tx, { reach, ids }, options, (part, target, own) =>
            change(part, actor, target, call.input, own),
          )
        },
      }
    },
    step: (tx, job) => takeStep(tx, job),
    dryRun: dryRunJob(work, takeStep),
  }
}

/** Body of a status call; default: the next status. No field depends on the country. */
export const readMove = (
  { fields }: Pick<Move<Held, unknown>, 'fields'>,
  body: unknown,
): Record<string, unknown> => accepted(validate(fields, body ?? {}, { country: defaultCountry }))

/** `comment` is required; null or an empty text clears. No field depends on the country. */
export const readComment = (body: unknown): { comment: string | null } => {
  const { comment } = accepted(validate(commentFields, body, { country: defaultCountry }))
  if (comment !== undefined) return { comment }
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'comment', code: 'REQUIRED' }] })
}
