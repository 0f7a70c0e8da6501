import { onlineManager, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from '../../domain/changes/changes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { Invocation, RecordRef } from '../../machines/palette/palette-types.ts'
import { ApiProblem } from './api-problem.ts'
import type { AnalyticsQuery, ProfitQuery } from './long-work.ts'

/** Keys of all cached reads. Without the user: each workspace has its own client. */
export const queryKeys = {
  analytics: (query: AnalyticsQuery) => ['analytics', query] as const,
  profit: (query: ProfitQuery) => ['profit', query] as const,
  customer: (country: CountryCode, phone: string) => ['customer', country, phone] as const,
  zonesOf: (country: CountryCode) => ['zones-of', country] as const,
  customerOrders: (country: CountryCode, phone: string) => ['customer-orders', country, phone] as const,
  /** Records of a list that match a filter. */
  matches: (resource: ResourceName, query: string) => ['matches', resource, query] as const,
  /** What a pasted text names: keys of records, or a carrier's sheet. */
  pasted: (what: ResourceName | 'sheet', text: string, ...decidedBy: unknown[]) =>
    ['pasted', what, text, ...decidedBy] as const,
  numbered: (country: CountryCode, number: number) => ['numbered', country, number] as const,
  record: (resource: ResourceName, id: string) => ['record', resource, id] as const,
  /** Related data on a record's page, by `part`. */
  recordPart: (resource: ResourceName, id: string, part: string) =>
    ['record-part', resource, id, part] as const,
  search: (country: CountryCode, resource: ResourceName | null, text: string) =>
    ['search', country, resource, text] as const,
  /** Sources of a country with their last event. */
  sourceHealth: (country: CountryCode) => ['source-health', country] as const,
  recordFacts: (resource: ResourceName, id: string) => ['record-facts', resource, id] as const,
  orderFacts: (id: string, version: number) => ['order-facts', id, version] as const,
  /** Number of orders visible to the user, all countries. */
  orderTotal: ['order-total'] as const,
  /** What a command would change. */
  dryRun: (invocation: Invocation | null) => ['dry-run', invocation] as const,
  /** The record of a palette page. */
  recordInHand: (record: RecordRef | null) => ['record-in-hand', record] as const,
  /** A policy's fields over the calls of a country. */
  callRehearsal: (policy: string, fields: string) => ['call-rehearsal', policy, fields] as const,
  serverStatus: ['server-status'] as const,
  callsBoard: (country: string) => ['calls-board', country] as const,
  callerFigures: (asked: object) => ['caller-figures', asked] as const,
  figureCalls: (asked: object) => ['figure-calls', asked] as const,
  callerName: (group: string, id: string) => ['caller-name', group, id] as const,
  choices: (command: string, argument: string) => ['choices', command, argument] as const,
}

/** Which live events invalidate a read; reads not listed are refetched by their component. */
const outdatedBy: Record<string, (event: LiveEvent, key: QueryKey) => boolean> = {
  analytics: ({ resource }) => ['orders', 'shippings', 'invoices'].includes(resource),
  'caller-figures': ({ resource }) => ['orders', 'shippings'].includes(resource),
  'order-total': ({ resource }) => resource === 'orders',
  'customer-orders': ({ resource }) => resource === 'orders',
  customer: ({ resource }) => ['orders', 'shippings'].includes(resource),
  record: isOfRecord,
  'record-facts': isOfRecord,
  'record-part': () => true,
  'source-health': ({ resource }) => resource === 'sources' || resource === 'intake',
}

function isOfRecord({ resource, ids }: LiveEvent, [, ofResource, id]: QueryKey): boolean {
  return resource === ofResource && (ids === null || ids.includes(String(id)))
}

/** Query cache of one user and country, so that no data of another is shown. Data stay fresh until invalidated. */
export const createQueryClient = (): QueryClient => {
  // TanStack Query assumes online until an event, even if the page opened offline.
  onlineManager.setOnline(globalThis.navigator?.onLine !== false)
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        // The API client retries.
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: ({ state }) => isOffline(state.error) && 'always',
      },
    },
  })
}

/** Invalidates without refetching: in a busy office every event would refetch. After an erasure, what is not on screen goes: any read may have the customer. */
export const markOutdated = (client: QueryClient, event: LiveEvent): void => {
  const predicate = ({ queryKey }: { queryKey: QueryKey }) =>
    outdatedBy[String(queryKey[0])]?.(event, queryKey) ?? false
  if (event.verb === 'customer.erase') client.removeQueries({ type: 'inactive' })
  void client.invalidateQueries({ refetchType: 'none', predicate })
}

/** The next palette shows cached previews while it refetches them; its other reads start anew. */
export const endPaletteReads = (client: QueryClient): void => {
  for (const name of ['customer', 'record-facts']) {
    void client.invalidateQueries({ queryKey: [name], refetchType: 'none' })
  }
  for (const name of ['search', 'dry-run', 'record-in-hand']) client.removeQueries({ queryKey: [name] })
}

const isOffline = (error: unknown): boolean => error instanceof ApiProblem && error.isOffline
