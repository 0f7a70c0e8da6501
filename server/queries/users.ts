import { and, asc, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { scopeOf } from '../../domain/access/permissions.ts'
import { type CountryCode, countryCodes } from '../../domain/core/countries.ts'
import { choiceOf } from '../../domain/lib/field.ts'
import { type User, users as userDefinition } from '../../domain/users/user.ts'
import { Refused } from '../core/errors.ts'
import { isOneOf, listSource } from '../crud/list-source.ts'
import { type ReadRecords, recordReader } from '../crud/read-records.ts'
import { alphabetical } from '../db/alphabetical.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { packages, users } from '../db/schema.ts'

export const userSource = listSource(userDefinition.list, {
  resource: 'users',
  verb: 'user.list',
  table: users,
  filters: {
    country: users.country,
    role: users.role,
    package: users.package,
    isEmailVerified: users.isEmailVerified,
    isActivated: users.isActivated,
  },
  sorts: {
    createdAt: users.createdAt,
    number: users.number,
    name: users.name,
    email: users.email,
    role: users.role,
    updatedAt: users.updatedAt,
  },
})

export type UserRow = typeof users.$inferSelect

/** The password's hash never leaves. */
const { passwordHash: _, deletedAt: __, ...columns } = getTableColumns(users)

/** The users of these ids that are not deleted, as the API gives them, in no particular order. */
export const readUsers: ReadRecords<User> = recordReader(
  'users by id',
  { ...columns, packageName: packages.name },
  (query, isAsked) =>
    query
      .from(users)
      .leftJoin(packages, eq(packages.id, users.package))
      .where(and(isAsked, isNull(users.deletedAt))),
)

type DeliveryGuy = Pick<User, 'id' | 'name' | 'phone'>

/** Those who can be given a parcel: active delivery people of one country; an agent's is always their own. */
export const listDeliveryGuys = async (
  { db }: ServerContext,
  actor: Actor,
  written: unknown,
): Promise<{ items: DeliveryGuy[]; total: number }> => {
  const country = written === undefined ? undefined : choiceOf(countryCodes, written)
  if (country === null) {
    throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'country', code: 'NOT_A_CHOICE' }] })
  }
  const isFree = scopeOf(actor.role, 'delivery-guy.list') === 'all'
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
  return { items, total: items.length }
}

/** Those of these plans that are not deleted; they cannot be until the transaction ends. */
export const livingPackages = async (tx: Transaction, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: packages.id })
    .from(packages)
    .where(and(isOneOf(packages.id, ids), isNull(packages.deletedAt)))
    .orderBy(packages.id)
    .for('share')
  return new Set(rows.map(({ id }) => id))
}
