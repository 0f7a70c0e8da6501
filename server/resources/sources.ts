import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { defaultCountry } from '../../domain/core/countries.ts'
import { isAskedKind } from '../../domain/intake/source-kinds.ts'
import { validate } from '../../domain/lib/validate.ts'
import {
  formerSecretHours,
  type Source,
  type SourceAccess,
  type SourceInput,
  type SourceWithSecret,
  sourceAccessFields,
  sourceRotateFields,
  sources,
  sourceWithSecretShapes,
} from '../../domain/sources/source.ts'
import { makeToken } from '../auth/sessions.ts'
import { accepted, Refused } from '../core/errors.ts'
import { applySteps, readHeld } from '../crud/apply-steps.ts'
import { defineKind } from '../crud/define-kind.ts'
import type { Batch } from '../crud/record-changes.ts'
import { createRecord } from '../crud/write-records.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { sourceAccess, sourceSecrets } from '../db/schema/intake.ts'
import { permit } from '../http/auth.ts'
import { ifMatch, recordId } from '../http/request-parts.ts'
import type { PerformOptions } from '../http/write.ts'
import { json } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'
import { titled } from '../openapi/json-schema.ts'
import { shapesSchema } from '../openapi/schemas.ts'
import { placeOfAccess, placeOfSecret, sourceList } from '../queries/sources.ts'
import type { Act } from './record-routes.ts'
import { serveKind } from './serve-kind.ts'

const { secret: _, ...fields } = sources.fields

const sourceKind = defineKind({ ...sources, fields }, sourceList, { initial: { isActive: true } })

const withSecret = json(titled('SourceWithSecret', shapesSchema(sourceWithSecretShapes)))

const once = 'The answer has the secret: it is stored sealed and answered once, not to a repeated call.'

/** Keeps the secret out of the stored answer. */
const options: PerformOptions = {
  withoutSecrets: (body) => ({ ...(body as SourceWithSecret), secret: null }),
}

const makeSecret = (): string => randomBytes(24).toString('base64')

const readWithSecret = async (tx: Transaction, id: string, secret: string): Promise<SourceWithSecret> => ({
  ...(await sourceList.read(tx, [id]))[0]!,
  secret,
})

/** Creates a source with its address and secret. */
const createSource = async (
  tx: Transaction,
  actor: Actor,
  { secret, ...input }: SourceInput,
  batch: Batch,
  { secrets }: ServerContext,
): Promise<SourceWithSecret> => {
  const { id } = await createRecord(tx, actor, sourceKind, input, batch)
  const given = secret ?? makeSecret()
  const sealed = secrets.seal(given, placeOfSecret(id))
  await tx.insert(sourceSecrets).values({ source: id, token: makeToken(), secret: sealed })
  return readWithSecret(tx, id, given)
}

type Rotation = { id: string; version: number | null; secret: string }

/** The former secret stays valid for a day: the shop signs with it until its owner has entered the new one. */
const rotateSource = async (
  tx: Transaction,
  actor: Actor,
  { secret, ...call }: Rotation,
  batch: Batch,
  { secrets }: ServerContext,
): Promise<SourceWithSecret> => {
  const verb = 'source.rotate'
  const record = await readHeld(tx, actor, sourceKind, { ...call, verb })
  const { id } = record
  await tx
    .update(sourceSecrets)
    .set({
      secret: secrets.seal(secret, placeOfSecret(id)),
      former: sourceSecrets.secret,
      formerUntil: new Date(batch.at.getTime() + formerSecretHours * 3_600_000),
    })
    .where(eq(sourceSecrets.source, id))
  await applySteps(tx, actor, sourceKind, batch, [{ record, next: record, verb }])
  return readWithSecret(tx, id, secret)
}

/** Takes no more events, and begins no work on those that wait; one that is off stays as it is. */
export const switchOffSource = async (
  tx: Transaction,
  actor: Actor,
  call: { id: string; version: number | null },
  batch: Batch,
): Promise<void> => {
  const verb = 'source.revoke'
  const record = await readHeld(tx, actor, sourceKind, { ...call, verb })
  if (!record.isActive) return
  await applySteps(tx, actor, sourceKind, batch, [{ record, next: { ...record, isActive: false }, verb }])
}

