import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Verb } from '../../domain/access/permissions.ts'
import { offerRequestFields, requestOfOffer } from '../../domain/affiliates/store.ts'
import { type StockMovement, stockMovementShapes } from '../../domain/fulfillment/stock-movement.ts'
import { parseListQuery } from '../../domain/lib/list-query.ts'
import { validate } from '../../domain/lib/validate.ts'
import { whyNotDeleteProduct, whyNotEditProduct, whyNotRevertProduct } from '../../domain/products/policy.ts'
import { products as definition, type Product } from '../../domain/products/product.ts'
import { accepted } from '../core/errors.ts'
import { readHeld } from '../crud/apply-steps.ts'
import { defineKind } from '../crud/define-kind.ts'
import type { ReadItems } from '../crud/read-records.ts'
import { newBatch } from '../crud/record-changes.ts'
import { recordList } from '../crud/record-list.ts'
import type { HeldOf, Pair } from '../crud/resource-definition.ts'
import { createRecord, type Reference } from '../crud/write-records.ts'
import { isOneOf } from '../db/columns.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { advertising } from '../db/schema/advertising.ts'
import { affiliates, expeditions, products } from '../db/schema/goods.ts'
import { orders } from '../db/schema/orders.ts'
import { permit } from '../http/auth.ts'
import { queryOf, recordId, refuseQuery } from '../http/request-parts.ts'
import { write } from '../http/write.ts'
import { fieldsJson, json, pageJson } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'
import { titled } from '../openapi/json-schema.ts'
import { pageParameters } from '../openapi/list-parameters.ts'
import { recordSchema, shapesSchema } from '../openapi/schemas.ts'
import { followProducts } from '../services/fulfillment/derive-shipping.ts'
import { recordCorrections } from '../services/fulfillment/stock.ts'
import { getRecord, readableBatch } from './record-routes.ts'
import { requestKind } from './requests.ts'
import { serveKind } from './serve-kind.ts'

type HeldProduct = HeldOf<typeof products>

/**
 * Facts for rules of products. `orphans`: would be restored while their offer is deleted or of another country. `retaken`:
 * would be restored although the owner has another product of the offer.
 */
type ProductFacts = {
  orphans: ReadonlySet<string>
  retaken: ReadonlySet<string>
}

/** References to products. */
const productUses: readonly Reference[] = [
  { column: orders.product, deletedAt: orders.deletedAt },
  { column: expeditions.product, deletedAt: expeditions.deletedAt },
  { column: advertising.product, deletedAt: advertising.deletedAt },
]

const findProductFacts = async (
  tx: Transaction,
  pairs: readonly Pair<HeldProduct>[],
  options: { lock: boolean },
): Promise<ProductFacts> => {
  const coming = pairs.filter(({ record, next }) => !next.isDeleted && (record?.isDeleted ?? true))
  const nexts = coming.map(({ next }) => next)
  const orphans = await findOrphans(tx, nexts, options)
  // After locking the offers, which `take` locks too.
  const retaken = await findRetaken(
    tx,
    coming.flatMap(({ record, next }) => (record !== null && next.affiliate !== null ? next.id : [])),
  )
  return { orphans, retaken }
}

/** Deleted products of an offer whose owner has another one now. */
const findRetaken = async (tx: Transaction, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const verb: Verb = 'affiliate.take'
  const { rows } = await tx.execute<{ id: string }>(sql`
    select gone.id from products gone
    where gone.id = any(${sql.param([...ids])}::uuid[])
      and exists (select 1 from changes where changes.record_id = gone.id and changes.verb = ${verb})
      and exists (select 1 from products other where other.affiliate = gone.affiliate and other.owner = gone.owner
        and other.id <> gone.id and other.deleted_at is null)`)
  return new Set(rows.map((row) => row.id))
}

/** Locks offers shared, so that they are not deleted concurrently. */
const findOrphans = async (
  tx: Transaction,
  coming: readonly HeldProduct[],
  { lock }: { lock: boolean },
): Promise<Set<string>> => {
  const taken = coming.filter(({ affiliate }) => affiliate !== null)
  if (taken.length === 0) return new Set()
  const ids = taken.map(({ affiliate }) => affiliate!)
  const query = tx
    .select({ id: affiliates.id, country: affiliates.country })
    .from(affiliates)
    .where(sql`${isOneOf(affiliates.id, ids)} and ${affiliates.deletedAt} is null`)
    .orderBy(affiliates.id)
  const countryOf = new Map(
    (await (lock ? query.for('share') : query)).map(({ id, country }) => [id, country]),
  )
  const orphans = taken.filter(({ affiliate, country }) => countryOf.get(affiliate!) !== country)
  return new Set(orphans.map(({ id }) => id))
}

type Row = Omit<StockMovement, 'at' | 'shippingNumber' | 'orderNumber' | 'expeditionNumber'> &
  Record<'at' | 'total', string> &
  Record<'shippingNumber' | 'orderNumber' | 'expeditionNumber', string | null>

