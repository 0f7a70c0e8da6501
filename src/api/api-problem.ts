import type { Code, FieldProblem } from '../../domain/codes.ts'

/** The server's codes, and the one for its silence: nobody answered. */
export type ApiCode = Code | 'OFFLINE'

type ApiProblemInput = {
  code: ApiCode
  message: string
  /** Null when nobody answered. */
  status?: number | null
  errors?: readonly FieldProblem[]
  requestId?: string
  current?: unknown
  /** Seconds after which the server says that another try may pass. */
  retryAfter?: number
  cause?: unknown
}

/** Every call of the api that fails, fails with one of these. An aborted call rejects with its signal's reason instead. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly code: ApiCode
  readonly status: number | null
  readonly errors: readonly FieldProblem[]
  readonly requestId: string | null
  /** The present record, where the write was stale. */
  readonly current: unknown
  readonly retryAfter: number | undefined

  constructor(input: ApiProblemInput) {
    super(input.message, { cause: input.cause })
    this.code = input.code
    this.status = input.status ?? null
    this.errors = input.errors ?? []
    this.requestId = input.requestId ?? null
    this.current = input.current
    this.retryAfter = input.retryAfter
  }

  get detail(): string {
    return this.message
  }

  get isOffline(): boolean {
    return this.code === 'OFFLINE'
  }
}
