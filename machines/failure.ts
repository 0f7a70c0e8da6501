import type { Code, FieldProblem } from '../domain/core/codes.ts'

/** Why something failed, as a machine keeps it: plain data. `OFFLINE`: no answer. */
export type Failure = {
  code: Code | 'OFFLINE'
  detail: string
  errors: readonly FieldProblem[]
  /** The present record, where the write was stale. */
  current?: unknown
  /** The server's id of the request, where the server was at fault: for support. */
  reference?: string
  /** When another try may pass, where the server says so of too many: milliseconds since 1970. */
  retryAt?: number
}

/** Reads any error that carries a code, such as the api's; one that carries none is a bug of ours. */
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
    // What passes in seconds is tried again before anybody has read when.
    ...(code === 'TOO_MANY_ATTEMPTS' && retryAfter ? { retryAt: Date.now() + retryAfter * 1_000 } : {}),
  }
}

export const referenceOf = (error: unknown): string | undefined => {
  const { code, requestId } = (error ?? {}) as { code?: unknown; requestId?: unknown }
  return code === 'INTERNAL' && typeof requestId === 'string' ? requestId : undefined
}

/** The code alone, for a text or a toast. */
export const codeOf = (error: unknown): Failure['code'] => toFailure(error).code

export const isOffline = (failure: Failure | null): boolean => failure?.code === 'OFFLINE'
