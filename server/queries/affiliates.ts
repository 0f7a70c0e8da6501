import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { scopeOf } from '../../domain/access/permissions.ts'
import { type Affiliate, affiliates as affiliateDefinition } from '../../domain/affiliates/affiliate.ts'
import { type ListSource, listSource } from '../crud/list-source.ts'
import { boundReader, type ReadRecords } from '../crud/read-records.ts'
import { affiliates } from '../db/schema/goods.ts'
import { users } from '../db/schema/users.ts'

/** An actor's own offers. */
export const affiliateSource = listSource(affiliateDefinition.list, {
  resource: 'affiliates',
  verb: 'affiliate.list',
  table: affiliates,
  owner: affiliates.owner,
  filters: {
    country: affiliates.country,
    owner: affiliates.owner,
    price: affiliates.price,
    quantity: affiliates.quantity,
  },
  sorts: {
    createdAt: affiliates.createdAt,
    number: affiliates.number,
    name: affiliates.name,
    price: affiliates.price,
    quantity: affiliates.quantity,
    updatedAt: affiliates.updatedAt,
  },
})

/** Everybody's offers, for users who may take from them. */
export const storeSource: ListSource = { ...affiliateSource, verb: 'affiliate.store' }

const { deletedAt, ...columns } = getTableColumns(affiliates)

const taken = sql<number>`(select count(*)::int from products
  where products.affiliate = affiliates.id and products.deleted_at is null)`

/** Of whom `taker` names; nobody where it is null. */
const ownProduct = sql<string | null>`(select products.id from products
  where products.affiliate = affiliates.id and products.owner = ${sql.placeholder('taker')}::uuid
    and products.deleted_at is null order by products.id limit 1)`

const readFor = boundReader(
  'affiliates by id',
  { ...columns, ownerName: users.name, products: taken, product: ownProduct },
  (query, isAsked) =>
    query
      .from(affiliates)
      .innerJoin(users, eq(users.id, affiliates.owner))
      .where(and(isAsked, isNull(deletedAt))),
)

/** The offers of these ids that are not deleted, as the API gives them to nobody in particular, in no particular order. */
export const readAffiliates: ReadRecords<Affiliate> = readFor({ taker: null })

/** The same as this actor gets them: sellers see which ones they have taken. */
export const readAffiliatesFor = ({ id, role }: Actor): ReadRecords<Affiliate> =>
  scopeOf(role, 'affiliate.take') === 'all' ? readAffiliates : readFor({ taker: id })
