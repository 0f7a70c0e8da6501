import type { Code, FieldProblem } from '../../domain/core/codes.ts'
import type { Refusal } from '../../domain/lib/result.ts'

type RefusalDetails = {
  errors?: FieldProblem[] | undefined
  current?: unknown
  retryAfter?: number
  reason?: string
  cause?: unknown
}

/**
 * Carries a refusal out of a transaction, so that it rolls back, to the errors plugin, which answers it as a problem.
 * `current` is the present record of a stale write, `retryAfter` the seconds after which another try may pass, `reason` what
 * the server's log says beside the code.
 */
export class Refused extends Error {
  readonly code: Code
  readonly errors: FieldProblem[] | undefined
  readonly current: unknown
  readonly retryAfter: number | undefined
  readonly reason: string | undefined

  constructor(code: Code, options: RefusalDetails = {}) {
    super(options.reason === undefined ? code : `${code}: ${options.reason}`, { cause: options.cause })
    this.code = code
    this.errors = options.errors
    this.current = options.current
    this.retryAfter = options.retryAfter
    this.reason = options.reason
  }
}

/** The value of a result. @throws Refused for a refusal */
export const accepted = <Value>(result: { ok: true; value: Value } | Refusal): Value => {
  if (result.ok) return result.value
  throw new Refused(result.code, { errors: result.errors })
}
