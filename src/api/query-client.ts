import { onlineManager, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from '../../domain/changes/changes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { ResourceName } from '../../domain/resources.ts'
import { ApiProblem } from './api-problem.ts'
import type { AnalyticsQuery } from './long-work.ts'

/** The keys of every cached read. The user is not part of them: each workspace has its own client. */
export const queryKeys = {
  analytics: (query: AnalyticsQuery) => ['analytics', query] as const,
  customer: (country: CountryCode, phone: string) => ['customer', country, phone] as const,
  customerOrders: (country: CountryCode, phone: string) => ['customer-orders', country, phone] as const,
  numbered: (country: CountryCode, number: number) => ['numbered', country, number] as const,
  record: (resource: ResourceName, id: string) => ['record', resource, id] as const,
  /** What a record's page shows of other records; `part` names it. */
  recordPart: (resource: ResourceName, id: string, part: string) =>
    ['record-part', resource, id, part] as const,
  recordFacts: (resource: ResourceName, id: string) => ['record-facts', resource, id] as const,
  orderFacts: (id: string, version: number) => ['order-facts', id, version] as const,
  /** Number of orders that the user may list, in every country. */
  orderTotal: ['order-total'] as const,
  choices: (command: string, argument: string) => ['choices', command, argument] as const,
}

/** Which changes make a cached read outdated; reads that are not named here are read again where they are shown. */
const outdatedBy: Record<string, (event: LiveEvent, key: QueryKey) => boolean> = {
  analytics: ({ resource }) => ['orders', 'shippings', 'invoices'].includes(resource),
  'order-total': ({ resource }) => resource === 'orders',
  'customer-orders': ({ resource }) => resource === 'orders',
  customer: ({ resource }) => ['orders', 'shippings'].includes(resource),
  record: isOfRecord,
  'record-facts': isOfRecord,
  'record-part': () => true,
}

function isOfRecord({ resource, ids }: LiveEvent, [, ofResource, id]: QueryKey): boolean {
  return resource === ofResource && (ids === null || ids.includes(String(id)))
}

/**
 * The cache of reads, for one user in one country: another workspace gets another client, so nothing of an earlier
 * user or country can be shown. A read stays fresh until a change or its screen says otherwise.
 */
export const createQueryClient = (): QueryClient => {
  // It assumes a network until it hears otherwise, also on a page that was opened without one.
  onlineManager.setOnline(globalThis.navigator?.onLine !== false)
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        // The API client retries, and knows what an offline browser answers.
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: ({ state }) => isOffline(state.error) && 'always',
      },
    },
  })
}

/** Marks what a change made outdated. It is not read again here: a busy office would refetch at every event. */
export const markOutdated = (client: QueryClient, event: LiveEvent): void =>
  void client.invalidateQueries({
    refetchType: 'none',
    predicate: ({ queryKey }) => outdatedBy[String(queryKey[0])]?.(event, queryKey) ?? false,
  })

/** The next palette shows what the last one read at once, and reads it again. */
export const markPreviewsOutdated = (client: QueryClient): void => {
  for (const name of ['customer', 'record-facts']) {
    void client.invalidateQueries({ queryKey: [name], refetchType: 'none' })
  }
}

const isOffline = (error: unknown): boolean => error instanceof ApiProblem && error.isOffline
