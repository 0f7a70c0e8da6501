import type { Code, FieldProblem } from '../domain/codes.ts'

/** Why something failed, as a machine keeps it: plain data. `OFFLINE` is nobody answering. */
export type Failure = {
  code: Code | 'OFFLINE'
  detail: string
  errors: readonly FieldProblem[]
  /** The present record, where the write was stale. */
  current?: unknown
}

/** Reads any error that carries a code, such as the api's; one that carries none is a bug of ours. */
export function toFailure(error: unknown): Failure {
  const { code, message, errors, current } = (
    typeof error === 'object' && error !== null ? error : { message: String(error) }
  ) as { code?: unknown; message?: unknown; errors?: unknown; current?: unknown }
  return {
    code: typeof code === 'string' ? (code as Failure['code']) : 'INTERNAL',
    detail: typeof message === 'string' ? message : '',
    errors: Array.isArray(errors) ? (errors as FieldProblem[]) : [],
    ...(current === undefined ? {} : { current }),
  }
}

export const isOffline = (failure: Failure | null): boolean => failure?.code === 'OFFLINE'
