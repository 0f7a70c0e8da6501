import { defaults, listOrders, logIn, type Order, setOrderStatus } from './generated.ts'

const [origin = '', email = '', password = ''] = process.argv.slice(2)
defaults.baseUrl = origin

/** A client written from the OpenAPI document alone: logs in, confirms an order, lists confirmed orders. */
const main = async (): Promise<void> => {
  const session = await logIn({ email, password })
  if (session.status !== 200) throw new Error(`${session.status} ${session.data.code}`)
  defaults.headers = { authorization: `Bearer ${session.data.token}` }

  const waiting = await listOrders({ status: ['PENDING', 'NOT_REACHABLE'], sort: 'number', limit: 1 })
  if (waiting.status !== 200) throw new Error(waiting.data.code)
  const [order] = waiting.data.items
  if (order === undefined) throw new Error('no order waits')
  const confirmed = await setOrderStatus(order.id, { status: 'CONFIRMED' }, { ifMatch: `"${order.version}"` })
  if (confirmed.status !== 200) throw new Error(`${confirmed.status}`)

  // The order changed since it was read: the answer is a conflict with the current order.
  const stale = await setOrderStatus(order.id, { status: 'CANCELLED' }, { ifMatch: `"${order.version}"` })
  const present = stale.status === 412 && stale.data.code === 'STALE_VERSION' ? stale.data.current : undefined

  const page = await listOrders({ status: ['CONFIRMED'], total: '1000..', country: ['ic'] })
  if (page.status !== 200) throw new Error(page.data.code)
  console.log(
    JSON.stringify({ listed: page.data.items.map(lineOf), total: page.data.total, present: present?.status }),
  )
}

const lineOf = ({ number, customerName, totalPrice, status }: Order): string =>
  `#${number} ${customerName}: ${totalPrice.toFixed(2)} ${status}`

await main()
