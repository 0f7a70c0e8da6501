import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Actor } from '../../../domain/access/actor.ts'
import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import type { Days } from '../../../domain/analytics/period-choice.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { type ProfitAnswer, profitWhere } from '../../../domain/profit/profit.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { ProfitQuery } from '../../api/long-work.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** Resources whose changes affect a profit. */
const counted = new Set<ResourceName>([
  'orders',
  'shippings',
  'invoices',
  'products',
  'tariffs',
  'advertising',
])

/** Milliseconds between a change and reading again, in which further ones may come. */
const PAUSE_MS = 1_500

/** A profit, read again after changes. */
export const useProfit = (query: ProfitQuery): UseQueryResult<ProfitAnswer> => {
  const { api, onLive } = useWorkspace()
  const read = useQuery({
    queryKey: queryKeys.profit(query),
    queryFn: ({ signal }) => api.analytics.profit(query, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const refetch = useEffectEvent(() => void read.refetch())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onLive(({ resource }) => {
      if (!counted.has(resource) || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        refetch()
      }, PAUSE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [onLive])
  return read
}

export const mayReadProfit = (user: Actor): boolean => admits('/advertising/list', user)

const daysIn = ({ startDate, endDate }: Days): string =>
  startDate === endDate ? startDate : `${startDate}..${endDate}`

/** Links to the lists that the figures of a profit count; `where`: of which product or seller. */
export const profitLinks = (user: Actor, days: Days, where: Where) => {
  const query = (words: Where) =>
    Object.entries({ ...where, ...words })
      .map(([name, value]) => `${name}:${value}`)
      .join(' ')
  const orders = (words: Where) =>
    admits('/orders/list', user) ? paths.list('orders', query({ created: daysIn(days), ...words })) : null
  return {
    revenue: orders(profitWhere.revenue),
    goods: orders(profitWhere.goods),
    fees: orders(profitWhere.fees),
    returns: orders(profitWhere.returns),
    advertising: paths.list('advertising', query({ day: daysIn(days) })),
  }
}
