import { createClient, type Order, readChanges, WaybillError } from './waybill.ts'

const [origin = '', key = '', product = ''] = process.argv.slice(2)
const client = createClient({ origin, key, language: 'en' })

/** The code of a refused call, with the first field at fault. */
const refusalOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call
    return 'none'
  } catch (error) {
    if (!(error instanceof WaybillError)) throw error
    return [error.code, error.problem?.errors?.[0]?.path].filter(Boolean).join(' ')
  }
}

/** A program with a key: creates orders, mirrors the list, reads what has changed since, and meets refusals. */
const main = async (): Promise<void> => {
  const input = { country: 'ic', product, customerAddress: 'Cocody', quantity: 1 } as const
  const names = ['Awa Koné', 'Issa Traoré']
  const orders: Order[] = []
  for (const [at, customerName] of names.entries()) {
    const body = { ...input, customerName, customerPhone: `+22507010203${at}0` }
    orders.push(await client.createOrder({ body, idempotencyKey: `order ${at}` }))
  }
  const [awa, issa] = orders
  if (awa === undefined || issa === undefined) throw new Error('two orders are made')
  await client.setOrderStatus({ id: awa.id, body: { status: 'CONFIRMED' } })

  const mirror = new Map<string, Order>()
  const deleted: string[] = []
  let cursor = ''
  for await (const page of readChanges(client.listOrders, { updatedAfter: '1970-01-01' }, 1)) {
    for (const order of page.items) mirror.set(order.id, order)
    deleted.push(...page.deleted)
    cursor = page.cursor
  }
  await client.setOrderStatus({ id: issa.id, body: { status: 'CANCELLED' } })
  const again: string[] = []
  for await (const page of readChanges(client.listOrders, { cursor })) again.push(...page.items.map(lineOf))

  const refused = [
    await refusalOf(client.listProducts()),
    await refusalOf(client.createOrder({ body: { ...input, customerName: 'Awa', customerPhone: '12' } })),
    await refusalOf(client.updateOrder({ id: awa.id, body: { customerName: 'Awa' }, ifMatch: '"1"' })),
  ]
  const file = await client.downloadOrders({ query: { language: 'en' } })
  const isSpreadsheet = file instanceof Response && (await file.arrayBuffer()).byteLength > 1_000
  const mirrored = [...mirror.values()].map(lineOf).sort()
  console.log(JSON.stringify({ mirrored, deleted, again, refused, isSpreadsheet }))
}

const lineOf = ({ customerName, status }: Order): string => `${customerName} ${status}`

await main()
