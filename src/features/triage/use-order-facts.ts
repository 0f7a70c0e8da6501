import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { Change } from '../../../domain/changes/changes.ts'
import type { Customer } from '../../../domain/customers/customer.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { unansweredCalls } from '../../../domain/triage/unanswered-calls.ts'
import type { Api } from '../../api/create-api.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** Unanswered calls of an order, last first, and its customer's other orders. */
export type OrderFacts = {
  calls: readonly Pick<Change, 'id' | 'at' | 'actorName'>[]
  customer: Customer
}

/** Prefetches those of the next order. Null while loading. */
export const useOrderFacts = ([order, next]: readonly Order[]): OrderFacts | 'failed' | null => {
  const { api } = useWorkspace()
  const { data, isError } = useQuery(orderFacts(api, order))
  useQuery(orderFacts(api, next))
  return data ?? (isError ? 'failed' : null)
}

/** By version; keeps the former version's while loading. */
const orderFacts = (api: Api, order: Order | undefined) =>
  queryOptions({
    queryKey: queryKeys.orderFacts(order?.id ?? '', order?.version ?? 0),
    queryFn:
      order === undefined
        ? skipToken
        : async ({ signal }): Promise<OrderFacts> => {
            const [history, customer] = await Promise.all([
              order.attempts === 0 ? null : api.history('orders', order.id, { signal }),
              api.customers.one(order.customerPhone, { signal, country: order.country }),
            ])
            return { calls: unansweredCalls(history?.items ?? []), customer }
          },
    placeholderData: (earlier, query) => (query?.queryKey[1] === order?.id ? earlier : undefined),
    gcTime: 0,
  })
