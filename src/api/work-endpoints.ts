import type { Analytics, ProductRates } from '../../domain/analytics/analytics.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Job, JobStatus, JobSummary } from '../../domain/jobs/job.ts'
import type { Claim } from '../../domain/triage/claim.ts'
import type { ClaimRequest } from '../../machines/triage/triage-types.ts'
import { type Listed, type ReadOptions, read, type WriteOptions, write } from './call-options.ts'
import type { ApiClient } from './client.ts'

/** `startDate` and `endDate` are days of the country; all but the country may be left out. */
export type AnalyticsQuery = {
  country: CountryCode
  seller?: string
  startDate?: string
  endDate?: string
}

/** The dashboard's figures, and the rates that a calculation starts from. */
export const analyticsEndpoints = (client: ApiClient) => ({
  read: (query: AnalyticsQuery, options?: ReadOptions) =>
    client<Analytics>('/analytics', read(options, query)),

  productRates: (product: string, options?: ReadOptions) =>
    client<ProductRates>(`/products/${product}/rates`, read(options)),
})

/** Orders leased to one agent while they call. */
export const triageEndpoints = (client: ApiClient) => ({
  /** Idempotent by itself, so it carries no key. */
  claim: (request: ClaimRequest & { leaseId?: string }, { signal }: ReadOptions = {}) =>
    client<Claim>('/orders/claim', { method: 'POST', body: { ...request }, signal }),

  /** Releases all of them, also while the page closes; a claim of the same lease that arrives later takes nothing. */
  letGo: (leaseId: string) =>
    client<void>('/orders/claim', { ...write('DELETE', undefined), query: { leaseId }, keepalive: true }),
})

/** Jobs: their progress, report and file. */
export const jobEndpoints = (client: ApiClient) => ({
  /** Without dry runs, which only the page that waits for them shows. */
  list: ({ status, limit }: { status?: readonly JobStatus[]; limit?: number } = {}, options?: ReadOptions) =>
    client<Listed<JobSummary>>('/jobs', read(options, { status: status?.join(), limit, isDryRun: false })),

  one: (id: string, options?: ReadOptions) => client<Job>(`/jobs/${id}`, read(options)),

  cancel: (id: string, options?: WriteOptions) =>
    client<Job>(`/jobs/${id}/cancel`, write('POST', undefined, options)),

  file: (id: string, options?: ReadOptions) =>
    client<Blob, 'blob'>(`/jobs/${id}/file`, { ...read(options), responseType: 'blob' }),
})
