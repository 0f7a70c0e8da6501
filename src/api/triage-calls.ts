import type { Claim } from '../../domain/triage/claim.ts'
import type { ClaimRequest } from '../../machines/triage/triage-types.ts'
import { type ReadOptions, write } from './call-options.ts'
import type { Http } from './http.ts'

/** Orders that are one person's while they call. */
export const triageCalls = (http: Http) => ({
  /** Asked twice it does the same: no key of an intent is kept for it. */
  claim: (request: ClaimRequest & { leaseId?: string }, { signal }: ReadOptions = {}) =>
    http.json<Claim>('/orders/claim', { method: 'POST', body: { ...request }, signal }),

  /** Lets go of all of them, also from a page that is being closed; a late claim of the leaseId takes nothing. */
  letGo: (leaseId: string) =>
    http.json<void>('/orders/claim', { ...write('DELETE', undefined), query: { leaseId }, keepalive: true }),
})
