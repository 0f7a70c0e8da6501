import { and, eq, isNull, or } from 'drizzle-orm'
import type { Transaction } from '../db/drizzle.ts'
import { users } from '../db/schema/users.ts'
import { refuseByCode } from './refuse-by-code.ts'

/** Records belong to sellers who are let in, and to admins on their behalf. */
export const refuseUnknownOwner = async (tx: Transaction, owner: string): Promise<void> => {
  const isSeller = and(eq(users.role, 'seller'), eq(users.isActivated, true))
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, owner), or(isSeller, eq(users.role, 'admin')), isNull(users.deletedAt)))
  refuseByCode(rows.length === 0 ? 'OWNER_NOT_FOUND' : null)
}
