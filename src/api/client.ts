import { createAtom } from '@xstate/store'
import { type $Fetch, type FetchContext, type FetchOptions, ofetch } from 'ofetch'
import { importWithRetry } from '../lazy/import-with-retry.ts'
import { ApiProblem, toApiProblem } from './api-problem.ts'
import { nullBodyStatuses } from './call-options.ts'
import type { OnSent } from './send-with-progress.ts'

export type ClientOptions = {
  /** `/api`, or the absolute URL for the embedded palette. */
  baseUrl?: string
  /** Read at every call, so that a new session needs no new client. */
  token: () => string | null
  /** A call with the current token was answered 401. */
  onUnauthorized: () => void
  /** Language of messages and templates; that of the page. */
  language?: () => string
  /** Records the batches created by this client. */
  ownBatches?: OwnBatches
}

declare module 'ofetch' {
  interface FetchOptions {
    /** `Idempotency-Key` header; the same for every retry. */
    idempotencyKey?: string
    /** Upload progress; restarts with each retry. */
    onSent?: OnSent
    /** Receives the batch of a write, by which it can be undone; null if it changed nothing, or the user may not read it. */
    onBatch?: (batchId: string | null) => void
  }
}

/** Calls reject with `ApiProblem`, aborted ones with their signal's reason. */
export type ApiClient = $Fetch

/** Writes are only retried with an `Idempotency-Key`. */
const MAX_READ_RETRIES = 2
const MAX_WRITE_RETRIES = 4
const FIRST_RETRY_DELAY_MS = 250
/** Longer waits (failed logins) are left to the user. */
const MAX_RETRY_AFTER_SECONDS = 5

/** The HTTP client. No timeout: a slow network is no error. */
export function createClient({
  baseUrl = '/api',
  token,
  onUnauthorized,
  language = pageLanguage,
  ownBatches,
}: ClientOptions): ApiClient {
  return ofetch.create(
    {
      baseURL: baseUrl,
      // ofetch treats "no response" as 500; real 500s are not retried, see `isTransient`.
      retryStatusCodes: [409, 429, 500, 502, 503, 504],
      retryDelay,

      onRequest({ options }) {
        const { headers } = options
        if (isWrite(options)) ownBatches?.began()
        // A retry repeats the first attempt with its token, even if the session changed since.
        if (headers.has('Accept-Language')) return
        headers.set('Accept-Language', language())
        const credential = token()
        if (credential) headers.set('Authorization', credential)
        if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
        options.retry ??= maxRetries(options)
        if (options.query) options.query = cleanQuery(options.query)
      },

      onRequestError({ options, error }) {
        if (isWrite(options)) ownBatches?.ended()
        if (options.signal?.aborted) throw options.signal.reason
        if (options.retry && globalThis.navigator?.onLine !== false) return
        throw asDownload(options, noAnswer(error))
      },

      onResponse({ options, response }) {
        const batchId = response.headers.get('Batch-Id')
        if (isWrite(options)) ownBatches?.ended(response._data, batchId)
        if (response.ok) options.onBatch?.(batchId)
        if (response.ok && options.responseType === undefined && !isJsonOrEmpty(response)) {
          throw foreignAnswer(response.status)
        }
      },

      async onResponseError({ request, options, response }) {
        if (options.retry && isTransient(response)) return
        const path = String(request).slice(baseUrl.length).split('?')[0] ?? ''
        const problem = await toApiProblem(path, response)
        const credential = options.headers.get('Authorization')
        // A late answer of an old session must not end the new one.
        if (response.status === 401 && credential !== null && credential === token()) onUnauthorized()
        throw asDownload(options, problem)
      },
    },
    { fetch: fetchWhole },
  )
}

/**
 * Reads the body within the request, so that a truncated answer is a network error and is retried; ofetch would read it later.
 * `globalThis.fetch` is resolved per call, since it may be wrapped.
 */
