import type { FetchResponse } from 'ofetch'
import type { Problem } from '../../domain/changes/changes.ts'
import type { BrowserCode, Code, FieldProblem } from '../../domain/core/codes.ts'
import type { SecondStepWay } from '../../domain/users/second-factor.ts'

/** The server's codes, and those of the browser: `OFFLINE` for no answer. */
export type ApiCode = Code | BrowserCode

type ApiProblemInput = {
  code: ApiCode
  message: string
  /** Null for no answer. */
  status?: number | null
  errors?: readonly FieldProblem[]
  requestId?: string
  current?: unknown
  /** Seconds until a retry is allowed. */
  retryAfter?: number
  challenge?: string
  ways?: readonly SecondStepWay[]
  signOutUrl?: string
  cause?: unknown
}

/** Rejection of every failed call except aborted ones, which reject with their signal's reason. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly code: ApiCode
  readonly status: number | null
  readonly errors: readonly FieldProblem[]
  readonly requestId: string | null
  /** The latest version of the record, for a stale write. */
  readonly current: unknown
  readonly retryAfter: number | undefined
  /** Of a login that needs a second step, and how it can be made. */
  readonly challenge: string | undefined
  readonly ways: readonly SecondStepWay[]
  /** Of the identity provider of that login. */
  readonly signOutUrl: string | undefined

  constructor(input: ApiProblemInput) {
    super(input.message, { cause: input.cause })
    this.code = input.code
    this.status = input.status ?? null
    this.errors = input.errors ?? []
    this.requestId = input.requestId ?? null
    this.current = input.current
    this.retryAfter = input.retryAfter
    this.challenge = input.challenge
    this.ways = input.ways ?? []
    this.signOutUrl = input.signOutUrl
  }

  get detail(): string {
    return this.message
  }

  get isOffline(): boolean {
    return this.code === 'OFFLINE'
  }
}

/** Converts an error answer of the call to `path`. 404 and 401 have the specification's messages. */
export async function toApiProblem(path: string, response: FetchResponse<unknown>): Promise<ApiProblem> {
  const { status, statusText, headers } = response
  const body = await readProblem(response._data)
  return new ApiProblem({
    code: body.code ?? codeByStatus[status] ?? 'INTERNAL',
    message: messages[status]?.(path, body) ?? body.detail ?? `${status} ${statusText}`.trim(),
    status,
    errors: body.errors,
    requestId: body.requestId,
    current: body.current,
    challenge: body.challenge,
    ways: body.ways,
    signOutUrl: body.signOutUrl,
    retryAfter: Number(headers.get('Retry-After')) || undefined,
  })
}

const messages: Record<number, (path: string, body: Partial<Problem>) => string | undefined> = {
  // Wrong credentials are 401 too, with their own message.
  401: (_, body) => (body.code && body.code !== 'UNAUTHORIZED' ? body.detail : 'Unauthorized'),
  404: (path) => `${path} not found`,
}

/** For answers of a proxy. */
const codeByStatus: Record<number, Code> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  413: 'BODY_TOO_LARGE',
  429: 'TOO_MANY_ATTEMPTS',
  502: 'DATABASE_UNAVAILABLE',
  503: 'OVERLOADED',
  504: 'OVERLOADED',
  507: 'DISK_FULL',
}

/** `data`: the body as parsed by the call's `responseType`: JSON, blob or stream. */
async function readProblem(data: unknown): Promise<Partial<Problem>> {
  try {
    if (data instanceof Blob) return asProblem(JSON.parse(await data.text()))
    if (data instanceof ReadableStream) return asProblem(await new Response(data).json())
    return asProblem(data)
  } catch {
    return {}
  }
}

const asProblem = (data: unknown): Partial<Problem> =>
  typeof data === 'object' && data !== null && 'code' in data ? (data as Partial<Problem>) : {}
