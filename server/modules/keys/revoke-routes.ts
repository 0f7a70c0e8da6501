import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../../domain/access/actor.ts'
import { defaultCountry } from '../../../domain/core/countries.ts'
import { jobThreshold } from '../../../domain/jobs/job.ts'
import { takeBackFields } from '../../../domain/keys/key.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { accepted } from '../../core/errors.ts'
import { refuseSpent } from '../../crud/history-budget.ts'
import { type Batch, newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { rolledBack } from '../../db/in-transaction.ts'
import { answerLong, faultLog } from '../../http/answer-call.ts'
import { permit, refuseUnproven } from '../../http/auth.ts'
import { ifMatch, recordId, refuseQuery } from '../../http/request-parts.ts'
import { emptyReport } from '../../jobs/define-job.ts'
import { fieldsJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { revokeKey } from '../../resources/keys.ts'
import { switchOffSource } from '../../resources/sources.ts'
import {
  countTakenBack,
  isProofTakenBack,
  type TakenBack,
  takeAllBack,
  takeBackDryRun,
  takeBackJob,
} from '../../resources/take-back.ts'

const detail =
  'With `undoSince`, everything that was done by it since then is undone in the same call, as a batch: the report says how many records, and lists those that somebody has changed since, which stay as they are. A second call tries those once more. `dryRun` only says what would be undone; over 1,000 records it runs as a job. Where that marks an invoice as paid or gives a payout back, it asks for a proof ten minutes after the login. Undoing that batch is the redo; the end of a key cannot be undone.'

const describeRevoke = (
  resource: 'keys' | 'sources',
  verb: 'key.revoke' | 'source.revoke',
  parts: { id: string; summary: string },
) =>
  describe.report({
    ...parts,
    tag: resource,
    detail,
    verbs: [verb],
    headers: ['Idempotency-Key', 'Prefer', 'If-Match'],
    body: fieldsJson('TakeBack', takeBackFields),
    isBodyOptional: true,
    refuses: ['PROOF_NEEDED'],
  })

type Stop = (
  tx: Transaction,
  actor: Actor,
  call: { id: string; version: number | null },
  batch: Batch,
) => Promise<void>

/** Calls that end a key, or switch off a source, and may undo what was done by it. */
const revokables = [
  {
    by: 'key',
    verb: 'key.revoke',
    path: '/keys/revoke/:id',
    stop: revokeKey satisfies Stop,
    described: describeRevoke('keys', 'key.revoke', {
      id: 'revokeKey',
      summary: 'Revoke a key, and take back what was done with it',
    }),
  },
  {
    by: 'source',
    verb: 'source.revoke',
    path: '/sources/revoke/:id',
    stop: async (tx, actor, call, batch) => {
      // Waits for the events that are worked on; no other is begun.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`intake ${call.id}`}, 0))`)
      await switchOffSource(tx, actor, call, batch)
    },
    described: describeRevoke('sources', 'source.revoke', {
      id: 'revokeSource',
      summary: 'Switch off a source, and take back what its events did',
    }),
  },
] as const satisfies readonly { stop: Stop; [part: string]: unknown }[]

type Revokable = (typeof revokables)[number]

export const revokeRoutes = (app: FastifyInstance, context: ServerContext): void => {
  for (const revokable of revokables) {
    app.put(revokable.path, revokable.described, (request, reply) =>
      revoke(context, request, reply, revokable),
    )
  }
}

const revoke = (
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { by, verb, stop }: Revokable,
): Promise<FastifyReply> => {
  refuseQuery(request)
  const actor = permit(request, verb)
  const call = { id: recordId(request), version: ifMatch(request) }
  // No field depends on the country.
  const { undoSince, dryRun } = accepted(
    validate(takeBackFields, request.body ?? {}, { country: defaultCountry }),
  )
  const what: TakenBack | null =
    undoSince == null ? null : { by, id: call.id, since: new Date(undoSince).toISOString() }
  const work = async (tx: Transaction, isDry: boolean) => {
    await stop(tx, actor, call, newBatch(context))
    if (what === null) return { status: 200, body: emptyReport }
    if (!isDry && (await isProofTakenBack(tx, actor, what))) refuseUnproven(context, request)
    const total = await countTakenBack(tx, actor, what)
    if (total > jobThreshold) {
      refuseSpent(context, actor)
      const job = isDry ? takeBackDryRun : takeBackJob
      return { job: { kind: verb, work: job.work, input: { ...what }, total } }
    }
    const report = await takeAllBack(tx, actor, what, {
      batch: newBatch(context),
      onFault: faultLog(request),
    })
    return { status: 200, body: isDry ? { ...report, batchId: null } : report }
  }
  return answerLong(context, request, reply, (tx) =>
    dryRun === true ? rolledBack(tx, (part) => work(part, true)) : work(tx, false),
  )
}
