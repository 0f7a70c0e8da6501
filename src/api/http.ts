import type { Job } from '../../domain/jobs/job.ts'
import { ApiProblem } from './api-problem.ts'
import { type Answer, ask } from './ask.ts'
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
  /** A read is not retried: the caller has something stored to fall back on. */
  once?: boolean
  /** Goes out even when the page is being closed. */
  keepalive?: boolean
}

export type Http = {
  json: <Body>(url: string, request?: HttpRequest) => Promise<Body>
  blob: (url: string, request?: HttpRequest) => Promise<Blob>
  /** A call that asks for `Prefer: respond-async`: its answer, or the job that goes on with it. */
  long: <Body>(
    url: string,
    request: HttpRequest,
    kind: 'json' | 'blob',
  ) => Promise<{ job: Job } | { job: null; body: Body }>
  /** The answer as it comes, for streams; refused ones fail like any other call. */
  raw: (url: string, request?: HttpRequest) => Promise<Response>
}

/** How often a call is made again by itself; a write only under its key, so that the server does it once. */
const moreReads = 2
const moreWrites = 4

/** The one place that talks to the network: token in, problems out. There is no timeout: a slow network is no error. */
export function createHttp({
  baseUrl = '/api',
  token,
  onUnauthorized,
  language = pageLanguage,
}: HttpOptions): Http {
  const send = async (url: string, request: HttpRequest, as?: 'blob' | 'stream'): Promise<Answer> => {
    const credential = token()
    const { method = 'GET', query, body, signal, once, keepalive } = request
    const headers = {
      'Accept-Language': language(),
      ...request.headers,
      ...(credential ? { Authorization: credential } : {}),
    }
    const more = method === 'GET' ? (once ? 0 : moreReads) : 'Idempotency-Key' in headers ? moreWrites : 0
    let answer: Answer | undefined
    let cause: unknown
    try {
      answer = await ask({
        url: baseUrl + url,
        query,
        body,
        as,
        more,
        init: { method, headers, signal, keepalive },
      })
      if (answer.response.status < 400) return answer
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      cause = error
    }
    const problem = await problemOf(url, answer, cause)
    // A late answer to an old session must not end the new one.
    if (problem.status === 401 && credential && credential === token()) onUnauthorized()
    throw problem
  }

  return {
    json: async <Body>(url: string, request: HttpRequest = {}) => {
      const { response, data } = await send(url, request)
      if (!isJsonOrEmpty(response)) throw foreignAnswer(response.status)
      return data as Body
    },
    blob: async (url, request = {}) => {
      try {
        return (await send(url, request, 'blob')).data as Blob
      } catch (error) {
        throw error instanceof ApiProblem ? downloadProblem(error) : error
      }
    },
    long: async <Body>(url: string, request: HttpRequest, kind: 'json' | 'blob') => {
      try {
        const { response, data } = await send(url, request, 'blob')
        const body = data as Blob
        if (response.status === accepted) return { job: JSON.parse(await body.text()) as Job }
        if (kind === 'blob') return { job: null, body: body as Body }
        if (!isJsonOrEmpty(response)) throw foreignAnswer(response.status)
        return { job: null, body: JSON.parse(await body.text()) as Body }
      } catch (error) {
        throw kind === 'blob' && error instanceof ApiProblem ? downloadProblem(error) : error
      }
    },
    raw: async (url, request = {}) => (await send(url, request, 'stream')).response,
  }
}

/** The status of a call that goes on as a job. */
const accepted = 202

const pageLanguage = (): string => globalThis.document?.documentElement.lang || 'fr'

const isJsonOrEmpty = (response: Response): boolean =>
  response.status === 204 ||
  response.headers.get('content-length') === '0' ||
  /json/.test(response.headers.get('content-type') ?? '')

/** A hotel's login page says 200 to everything. */
const foreignAnswer = (status: number): ApiProblem =>
  new ApiProblem({ code: 'OFFLINE', message: `Not an answer of the API (${status})` })

const downloadProblem = (problem: ApiProblem): ApiProblem =>
  new ApiProblem({ ...problem, message: 'File download failed.', requestId: undefined, cause: problem })
