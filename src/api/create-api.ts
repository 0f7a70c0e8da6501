import { fileCalls } from './file-calls.ts'
import { createHttp, type HttpOptions } from './http.ts'
import { invoiceCalls } from './invoice-calls.ts'
import { openLiveEvents } from './live-events.ts'
import { recordCalls } from './record-calls.ts'
import { sessionCalls } from './session-calls.ts'
import { shippingCalls } from './shipping-calls.ts'
import { userCalls } from './user-calls.ts'

/**
 * The server's calls, one function each; whoever writes gives the intent that the write belongs to, or gets a new one.
 * Failures are `ApiProblem`s, an aborted call rejects with its signal's reason.
 */
export function createApi(options: HttpOptions) {
  const http = createHttp(options)
  return {
    sessions: sessionCalls(http),
    ...recordCalls(http),
    ...fileCalls(http),
    users: userCalls(http),
    shippings: shippingCalls(http),
    invoices: invoiceCalls(http),
    /** Calls `onEvent` for every change that the actor may see, until the signal is aborted. */
    events: (listener: Parameters<typeof openLiveEvents>[1]) => openLiveEvents(http, listener),
  }
}

export type Api = ReturnType<typeof createApi>