const fetchWhole: typeof fetch = async (input, init) => {
  const { onSent } = init as FetchOptions
  if (onSent && init) {
    const { sendWithProgress } = await importWithRetry(() => import('./send-with-progress.ts'))
    return sendWithProgress(String(input), init, onSent)
  }
  const response = await globalThis.fetch(input, init)
  const { status, statusText, headers } = response
  // Chromium returns an empty stream for 204, which the Response constructor refuses.
  if (response.body === null || nullBodyStatuses.includes(status)) return response
  if ((init as FetchOptions).responseType === 'stream') return response
  return new Response(await response.arrayBuffer(), { status, statusText, headers })
}

const isWrite = ({ method = 'GET' }: FetchContext['options']): boolean => method !== 'GET'

const maxRetries = ({ method = 'GET', headers }: FetchContext['options']): number => {
  if (method === 'GET') return MAX_READ_RETRIES
  return headers.has('Idempotency-Key') ? MAX_WRITE_RETRIES : 0
}

/** 409 with `Retry-After`: the same write is still running. */
const isTransient = ({ status, headers }: Response): boolean => {
  if (status === 409) return headers.has('Retry-After')
  if (status === 429) return retryAfterSeconds(headers) <= MAX_RETRY_AFTER_SECONDS
  return [502, 503, 504].includes(status)
}

/** Exponential backoff with jitter. */
const retryDelay = ({ options, response }: FetchContext): number => {
  const attempt = maxRetries(options) - Number(options.retry)
  const backoff = FIRST_RETRY_DELAY_MS * 2 ** attempt * (1 + Math.random())
  return response?.status === 429 ? backoff + retryAfterSeconds(response.headers) * 1_000 : backoff
}

const retryAfterSeconds = (headers: Headers): number => Number(headers.get('Retry-After') ?? Number.NaN)

/** Drops undefined values, and lone surrogates, which ofetch cannot encode. */
const cleanQuery = (query: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      if (value === undefined || value === null) return []
      return [[name, typeof value === 'string' ? value.toWellFormed() : value]]
    }),
  )

const pageLanguage = (): string => globalThis.document?.documentElement.lang || 'fr'

const isJsonOrEmpty = ({ status, headers }: Response): boolean =>
  status === 204 || headers.get('Content-Length') === '0' || /json/.test(headers.get('Content-Type') ?? '')

const noAnswer = (cause: unknown): ApiProblem =>
  new ApiProblem({ code: 'OFFLINE', message: 'No answer from the server', cause })

/** Captive portals answer 200 to everything. */
const foreignAnswer = (status: number): ApiProblem =>
  new ApiProblem({ code: 'OFFLINE', message: `Not an answer of the API (${status})` })

const asDownload = ({ responseType }: FetchOptions, problem: ApiProblem): ApiProblem =>
  responseType === 'blob'
    ? new ApiProblem({ ...problem, message: 'File download failed.', requestId: undefined, cause: problem })
    : problem

/** Batches created by this tab's writes. */
export type OwnBatches = {
  /** A write was sent. */
  began: () => void
  /** It was answered or failed. */
  /** `named`: the batch in the answer's header. */
  ended: (answer?: unknown, named?: string | null) => void
  /** Whether a batch is this tab's; waits for pending writes, since events may arrive before answers. */
  isOwn: (batchId: string | null) => Promise<boolean>
}

export const createOwnBatches = (): OwnBatches => {
  const unanswered = createAtom(0)
  const own = new Set<string>()
  return {
    began: () => unanswered.set(unanswered.get() + 1),
    ended: (answer, named = null) => {
      const batchId = named ?? batchOf(answer)
      if (batchId !== null) own.add(batchId)
      unanswered.set(unanswered.get() - 1)
    },
    isOwn: async (batchId) => {
      if (batchId === null) return false
      if (!own.has(batchId) && unanswered.get() > 0) await answered(unanswered)
      return own.has(batchId)
    },
  }
}

/** Resolves once no write is pending. */
const answered = (unanswered: ReturnType<typeof createAtom<number>>): Promise<void> =>
  new Promise((resolve) => {
    const subscription = unanswered.subscribe((count) => {
      if (count > 0) return
      subscription.unsubscribe()
      resolve()
    })
  })

const batchOf = (answer: unknown): string | null =>
  typeof answer === 'object' && answer !== null && 'batchId' in answer && typeof answer.batchId === 'string'
    ? answer.batchId
    : null
