import { createFetch, FetchError } from 'ofetch'
import { ApiProblem } from './api-problem.ts'
import { problemOf } from './problem-of.ts'

export type HttpOptions = {
  /** `/api` unless the palette is embedded in somebody else's page. */
  baseUrl?: string
  /** Asked at every call, so that a new session needs no new client. */
  token: () => string | null
  /** A call that carried a token was answered 401. */
  onUnauthorized: () => void
  /** The language of templates and messages; the page's own, which is not always the browser's. */
  language?: () => string
}

export type HttpRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  query?: Record<string, unknown>
  body?: Record<string, unknown> | FormData
  headers?: Record<string, string>
  signal?: AbortSignal
}

export type Http = {
  json: <Body>(url: string, request?: HttpRequest) => Promise<Body>
  blob: (url: string, request?: HttpRequest) => Promise<Blob>
  /** The answer as it comes, for streams; refused ones fail like any other call. */
  raw: (url: string, request?: HttpRequest) => Promise<Response>
}

/** Reads alone are tried again, once, and only where the server says that it is for a moment. */
const passing = [502, 503, 504]

/** The one place that talks to the network: token in, problems out. There is no timeout: a slow network is no error. */
export function createHttp({
  baseUrl = '/api',
  token,
  onUnauthorized,
  language = pageLanguage,
}: HttpOptions): Http {
  // Resolved at each call: whoever wraps the page's fetch later is heard too.
  const fetch = createFetch({ fetch: (...args) => globalThis.fetch(...args) })

  const send = async (url: string, request: HttpRequest, responseType?: 'blob' | 'stream') => {
    const credential = token()
    const isRead = (request.method ?? 'GET') === 'GET'
    try {
      return await fetch.raw<unknown, 'json' | 'blob' | 'stream'>(url, {
        baseURL: baseUrl,
        method: request.method ?? 'GET',
        query: request.query,
        body: request.body,
        signal: request.signal,
        headers: {
          'Accept-Language': language(),
          ...request.headers,
          ...(credential ? { Authorization: credential } : {}),
        },
        retry: isRead ? 1 : 0,
        retryDelay: 250,
        retryStatusCodes: passing,
        ...(responseType ? { responseType } : {}),
      })
    } catch (error) {
      if (request.signal?.aborted) throw request.signal.reason
      const response = error instanceof FetchError ? error.response : undefined
      const problem = await problemOf(url, response, error)
      // A late answer to an old session must not end the new one.
      if (problem.status === 401 && credential && credential === token()) onUnauthorized()
      throw problem
    }
  }

  return {
    json: async <Body>(url: string, request: HttpRequest = {}) => {
      const response = await send(url, request)
      if (!isJsonOrEmpty(response)) throw foreignAnswer(response.status)
      return response._data as Body
    },
    blob: async (url, request = {}) => {
      try {
        return (await send(url, request, 'blob'))._data as Blob
      } catch (error) {
        throw error instanceof ApiProblem ? downloadProblem(error) : error
      }
    },
    raw: (url, request = {}) => send(url, request, 'stream'),
  }
}

const pageLanguage = (): string => globalThis.document?.documentElement.lang || 'fr'

const isJsonOrEmpty = (response: Response): boolean =>
  response.status === 204 || /json/.test(response.headers.get('content-type') ?? '')

/** A hotel's login page says 200 to everything. */
const foreignAnswer = (status: number): ApiProblem =>
  new ApiProblem({ code: 'OFFLINE', message: `Not an answer of the API (${status})` })

const downloadProblem = (problem: ApiProblem): ApiProblem =>
  new ApiProblem({ ...problem, message: 'File download failed.', requestId: undefined, cause: problem })
