import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Affiliate } from '../../../domain/affiliates/affiliate.ts'
import { affiliates } from '../../database/schema/goods.ts'
import { users } from '../../database/schema/users.ts'
import { type ReadRecords, recordReader } from '../engine/record-reader.ts'

const { deletedAt, ...columns } = getTableColumns(affiliates)

const taken = sql<number>`(select count(*)::int from products
  where products.affiliate = affiliates.id and products.deleted_at is null)`

/** The offers of these ids that are not deleted, as the API gives them, in no particular order. */
export const readAffiliates: ReadRecords<Affiliate> = recordReader(
  'affiliates by id',
  { ...columns, ownerName: users.name, products: taken },
  (query, isAsked) =>
    query
      .from(affiliates)
      .innerJoin(users, eq(users.id, affiliates.owner))
      .where(and(isAsked, isNull(deletedAt))),
)
