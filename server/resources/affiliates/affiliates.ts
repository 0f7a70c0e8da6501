import { sql } from 'drizzle-orm'
import { scopeOf } from '../../../domain/access/permissions.ts'
import { affiliates } from '../../../domain/affiliates/affiliate.ts'
import type { Fields } from '../../../domain/lib/field.ts'
import { Refused } from '../../core/errors.ts'
import { readHeld } from '../../crud/apply-steps.ts'
import { defineKind } from '../../crud/define-kind.ts'
import { recordList } from '../../crud/record-list.ts'
import { products, affiliates as table } from '../../db/schema/goods.ts'
import { serveKind } from '../serve-kind.ts'
import { storeRoutes } from './store-routes.ts'

const list = recordList(affiliates, table, {
  fields: {
    products: sql<number>`(select count(*)::int from products
      where products.affiliate = affiliates.id and products.deleted_at is null)`,
    // Product of the user in placeholder `taker`; null for none.
    product: sql<string | null>`(select products.id from products
      where products.affiliate = affiliates.id and products.owner = ${sql.placeholder('taker')}::uuid
        and products.deleted_at is null order by products.id limit 1)`,
  },
  values: { taker: null },
})

/** An offer cannot be deleted while a product made from it exists. */
const affiliateKind = defineKind(affiliates, list, {
  readFor: ({ id, role }) =>
    scopeOf(role, 'affiliate.take') === 'all' ? list.read : list.readWith({ taker: id }),
  uses: [{ column: products.affiliate, deletedAt: products.deletedAt }],
})

/** All offers of the country, for users who may take them. */
const store = { ...list.source, verb: 'affiliate.store' } as const

export const affiliateResource = serveKind(list, affiliateKind, {
  more: [
    storeRoutes((tx, actor, id, verb) => readHeld(tx, actor, affiliateKind, { id, version: null, verb })),
  ],
  list: {
    query: { store: { kind: 'flag' } } satisfies Fields,
    verbs: ['affiliate.list', 'affiliate.store'],
    detail: 'With `store=true` the offers of everybody in the country, for sellers to take from.',
  },
  readList: ({ store: asked, ...parameters }) => ({
    source: readFlag('store', asked) ? store : list.source,
    parameters,
  }),
})

const flags: ReadonlyMap<unknown, boolean> = new Map([
  [undefined, false],
  ['', false],
  ['false', false],
  ['true', true],
])

function readFlag(path: string, value: unknown): boolean {
  const flag = flags.get(value)
  if (flag === undefined) {
    throw new Refused('VALIDATION_FAILED', { errors: [{ path, code: 'NOT_A_FLAG' }] })
  }
  return flag
}
