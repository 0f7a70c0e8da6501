import { and, asc, eq, isNull, type SQL } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import { type CountryCode, countryCodes } from '../../../domain/countries.ts'
import { choiceOf } from '../../../domain/lib/choice.ts'
import type { User } from '../../../domain/users/user.ts'
import type { ServerContext } from '../../context.ts'
import { users } from '../../db/schema.ts'
import { Refused } from '../../refused.ts'

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
    .orderBy(asc(users.name), asc(users.id))
  return { items, total: items.length }
}
