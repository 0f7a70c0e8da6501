import { eq, inArray } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import type { Role } from '../../domain/access/permissions.ts'
import { type CountryCode, countries } from '../../domain/core/countries.ts'
import { type ApiKeyInput, keys as definition, type NewApiKey, newKeyShapes } from '../../domain/keys/key.ts'
import { hasGrant } from '../../domain/keys/key-verbs.ts'
import { isDate } from '../../domain/lib/field.ts'
import { shiftDay, startOfDay } from '../../domain/lib/zone-clock.ts'
import { makeApiKey } from '../auth/api-keys.ts'
import { notifySessions } from '../auth/end-sessions.ts'
import { Refused } from '../core/errors.ts'
import { applySteps, readHeld } from '../crud/apply-steps.ts'
import { defineKind } from '../crud/define-kind.ts'
import type { Batch } from '../crud/record-changes.ts'
import { createRecord, updateRecord } from '../crud/write-records.ts'
import type { Transaction } from '../db/drizzle.ts'
import { keySecrets, keys } from '../db/schema/keys.ts'
import { users } from '../db/schema/users.ts'
import type { PerformOptions } from '../http/write.ts'
import { json } from '../openapi/content.ts'
import { titled } from '../openapi/json-schema.ts'
import { shapesSchema } from '../openapi/schemas.ts'
import { keyList } from '../queries/keys.ts'
import type { Edit } from './serve.ts'
import { serveKind } from './serve-kind.ts'

const keyKind = defineKind(definition, keyList, {
  initial: { isActive: true },
  // A deleted key stays revoked if the deletion is undone. Open streams follow every change.
  follow: async (tx, _actor, _batch, changes) => {
    const gone = changes.flatMap(({ next }) => (next.isDeleted ? next.id : []))
    if (gone.length > 0) await tx.update(keys).set({ isActive: false }).where(inArray(keys.id, gone))
    for (const owner of new Set(changes.map(({ next }) => next.owner))) await notifySessions(tx, owner)
  },
})

/** Keeps the key out of the stored answer. */
const options: PerformOptions = { withoutSecrets: (body) => ({ ...(body as NewApiKey), key: null }) }

/** Creates a key of the caller with its secret. */
const createKey = async (
  tx: Transaction,
  actor: Actor,
  { country, expiresAt, ...input }: ApiKeyInput,
  batch: Batch,
): Promise<NewApiKey> => {
  const expiry = expiresAt == null ? null : new Date(endOfDay(expiresAt, country ?? actor.country))
  if (expiry !== null) refusePast(expiry.getTime(), batch)
  const owner = await readOwner(tx, actor.id)
  refuseBeyond(owner.role, input.verbs)
  const { id } = await createRecord(
    tx,
    actor,
    keyKind,
    { ...input, country: country ?? actor.country, expiresAt: expiry },
    batch,
  )
  const { key, prefix, hash } = makeApiKey()
  await tx.insert(keySecrets).values({ key: id, prefix, hash, role: owner.role, ownerCountry: owner.country })
  return { ...(await keyList.read(tx, [id]))[0]!, key }
}

const readOwner = async (tx: Transaction, id: string) => {
  const [owner] = await tx
    .select({ role: users.role, country: users.country })
    .from(users)
    .where(eq(users.id, id))
  if (owner === undefined) throw new Refused('OWNER_NOT_FOUND')
  return owner
}

const updateKey = async (tx: Transaction, actor: Actor, { body, ...edit }: Edit, batch: Batch) => {
  const [held] = await tx.select({ country: keys.country }).from(keys).where(eq(keys.id, edit.id))
  const written = withInstant(body, held?.country ?? actor.country)
  const updated = await updateRecord(tx, actor, keyKind, { ...edit, body: written }, batch)
  const isGiven = (field: string) => Object.hasOwn(written as object, field)
  if (isGiven('expiresAt') && updated.expiresAt !== null && batch.isWritten)
    refusePast(Date.parse(updated.expiresAt), batch)
  if (isGiven('verbs')) refuseBeyond((await readOwner(tx, updated.owner)).role, updated.verbs)
  return updated
}

/** The body with the expiry as an instant, as rows have it; what is no date, or no object, is refused by the update. */
const withInstant = (body: unknown, country: CountryCode): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { expiresAt } = body as Record<string, unknown>
  return typeof expiresAt === 'string' && isDate(expiresAt)
    ? { ...body, expiresAt: new Date(endOfDay(expiresAt, country)).toISOString() }
    : body
}

/** A key that expires on a day is valid until its last second in the key's country; an instant is taken as it is. */
const endOfDay = (date: string, country: CountryCode): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(date)
    ? new Date(startOfDay(shiftDay(date, 1), countries[country].timeZone).getTime() - 1000).toISOString()
    : date

const refusePast = (expiresAt: number, { at }: Batch): void => {
  if (expiresAt > at.getTime()) return
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'expiresAt', code: 'IN_THE_PAST' }] })
}

/** @throws Refused for a right that no role of the key's owner has */
const refuseBeyond = (role: Role, grants: readonly string[]): void => {
  if (grants.every((grant) => hasGrant(role, grant))) return
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'verbs', code: 'FORBIDDEN' }] })
}

/** Ends a key for good; a revoked one stays as it is. Waits for its writes, which hold it until they commit. */
export const revokeKey = async (
  tx: Transaction,
  actor: Actor,
  call: { id: string; version: number | null },
  batch: Batch,
): Promise<void> => {
  const verb = 'key.revoke'
  const record = await readHeld(tx, actor, keyKind, { ...call, verb })
  if (!record.isActive) return
  const updateFields = { ...keyKind.updateFields, isActive: { kind: 'flag' } } as const
  await applySteps(tx, actor, { ...keyKind, updateFields }, batch, [
    { record, next: { ...record, isActive: false }, verb },
  ])
}

export const keyResource = serveKind(keyList, keyKind, {
  create: {
    detail:
      'The key is in this answer only, and not in that of a repeated call. It acts for the caller, in one country (default: the caller’s), with the rights that are named, and never with more than the caller has at the time of a call.',
    answers: { 201: json(titled('NewKey', shapesSchema(newKeyShapes))) },
    run: (actor, input) => ({ options, work: (tx, batch) => createKey(tx, actor, input, batch) }),
  },
  update: updateKey,
})
