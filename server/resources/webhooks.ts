import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../domain/access/actor.ts'
import { defaultCountry } from '../../domain/core/countries.ts'
import { isBlank } from '../../domain/lib/field.ts'
import { validate, validateField } from '../../domain/lib/validate.ts'
import { storageLimits } from '../../domain/users/storage-limits.ts'
import {
  formerWebhookSecretHours,
  type WebhookInput,
  type WebhookWithSecret,
  webhooks,
  webhookWithSecretShapes,
} from '../../domain/webhooks/webhook.ts'
import { accepted, Refused } from '../core/errors.ts'
import { applySteps, readHeld } from '../crud/apply-steps.ts'
import { defineKind } from '../crud/define-kind.ts'
import type { Batch } from '../crud/record-changes.ts'
import { createRecord, updateRecord } from '../crud/write-records.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { deliveries, webhooks as table, webhookSecrets } from '../db/schema/webhooks.ts'
import { permit } from '../http/auth.ts'
import { ifMatch, recordId } from '../http/request-parts.ts'
import type { PerformOptions } from '../http/write.ts'
import { json } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'
import { titled } from '../openapi/json-schema.ts'
import { recordSchema, shapesSchema } from '../openapi/schemas.ts'
import { isAllowedUrl, strictRules } from '../outbound/address-rules.ts'
import { deliveryList, placeOfWebhookSecret, webhookList } from '../queries/webhooks.ts'
import { makeWebhookSecret } from '../services/webhooks/sign-event.ts'
import type { Act } from './record-routes.ts'
import { serveKind } from './serve-kind.ts'

const webhookKind = defineKind(webhooks, webhookList, {
  initial: { isActive: true },
  // Switched on again, it has failed for no time.
  follow: async (tx, _, __, changes) => {
    const on = changes.filter(({ record, next }) => record !== null && !record.isActive && next.isActive)
    if (on.length === 0) return
    const ids = on.map(({ next }) => next.id)
    await tx.update(table).set({ stopped: null, failingSince: null }).where(inArray(table.id, ids))
  },
})

const withSecret = json(titled('WebhookWithSecret', shapesSchema(webhookWithSecretShapes)))

const once = 'The answer has the secret: it is stored sealed and answered once, not to a repeated call.'

/** Keeps the secret out of the stored answer. */
const options: PerformOptions = {
  withoutSecrets: (body) => ({ ...(body as WebhookWithSecret), secret: null }),
}

const readWithSecret = async (tx: Transaction, id: string, secret: string): Promise<WebhookWithSecret> => ({
  ...(await webhookList.read(tx, [id]))[0]!,
  secret,
})

/** @throws Refused if the installation does not call the address */
const refuseAddress = ({ outbound = strictRules }: ServerContext, url: unknown): void => {
  const read = validateField({ kind: 'url' }, url, { country: defaultCountry })
  if (!read.ok || typeof read.value !== 'string' || isAllowedUrl(new URL(read.value), outbound)) return
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'url', code: 'ADDRESS_FORBIDDEN' }] })
}

/** @throws Refused if the owner has as many webhooks as one may have */
const refuseFull = async (tx: Transaction, owner: string, { storage }: ServerContext): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${owner}`}, 0))`)
  const count = await tx.$count(table, and(eq(table.owner, owner), isNull(table.deletedAt)))
  const most = { ...storageLimits, ...storage }.webhooks
  if (count >= most) throw new Refused('TOO_MANY_WEBHOOKS')
}

const hostOf = (url: string): string => new URL(url).host

const createWebhook = async (
  tx: Transaction,
  actor: Actor,
  input: WebhookInput,
  batch: Batch,
  context: ServerContext,
): Promise<WebhookWithSecret> => {
  refuseAddress(context, input.url)
  await refuseFull(tx, input.owner ?? actor.id, context)
  const named = { ...input, name: input.name ?? hostOf(input.url) }
  const { id } = await createRecord(tx, actor, webhookKind, named, batch)
  const secret = makeWebhookSecret()
  await tx
    .insert(webhookSecrets)
    .values({ webhook: id, secret: context.secrets.seal(secret, placeOfWebhookSecret(id)) })
  return readWithSecret(tx, id, secret)
}

type Call = { id: string; version: number | null }

