import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import { type CommentedResource, commentVerbOf } from '../../domain/comments/comment.ts'
import type { ResourceName } from '../../domain/resources.ts'
import { accepted } from '../core/errors.ts'
import type { StepOptions } from '../crud/apply-steps.ts'
import { onlyRecord } from '../crud/change-report.ts'
import { type ParsedTarget, refuseRest } from '../crud/choose-records.ts'
import type { Batch } from '../crud/record-changes.ts'
import type { RecordList } from '../crud/record-list.ts'
import type { Transaction } from '../db/drizzle.ts'
import { permit } from '../http/auth.ts'
import { ifMatch, recordId } from '../http/request-parts.ts'
import { defineBulk, readComment } from '../jobs/define-bulk.ts'
import { describe, type ResourceCall } from '../openapi/describe.ts'
import type { Act, Described, RecordCall } from './record-routes.ts'

/** A bulk change; each record is decided individually. */
export type BulkChange<Asked> = (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  asked: Asked,
  options: StepOptions,
) => Promise<ChangeReport>

type OneParts<Asked> = {
  described: Described
  /** Required permission, perhaps depending on the body. */
  verb: Verb | ((asked: Asked) => Verb)
  /** @throws Refused */
  read: (body: unknown) => Asked
  change: (
    tx: Transaction,
    actor: Actor,
    call: { id: string; version: number | null; asked: Asked },
    batch: Batch,
  ) => Promise<unknown>
}

/** A call that changes one record. */
export const oneAct = <Asked>({ described, verb, read, change }: OneParts<Asked>): RecordCall => ({
  described,
  read: (request) => {
    if (typeof verb !== 'function') permit(request, verb)
    const call = { id: recordId(request), version: ifMatch(request), asked: read(request.body) }
    const actor = permit(request, typeof verb === 'function' ? verb(call.asked) : verb)
    return { work: (tx, batch) => change(tx, actor, call, batch) }
  },
})

type ActParts<Asked> = {
  path: string
  one: Described
  many: Described
  verb: Verb | ((asked: Asked) => Verb)
  read: (body: unknown) => Asked
  change: BulkChange<Asked>
}

/** A bulk change with its single call, which is a bulk of one: its refusal becomes the answer. */
export const act = <Name extends ResourceName, Asked>(
  { name, source, read: readRecords }: RecordList<Name>,
  { path, one, many, verb, read, change }: ActParts<Asked>,
): Act => ({
  path,
  one: oneAct({
    described: one,
    verb,
    read,
    change: async (tx, actor, { id, version, asked }, batch) => {
      const report = await change(tx, actor, { ids: [id] }, asked, { batch, dryRun: false, version })
      return onlyRecord(report, await readRecords(tx, [id]))
    },
  }),
  many: { described: many, bulk: defineBulk({ work: `${name}.${path}`, source, verb, read, change }) },
})

/** `PUT {resource}/delete`. */
export const deleteAct = <Name extends ResourceName>(
  { name, source }: RecordList<Name>,
  verb: Verb,
  change: BulkChange<unknown>,
  more: ResourceCall = {},
): Act => ({
  path: 'delete',
  many: {
    described: describe.deleteMany(name, more),
    bulk: defineBulk({
      work: `${name}.delete`,
      source,
      verb,
      read: (rest) => accepted(refuseRest(rest)),
      change,
    }),
  },
})

/** `PUT {resource}/comment`. */
export const commentAct = <Name extends CommentedResource>(
  { name, source }: RecordList<Name>,
  change: BulkChange<{ comment: string | null }>,
): Act => ({
  path: 'comment',
  many: {
    described: describe.commentMany(name),
    bulk: defineBulk({
      work: `${name}.comment`,
      source,
      verb: commentVerbOf(name),
      read: readComment,
      change,
    }),
  },
})
