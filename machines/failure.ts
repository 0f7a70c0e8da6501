import type { BrowserCode, Code, FieldProblem } from '../domain/core/codes.ts'

/** A failure as plain data, for machine context. `OFFLINE`: no answer. */
export type Failure = {
  code: Code | BrowserCode
  detail: string
  errors: readonly FieldProblem[]
  /** The present record, for a stale write. */
  current?: unknown
  /** The server's request id, for support; only if the server failed. */
  reference?: string
  /** Epoch milliseconds when to try again, for `TOO_MANY_ATTEMPTS`. */
  retryAt?: number
}

/** Converts any error. An error without a code is a bug and gets `INTERNAL`. */
export function toFailure(error: unknown): Failure {
  const { code, message, errors, current, retryAfter } = (
    typeof error === 'object' && error !== null ? error : { message: String(error) }
  ) as { code?: unknown; message?: unknown; errors?: unknown; current?: unknown; retryAfter?: number }
  return {
    code: typeof code === 'string' ? (code as Failure['code']) : 'INTERNAL',
    detail: typeof message === 'string' ? message : '',
    errors: Array.isArray(errors) ? (errors as FieldProblem[]) : [],
    ...(current === undefined ? {} : { current }),
    reference: referenceOf(error),
    // In seconds. Other codes pass before anybody has read the time.
    ...(code === 'TOO_MANY_ATTEMPTS' && retryAfter ? { retryAt: Date.now() + retryAfter * 1_000 } : {}),
  }
}

export const referenceOf = (error: unknown): string | undefined => {
  const { code, requestId } = (error ?? {}) as { code?: unknown; requestId?: unknown }
  return code === 'INTERNAL' && typeof requestId === 'string' ? requestId : undefined
}

/** A refusal at the field `path` as one of the whole call, where a screen has no such field. */
export const failureAt = (path: string, failure: Failure): Failure => {
  const found = failure.errors.find((one) => one.path === path)
  return found === undefined ? failure : { ...failure, code: found.code, errors: [] }
}

/** The code alone, for a text or toast. */
export const codeOf = (error: unknown): Failure['code'] => toFailure(error).code

export const isOffline = (failure: Failure | null): boolean => failure?.code === 'OFFLINE'
