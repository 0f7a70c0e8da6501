import { jobThreshold } from '../../../domain/jobs/job.ts'
import { writeWorkbook } from '../../../server/spreadsheets/write-workbook.ts'
import { orderInput } from '../api/shop.ts'
import { multipartBody, multipartType } from '../spreadsheets/upload.ts'
import { counted, linesOf, type Prepare, type Stage } from './stage.ts'

/** Calls on orders, parcels and invoices, single and bulk. */
export const shopCalls: Record<string, Prepare> = {
  'order create': async (stage) => {
    const customerName = stage.name('Cliente')
    const body = orderInput(await stage.shop.product(), { customerName })
    return { call: { method: 'POST', path: '/orders', body }, effects: ordersNamed(stage, customerName) }
  },
  'order status': async (stage) => {
    const { id } = await anOrder(stage)
    return put(stage, [id], `/orders/status/${id}`, { status: 'NOT_REACHABLE' })
  },
  'order confirm': async (stage) => {
    const { id } = await anOrder(stage)
    return put(stage, [id], `/orders/status/${id}`, { status: 'CONFIRMED' })
  },
  'order edit': async (stage) => {
    const { id } = await anOrder(stage)
    return put(stage, [id], `/orders/${id}`, { customerName: stage.name('Autre') })
  },
  'orders by ids': async (stage) => {
    const ids = await someOrders(stage, 30)
    return put(stage, ids, '/orders/status', { ids, status: 'NOT_REACHABLE' })
  },
  'orders by a filter': async (stage) => {
    const product = await stage.shop.product()
    const ids = await stage.shop.orders(product, 30)
    return put(stage, ids, '/orders/status', { where: { product: product.id }, status: 'NOT_REACHABLE' })
  },
  'orders deleted': async (stage) => {
    const ids = await someOrders(stage, 10)
    return put(stage, ids, '/orders/delete', { ids })
  },
  'orders in a job': async (stage) => {
    const ids = await someOrders(stage, jobThreshold + 50)
    return put(stage, ids, '/orders/status', { ids, status: 'NOT_REACHABLE' })
  },
  'orders claimed': async (stage) => {
    const { token } = await stage.api.as(await stage.api.createUser({ role: 'admin' }))
    const product = await stage.shop.product()
    await stage.shop.orders(product, 5)
    const claimed = `select count(*)::int as count from order_claims c join orders o on o.id = c."order" where o.product = $1`
    return {
      token,
      call: { method: 'POST', path: '/orders/claim', body: { where: { product: product.id }, count: 1 } },
      effects: () => counted(stage.api, claimed, [product.id]),
    }
  },
  'orders imported': async (stage) => {
    const product = await stage.shop.product({ name: stage.name('Article') })
    const rows = Array.from({ length: 20 }, (_, row) => [product.name, `${row}`, '0708091011', 'Cocody', 1])
    const sheet = [['Produit', 'Nom', 'Téléphone', 'Adresse', 'Qté'], ...rows]
    const bytes = multipartBody(writeWorkbook([{ name: 'Feuil1', rows: sheet }]))
    const sql = 'select count(*)::int as count from orders where product = $1'
    return {
      call: { method: 'POST', path: '/orders/upload-multiple', file: { type: multipartType, bytes } },
      effects: async () => (await counted(stage.api, sql, [product.id])) / 20,
    }
  },
  undo: async (stage) => {
    const ids = await someOrders(stage, 10)
    const { batchId } = await stage.shop.bulk({ ids, status: 'NOT_REACHABLE' })
    return { ...(await put(stage, ids, '')), call: { method: 'POST', path: `/changes/${batchId}/undo` } }
  },
  'parcel given': async (stage) => {
    const { id } = await aParcel(stage)
    const { id: delivery } = await stage.shop.courier()
    return put(stage, [id], `/shippings/delivery/${id}`, { delivery })
  },
  'parcel sent out': async (stage) => {
    const { id } = await aParcel(stage, true)
    return put(stage, [id], `/shippings/status/${id}`, { status: 'OUT_FOR_DELIVERY' })
  },
  'parcel delivered': async (stage) => {
    const { id } = await stage.shop.ship(await anOrder(stage))
    return put(stage, [id], `/shippings/status/${id}`, { status: 'DELIVERED' })
  },
  'parcels by ids': async (stage) => {
    const orders = await someOrders(stage, 10)
    const { id: delivery } = await stage.shop.courier()
    await stage.shop.bulk({ ids: orders, status: 'CONFIRMED', delivery })
    const { rows } = await stage.api.context.pool.query<{ id: string }>(
      'select id from shippings where "order" = any($1)',
      [orders],
    )
    const ids = rows.map(({ id }) => id)
    return put(stage, ids, '/shippings/status', { ids, status: 'OUT_FOR_DELIVERY' })
  },
  'invoices generated': async (stage) => {
    const seller = await stage.billing.seller()
    await stage.billing.delivered(await stage.billing.product(seller))
    const sql = `select count(*)::int as count from changes c join invoices i on i.id = c.record_id where i.owner = $1`
    return {
      call: { method: 'POST', path: '/invoices/generate', body: { seller: seller.id } },
      effects: () => counted(stage.api, sql, [seller.id]),
    }
  },
  'invoice toggle': async (stage) => {
    const { id } = await stage.billing.invoice()
    return put(stage, [id], `/invoices/status/${id}`)
  },
  'invoice edit': async (stage) => {
    const { id } = await stage.billing.invoice()
    return put(stage, [id], `/invoices/${id}`, { otherFees: 500 })
  },
  'invoices by ids': async (stage) => {
    const ids = [(await stage.billing.invoice()).id, (await stage.billing.invoice()).id]
    return put(stage, ids, '/invoices/status', { ids })
  },
}

/** A change that must have exactly one history line on each of these records. */
export const put = async (stage: Stage, ids: readonly string[], path: string, body?: object) => ({
  call: { method: 'PUT', path, ...(body === undefined ? {} : { body }) },
  effects: await linesOf(stage, ids),
})

const ordersNamed = (stage: Stage, name: string) => () =>
  counted(stage.api, 'select count(*)::int as count from orders where customer_name = $1', [name])

const anOrder = async ({ shop }: Stage) => shop.order(await shop.product())

const someOrders = async ({ shop }: Stage, count: number) =>
  shop.orders(await shop.product({ quantity: count }), count)

const aParcel = async (stage: Stage, isGiven = false) => {
  const { shop } = stage
  const order = await anOrder(stage)
  const delivery = isGiven ? { delivery: (await shop.courier()).id } : {}
  return { id: (await shop.move(order, 'CONFIRMED', delivery)).shipping! }
}
