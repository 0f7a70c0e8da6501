import { setTimeout as sleep } from 'node:timers/promises'

type Written = { customerName: string; quantity: number; statuses: string[] }
type OrderSeen = { id: string; customerName: string; quantity: number; status: string }

/** Server, session and product to order. */
export type WriterTarget = { url: string; token: string; product: string }

/**
 * Writes orders as fast as they are acknowledged and remembers each acknowledgement. Where a change of status
 * was cut off, both statuses are right; an order whose creation was cut off may be there or not.
 */
export function makeOrderWriter(workers = 4) {
  const acknowledged = new Map<string, Written>()
  /** Calls that were not acknowledged, by status or `no answer`. */
  const failures = new Map<string, number>()
  let made = 0

  /** Writes until stopped; each worker continues after a failure. */
  function write(target: WriterTarget): () => Promise<void> {
    let isWriting = true
    const running = Promise.all(
      Array.from({ length: workers }, async () => {
        while (isWriting) await writeOrder(target).catch(noteFailure)
      }),
    )
    return async () => {
      isWriting = false
      await running
    }
  }

  async function writeOrder(target: WriterTarget): Promise<void> {
    const order = { customerName: `Aya ${++made}`, quantity: 1 + (made % 5) }
    const { id } = await call<{ id: string }>(target, 'POST', '/orders', {
      ...order,
      country: 'ic',
      product: target.product,
      customerPhone: '+2250701020304',
      customerAddress: 'Cocody, Abidjan',
    })
    const written: Written = { ...order, statuses: ['PENDING'] }
    acknowledged.set(id, written)
    written.statuses.push('NOT_REACHABLE')
    await call(target, 'PUT', `/orders/status/${id}`, { status: 'NOT_REACHABLE' })
    written.statuses = ['NOT_REACHABLE']
  }

  async function noteFailure(error: Error): Promise<void> {
    failures.set(error.message, (failures.get(error.message) ?? 0) + 1)
    await sleep(20)
  }

  /** Acknowledged orders that the server lacks or has in another state. */
  async function missing(target: WriterTarget): Promise<string[]> {
    const seen = new Map<string, OrderSeen>()
    for (let skip = 0, total = 1; skip < total; skip += 500) {
      const page = await call<{ items: OrderSeen[]; total: number }>(
        target,
        'GET',
        `/orders?limit=500&skip=${skip}&sort=-createdAt`,
      )
      total = page.total
      for (const order of page.items) seen.set(order.id, order)
    }
    return [...acknowledged].flatMap(([id, { customerName, quantity, statuses }]) => {
      const order = seen.get(id)
      if (!order) return [`${id} is gone`]
      const isSame = order.customerName === customerName && order.quantity === quantity
      return isSame && statuses.includes(order.status) ? [] : [`${id} is ${JSON.stringify(order)}`]
    })
  }

  return { write, missing, failures, count: () => acknowledged.size }
}

/** One call; throws `Error('503')` for a problem and `Error('no answer')` when there is none. */
export async function call<Body = unknown>(
  { url, token }: Pick<WriterTarget, 'url' | 'token'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: token, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => {
    throw new Error('no answer')
  })
  const text = await response.text().catch(() => {
    throw new Error('no answer')
  })
  if (!response.ok) throw new Error(String(response.status), { cause: text })
  return JSON.parse(text) as Body
}
