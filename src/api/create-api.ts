import { accountCalls } from './account-calls.ts'
import { analyticsCalls } from './analytics-calls.ts'
import { changeCalls } from './change-calls.ts'
import { customerCalls } from './customer-calls.ts'
import { deskCalls } from './desk-calls.ts'
import { fileCalls } from './file-calls.ts'
import { createHttp, type HttpOptions } from './http.ts'
import { invoiceCalls } from './invoice-calls.ts'
import { jobCalls } from './job-calls.ts'
import { openLiveEvents } from './live-events.ts'
import { createLongWork } from './long-work.ts'
import { profileCalls } from './profile-calls.ts'
import { recordCalls } from './record-calls.ts'
import { sessionCalls } from './session-calls.ts'
import { shippingCalls } from './shipping-calls.ts'
import { triageCalls } from './triage-calls.ts'
import { userCalls } from './user-calls.ts'
import { viewCalls } from './view-calls.ts'

/**
 * The server's calls, one function each; whoever writes gives the intent that the write belongs to, or gets a new one.
 * Failures are `ApiProblem`s, an aborted call rejects with its signal's reason.
 */
export function createApi(options: HttpOptions) {
  const http = createHttp(options)
  const longWork = createLongWork(http)
  return {
    sessions: sessionCalls(http),
    accounts: accountCalls(http),
    profile: profileCalls(http),
    desk: deskCalls(http),
    changes: changeCalls(http),
    ...recordCalls(http, longWork),
    ...fileCalls(http, longWork),
    users: userCalls(http),
    analytics: analyticsCalls(http),
    customers: customerCalls(http),
    shippings: shippingCalls(longWork),
    invoices: invoiceCalls(http, longWork),
    triage: triageCalls(http),
    views: viewCalls(http),
    jobs: jobCalls(http),
    longWork,
    /** Calls `onEvent` for every change that the actor may see, until the signal is aborted. */
    events: (listener: Parameters<typeof openLiveEvents>[1]) => openLiveEvents(http, listener),
  }
}

export type Api = ReturnType<typeof createApi>
