import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Actor, actorScope } from '../../domain/access/actor.ts'
import { type CountryCode, countryCodes } from '../../domain/core/countries.ts'
import { choiceOf } from '../../domain/lib/field.ts'
import { amountDifference } from '../../domain/lib/money.ts'
import { type Courier, users as definition } from '../../domain/users/user.ts'
import { Refused } from '../core/errors.ts'
import { recordList } from '../crud/record-list.ts'
import { alphabetical } from '../db/alphabetical.ts'
import { isOneOf } from '../db/columns.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { packages, shippings, users } from '../db/schema.ts'
import { readKeptBack } from './earnings.ts'
import { isCashInHand } from './shippings.ts'

/**
 * Whether a seller confirmed their address and was never activated, or only until that was undone: a deactivation is in the
 * history.
 */
export const isWaiting = sql`(users.role = 'seller' and users.is_email_verified and not users.is_activated
  and not exists (select 1 from changes line where line.record_id = users.id and line.resource = 'users'
    and line.undoes is null and line.after->>'isActivated' = 'false'))`

/** The password hash is no field, so it is never read here. */
export const userList = recordList(definition, users, {
  keys: { phone: users.phone, reference: users.email },
  filters: { isWaiting },
  fields: { packageName: packages.name },
  joined: [{ table: packages, on: eq(packages.id, users.package), isOptional: true }],
})

/** Active couriers of one country; an agent's is their own. `withLoad`: with what each has in hand. */
export const listCouriers = async (
  { db }: ServerContext,
  actor: Actor,
  written: unknown,
  withLoad: boolean,
): Promise<{ items: Courier[]; total: number }> => {
  const country = written === undefined ? undefined : choiceOf(countryCodes, written)
  if (country === null) {
    throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'country', code: 'NOT_A_CHOICE' }] })
  }
  const isFree = actorScope(actor, 'delivery-guy.list') === 'all'
  const countries: CountryCode[] = isFree
    ? country === undefined
      ? []
      : [country]
    : [actor.country, ...(country === undefined ? [] : [country])]
  const conditions: SQL[] = countries.map((code) => eq(users.country, code))
  const items = await db
    .select({ id: users.id, name: users.name, phone: users.phone })
    .from(users)
    .where(
      and(eq(users.role, 'delivery'), eq(users.isActivated, true), isNull(users.deletedAt), ...conditions),
    )
    .orderBy(alphabetical(users.name), asc(users.id))
  if (!withLoad) return { items, total: items.length }
  const loads = await readLoads(
    db,
    items.map(({ id }) => id),
  )
  return {
    items: items.map((courier) => ({ ...courier, load: loads.get(courier.id) ?? noLoad })),
    total: items.length,
  }
}

const noLoad = { assigned: 0, out: 0, cash: 0 }

const readLoads = async (
  db: ServerContext['db'],
  couriers: readonly string[],
): Promise<Map<string, NonNullable<Courier['load']>>> => {
  const { rows } = await db.execute<{ delivery: string; assigned: number; out: number; cash: string }>(sql`
    select delivery, count(*) filter (where status = 'ASSIGNED')::int as assigned,
      count(*) filter (where status = 'OUT_FOR_DELIVERY')::int as out,
      coalesce(sum(collected) filter (where ${isCashInHand}), 0) as cash
    from shippings
    where ${isOneOf(shippings.delivery, couriers)} and deleted_at is null
      and (status in ('ASSIGNED', 'OUT_FOR_DELIVERY') or ${isCashInHand})
    group by delivery`)
  const keptBack = await readKeptBack(db, isOneOf(shippings.delivery, couriers))
  return new Map(
    rows.map(({ delivery, cash, ...counts }) => [
      delivery,
      { ...counts, cash: amountDifference(Number(cash), keptBack.get(delivery) ?? 0) },
    ]),
  )
}

/** Ids of plans that are not deleted; locked until commit. */
export const livingPlans = async (tx: Transaction, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: packages.id })
    .from(packages)
    .where(and(isOneOf(packages.id, ids), isNull(packages.deletedAt)))
    .orderBy(packages.id)
    .for('share')
  return new Set(rows.map(({ id }) => id))
}
