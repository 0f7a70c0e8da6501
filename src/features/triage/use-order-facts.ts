import { useEffect, useState } from 'react'
import type { Change } from '../../../domain/changes.ts'
import type { Customer } from '../../../domain/customers/customer.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { Api } from '../../api/create-api.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** What is known around an order: the calls made in vain, the last first, and what else its customer has ordered. */
export type OrderFacts = {
  version: number
  calls: readonly Pick<Change, 'id' | 'at' | 'actorName'>[]
  customer: Customer
}

/** Read ahead for the next order, so that it stands there whole. Null until it is known, or where nobody answers. */
export const useOrderFacts = (hand: readonly Order[]): OrderFacts | null => {
  const { api } = useWorkspace()
  const [known, setKnown] = useState<ReadonlyMap<string, OrderFacts>>(new Map())
  const [order, next] = hand
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again for another order or another version of it alone.
  useEffect(() => {
    const request = new AbortController()
    for (const wanted of [order, next]) {
      if (wanted === undefined || known.get(wanted.id)?.version === wanted.version) continue
      readFacts(api, wanted, request.signal)
        .then((facts) => setKnown((before) => new Map([...before, [wanted.id, facts]])))
        .catch(() => undefined)
    }
    return () => request.abort()
  }, [api, order?.id, order?.version, next?.id, next?.version])
  return (order && known.get(order.id)) ?? null
}

const readFacts = async (api: Api, order: Order, signal: AbortSignal): Promise<OrderFacts> => {
  const [history, customer] = await Promise.all([
    order.attempts === 0 ? null : api.history('orders', order.id, { signal }),
    api.customers.one(order.customerPhone, { signal }),
  ])
  return {
    version: order.version,
    calls: (history?.items ?? []).filter(({ verb, isUndone }) => verb === 'order.not-reachable' && !isUndone),
    customer,
  }
}