/** For a day deliveries are signed with both, so that the receiver can change over at any time. */
const rotateWebhook = async (
  tx: Transaction,
  actor: Actor,
  call: Call,
  batch: Batch,
  { secrets }: ServerContext,
): Promise<WebhookWithSecret> => {
  const verb = 'webhook.rotate'
  const record = await readHeld(tx, actor, webhookKind, { ...call, verb })
  const { id } = record
  const secret = makeWebhookSecret()
  await tx
    .update(webhookSecrets)
    .set({
      secret: secrets.seal(secret, placeOfWebhookSecret(id)),
      former: webhookSecrets.secret,
      formerUntil: new Date(batch.at.getTime() + formerWebhookSecretHours * 3_600_000),
    })
    .where(eq(webhookSecrets.webhook, id))
  await applySteps(tx, actor, webhookKind, batch, [{ record, next: record, verb }])
  return readWithSecret(tx, id, secret)
}

const rotateAct: Act = {
  path: 'rotate',
  one: {
    described: describe.change(
      'webhooks',
      {},
      {
        id: 'rotateWebhook',
        summary: 'Give a webhook another secret',
        bodyTitle: 'WebhookRotation',
        detail: `Deliveries are signed with the former one too for ${formerWebhookSecretHours} hours more. ${once}`,
        verbs: ['webhook.rotate'],
        answers: { 200: withSecret },
      },
    ),
    read: (request) => {
      const actor = permit(request, 'webhook.rotate')
      const call = { id: recordId(request), version: ifMatch(request) }
      accepted(validate({}, request.body ?? {}, { country: defaultCountry }))
      return { options, work: (tx, batch, context) => rotateWebhook(tx, actor, call, batch, context) }
    },
  },
}

/** Queues a delivery that is about the webhook itself. @throws Refused `WEBHOOK_OFF` */
const testWebhook = async (tx: Transaction, actor: Actor, call: Call, batch: Batch) => {
  const verb = 'webhook.test'
  const {
    id: webhook,
    number,
    owner,
    country,
    isActive,
  } = await readHeld(tx, actor, webhookKind, {
    ...call,
    verb,
  })
  if (!isActive) throw new Refused('WEBHOOK_OFF')
  const id = newId()
  const { at } = batch
  await tx.insert(deliveries).values({
    id,
    webhook,
    owner,
    country,
    event: verb,
    recordOwner: owner,
    data: { webhook, number },
    next: at,
    createdAt: at,
    updatedAt: at,
  })
  return (await deliveryList.read(tx, [id]))[0]!
}

const testAct: Act = {
  path: 'test',
  one: {
    described: describe.change(
      'webhooks',
      {},
      {
        id: 'testWebhook',
        summary: 'Send a test to a webhook',
        bodyTitle: 'WebhookTest',
        detail:
          'Answers the delivery of `webhook.test`, which is sent at once: read it again for its outcome.',
        verbs: ['webhook.test'],
        answers: { 200: json(recordSchema('deliveries')) },
        refuses: ['WEBHOOK_OFF'],
      },
    ),
    read: (request) => {
      const actor = permit(request, 'webhook.test')
      const call = { id: recordId(request), version: ifMatch(request) }
      accepted(validate({}, request.body ?? {}, { country: defaultCountry }))
      return { work: (tx, batch) => testWebhook(tx, actor, call, batch) }
    },
  },
}

export const webhookResource = serveKind(webhookList, webhookKind, {
  create: {
    detail: once,
    answers: { 201: withSecret },
    refuses: ['TOO_MANY_WEBHOOKS'],
    run: (actor, input) => ({
      options,
      work: (tx, batch, context) => createWebhook(tx, actor, input, batch, context),
    }),
  },
  update: async (tx, actor, edit, batch, context) => {
    const { body } = edit
    if (typeof body !== 'object' || body === null) return updateRecord(tx, actor, webhookKind, edit, batch)
    if ('url' in body) refuseAddress(context, body.url)
    const isUnnamed = 'name' in body && isBlank(body.name)
    const url = 'url' in body ? body.url : (await webhookList.read(tx, [edit.id]))[0]?.url
    const named =
      isUnnamed && typeof url === 'string' && URL.canParse(url) ? { ...body, name: hostOf(url) } : body
    return updateRecord(tx, actor, webhookKind, { ...edit, body: named }, batch)
  },
  acts: [rotateAct, testAct],
})
