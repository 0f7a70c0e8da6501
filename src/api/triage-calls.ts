import type { Claim } from '../../domain/triage/claim.ts'
import type { ClaimRequest } from '../../machines/triage/triage-types.ts'
import { type ReadOptions, write } from './call-options.ts'
import type { Http } from './http.ts'

/** Orders that are one person's while they call. */
export const triageCalls = (http: Http) => ({
  /** Asked twice it does the same: no key of an intent is kept for it. */
  claim: (request: ClaimRequest, { signal }: ReadOptions = {}) =>
    http.json<Claim>('/orders/claim', { method: 'POST', body: { ...request }, signal }),

  /** Lets go of all of them, also from a page that is being closed. */
  letGo: () => http.json<void>('/orders/claim', { ...write('DELETE', undefined), keepalive: true }),
})