/** A page of a product's stock movements, newest first, with the total. */
const listMovements = async (
  db: Executor,
  product: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ items: StockMovement[]; total: number }> => {
  const { rows } = await db.execute<Row>(sql`
    select movement.id, movement.at, movement.product, movement.pieces, movement.reason, movement.shipping,
      shippings.number as "shippingNumber", shippings."order", orders.number as "orderNumber", movement.expedition,
      expeditions.number as "expeditionNumber", movement.actor, actor.name as "actorName",
      movement.batch_id as "batchId", movement.note
    from (
      select * from stock_movements where product = ${product} order by at desc, id desc limit ${limit} offset ${skip}
    ) movement
    left join shippings on shippings.id = movement.shipping
    left join orders on orders.id = shippings."order"
    left join expeditions on expeditions.id = movement.expedition
    left join users actor on actor.id = movement.actor
    order by movement.at desc, movement.id desc`)
  const counted = await db.execute<{ total: string }>(
    sql`select count(*) as total from stock_movements where product = ${product}`,
  )
  return { items: rows.map(toMovement), total: Number(counted.rows[0]?.total ?? 0) }
}

const toMovement = ({ at, shippingNumber, orderNumber, expeditionNumber, ...row }: Row): StockMovement => ({
  ...row,
  at: new Date(at).toISOString(),
  shippingNumber: toNumber(shippingNumber),
  orderNumber: toNumber(orderNumber),
  expeditionNumber: toNumber(expeditionNumber),
})

const toNumber = (number: string | null): number | null => (number === null ? null : Number(number))

const movementCalls = {
  movements: describe.call({
    id: 'listStockMovements',
    tag: 'products',
    summary: 'Read the stock movements of a product, newest first',
    detail:
      'Their pieces add up to the product’s `quantity`. A line whose pieces have the other sign than usual takes an earlier one back.',
    verbs: ['product.view'],
    parameters: pageParameters(100),
    answers: {
      200: pageJson('StockMovementsPage', titled('StockMovement', shapesSchema(stockMovementShapes))),
    },
  }),
}

/** Lines have a fixed order. */
const movementsPage = { filters: {}, sorts: ['at'] }

const movementRoutes =
  (read: ReadItems<Product>) =>
  (app: FastifyInstance, context: ServerContext): void => {
    app.get('/products/:id/movements', movementCalls.movements, async (request) => {
      refuseQuery(request, ['limit', 'skip'])
      const page = accepted(parseListQuery(movementsPage, { limit: '100', ...queryOf(request) }))
      const { id } = await getRecord(context.db, read, request.actor, 'product.view', recordId(request))
      return listMovements(context.db, id, page)
    })
  }

const restockCalls = {
  restock: describe.call({
    id: 'restockProduct',
    tag: 'products',
    summary: 'Request the purchase of more pieces of a product',
    detail: 'The request has the name, price, description, image, country and owner of the product.',
    verbs: ['product.restock'],
    headers: ['Idempotency-Key'],
    refuses: ['OWNER_NOT_FOUND'],
    body: fieldsJson('OfferRequest', offerRequestFields),
    answers: { 201: json(recordSchema('requests')) },
    sendsBatch: true,
  }),
}

const restockRoute = (app: FastifyInstance, context: ServerContext): void => {
  app.post('/products/:id/restock', restockCalls.restock, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'product.restock')
    const id = recordId(request)
    const asked = accepted(validate(offerRequestFields, request.body, { country: actor.country }))
    return write(context, request, reply, async (tx) => {
      const batch = newBatch(context)
      const verb = 'product.restock'
      const product = await readHeld(tx, actor, productKind, { id, version: null, verb })
      const input = { ...requestOfOffer(product, asked), owner: product.owner }
      const body = await createRecord(tx, actor, requestKind, input, batch, { verb })
      return { status: 201, body, batchId: readableBatch(actor, 'requests', batch) }
    })
  })
}

const available = sql<number>`(${products.quantity} - ${products.reserved})`

const list = recordList(definition, products, {
  filters: {
    mode: sql<string>`(case when ${products.affiliate} is null then 'own' else 'affiliate' end)`,
    available,
  },
  sorts: { available },
  fields: { available, affiliateName: affiliates.name },
  joined: [{ table: affiliates, on: eq(affiliates.id, products.affiliate), isOptional: true }],
})

export const productKind = defineKind<'products', typeof products, ProductFacts>(definition, list, {
  initial: { reserved: 0 },
  uses: productUses,
  findFacts: findProductFacts,
  whyNot: {
    create: ({ id }, { orphans }) => (orphans.has(id) ? 'AFFILIATE_NOT_FOUND' : null),
    update: whyNotEditProduct,
    delete: whyNotDeleteProduct,
    revert: (_, { id, ...next }, { orphans, retaken }) =>
      whyNotRevertProduct(next, {
        isUsed: false,
        isOfferGone: orphans.has(id),
        isRetaken: retaken.has(id),
      }),
  },
  // Reverts the quantity by difference, since parcels and expeditions have changed it since.
  restore: (product, before, after) => ({
    ...before,
    ...(before.quantity === undefined || after.quantity === undefined
      ? {}
      : { quantity: product.quantity + before.quantity - after.quantity }),
  }),
  follow: async (tx, actor, batch, changes) => {
    await recordCorrections(tx, actor, batch, changes)
    await followProducts(tx, actor, batch, changes)
  },
})

export const productResource = serveKind(list, productKind, {
  more: [movementRoutes(list.read), restockRoute],
  refuses: { create: ['AFFILIATE_NOT_FOUND'], update: ['STOCK_RESERVED'] },
})