const rotateAct: Act = {
  path: 'rotate',
  one: {
    described: describe.change('sources', sourceRotateFields, {
      id: 'rotateSource',
      summary: 'Give a source another secret',
      detail: `The former one is valid for ${formerSecretHours} hours more. ${once}`,
      bodyTitle: 'SourceRotation',
      verbs: ['source.rotate'],
      answers: { 200: withSecret },
    }),
    read: (request) => {
      const actor = permit(request, 'source.rotate')
      const call = { id: recordId(request), version: ifMatch(request) }
      // No field depends on the country.
      const given = accepted(validate(sourceRotateFields, request.body ?? {}, { country: defaultCountry }))
      const secret = given.secret ?? makeSecret()
      return {
        options,
        work: (tx, batch, context) => rotateSource(tx, actor, { ...call, secret }, batch, context),
      }
    },
  },
}

type AccessCall = { id: string; version: number | null; access: SourceAccess }

/** Another address, or other orders: what is left of a look belongs to those before. */
const newLook = { lookedAt: null, nextPage: null } as const

/** Says how the shop is asked, or that it is asked no more. */
const setAccess = async (
  tx: Transaction,
  actor: Actor,
  { access, ...call }: AccessCall,
  batch: Batch,
  { secrets }: ServerContext,
): Promise<Source> => {
  const verb = 'source.access'
  const record = await readHeld(tx, actor, sourceKind, { ...call, verb })
  const { id, kind } = record
  const { shopUrl: url, accessToken: token } = access
  if (url != null && !isAskedKind(kind)) throw new Refused('SHOP_NOT_ASKED')
  if (url == null) {
    await tx.delete(sourceAccess).where(eq(sourceAccess.source, id))
  } else if (token == null) {
    const [held] = await tx
      .select({ url: sourceAccess.url })
      .from(sourceAccess)
      .where(eq(sourceAccess.source, id))
      .for('update')
    // Nobody is told a token that was given for another shop.
    if (held === undefined || new URL(held.url).origin !== new URL(url).origin)
      throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'accessToken', code: 'REQUIRED' }] })
    await tx
      .update(sourceAccess)
      .set({ url, ...newLook })
      .where(eq(sourceAccess.source, id))
  } else {
    const sealed = secrets.seal(token, placeOfAccess(id))
    // Asked at once.
    const given = { url, token: sealed, askedAt: null, failure: null, ...newLook }
    await tx
      .insert(sourceAccess)
      .values({ source: id, ...given })
      .onConflictDoUpdate({ target: sourceAccess.source, set: given })
  }
  await applySteps(tx, actor, sourceKind, batch, [{ record, next: record, verb }])
  return (await sourceList.read(tx, [id]))[0]!
}

const accessAct: Act = {
  path: 'access',
  one: {
    described: describe.change('sources', sourceAccessFields, {
      id: 'setSourceAccess',
      summary: 'Say how the shop of a source is asked for what changed',
      detail:
        'Shopify, WooCommerce and YouCan are asked every ten minutes; what no event told is stored as one. Without `shopUrl` it is asked no more; without `accessToken` the former one stays, for the same host.',
      bodyTitle: 'SourceAccess',
      verbs: ['source.access'],
      refuses: ['SHOP_NOT_ASKED'],
    }),
    read: (request) => {
      const actor = permit(request, 'source.access')
      const call = { id: recordId(request), version: ifMatch(request) }
      // No field depends on the country.
      const access = accepted(validate(sourceAccessFields, request.body ?? {}, { country: defaultCountry }))
      return { work: (tx, batch, context) => setAccess(tx, actor, { ...call, access }, batch, context) }
    },
  },
}

export const sourceResource = serveKind(sourceList, sourceKind, {
  create: {
    detail: once,
    answers: { 201: withSecret },
    run: (actor, input) => ({
      options,
      work: (tx, batch, context) => createSource(tx, actor, input, batch, context),
    }),
  },
  acts: [rotateAct, accessAct],
})
