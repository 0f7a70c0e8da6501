import type { Random } from '../../../server/seed/row-writer.ts'
import type { Stage } from './stage.ts'

/** Records that many people change at once, in bulk. */
export type Crowd = {
  orders: string[]
  shippings: string[]
  users: string[]
  expeditions: string[]
  requests: string[]
  invoices: string[]
  guys: string[]
  products: string[]
}

export type BulkCall = { method: 'put' | 'post'; path: string; body: Record<string, unknown> }

export const gather = async (stage: Stage): Promise<Crowd> => {
  const { api, trade, goods, billing } = stage
  const seller = await billing.seller()
  const products = [
    await billing.product(seller),
    await billing.product(seller),
    await billing.product(seller),
  ]
  const orders = (await Promise.all(products.map((product) => trade.orders(product, 60)))).flat()
  const guys = [(await trade.deliveryGuy()).id, (await trade.deliveryGuy()).id]
  await trade.bulk({ ids: orders.slice(0, 120), status: 'CONFIRMED', delivery: guys[0] })
  const { rows } = await api.context.pool.query<{ id: string }>(
    'select id from shippings where "order" = any($1)',
    [orders],
  )
  await Promise.all(products.map((product) => billing.delivered(product)))
  await billing.generate({ seller: seller.id })
  const make = async (name: 'expeditions' | 'requests') =>
    (await goods.create(name, name === 'expeditions' ? { product: products[0]!.id } : {})).id
  const times = <Made>(count: number, one: () => Promise<Made>) =>
    Promise.all(Array.from({ length: count }, one))
  return {
    orders,
    guys,
    shippings: rows.map(({ id }) => id),
    products: products.map(({ id }) => id),
    users: await times(30, async () => (await api.createUser({ role: 'agent' })).id),
    expeditions: await times(20, () => make('expeditions')),
    requests: await times(20, () => make('requests')),
    invoices: (await billing.invoicesOf(seller)).map(({ id }) => id),
  }
}

/** A bulk change over a random part of the crowd, named in a random order. */
export const drawBulk = (random: Random, crowd: Crowd): BulkCall => {
  const part = (ids: readonly string[]) =>
    random.shuffle(ids).slice(0, random.between(Math.ceil(ids.length / 3), ids.length))
  const orders = (status: string, more = {}) => ({
    path: '/orders/status',
    body: { ids: part(crowd.orders), status, ...more },
  })
  const shippings = (status: string, more = {}) => ({
    path: '/shippings/status',
    body: { ids: part(crowd.shippings), status, ...more },
  })
  const drawn = random.pick([
    () => orders('CONFIRMED', { delivery: random.pick(crowd.guys) }),
    () => orders('CANCELLED', { comment: 'Plus voulu' }),
    () => orders('PENDING', { comment: 'De nouveau' }),
    () => orders('NOT_REACHABLE'),
    () => ({
      path: '/orders/status',
      body: { where: { product: random.pick(crowd.products) }, status: 'NOT_REACHABLE' },
    }),
    () => shippings('OUT_FOR_DELIVERY'),
    () => shippings('DELIVERED'),
    () => shippings('REFUSED'),
    () => shippings('RETURNED'),
    () => ({
      path: '/shippings/delivery',
      body: { ids: part(crowd.shippings), delivery: random.pick(crowd.guys) },
    }),
    () => ({ path: '/users/activate', body: { ids: part(crowd.users), isActivated: random.chance(0.5) } }),
    () => ({ path: '/expeditions/status', body: { ids: part(crowd.expeditions) } }),
    () => ({ path: '/requests/status', body: { ids: part(crowd.requests) } }),
    () => ({ path: '/invoices/status', body: { ids: part(crowd.invoices) } }),
    () => ({ method: 'post' as const, path: '/invoices/generate', body: {} }),
  ])()
  return { method: 'put', ...drawn }
}
