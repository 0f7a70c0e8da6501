import type { Code, FieldProblem } from '../../domain/core/codes.ts'
import type { Refusal } from '../../domain/lib/result.ts'

type RefusalDetails = { errors?: FieldProblem[] | undefined; current?: unknown; retryAfter?: number }

/**
 * Carries a refusal out of a transaction, so that it rolls back, to the errors plugin, which answers it as a problem.
 * `current` is the present record of a stale write, `retryAfter` the seconds after which another try may pass.
 */
export class Refused extends Error {
  readonly code: Code
  readonly errors: FieldProblem[] | undefined
  readonly current: unknown
  readonly retryAfter: number | undefined

  constructor(code: Code, options: RefusalDetails = {}) {
    super(code)
    this.code = code
    this.errors = options.errors
    this.current = options.current
    this.retryAfter = options.retryAfter
  }
}

/** The value of a result. @throws Refused for a refusal */
export const accepted = <Value>(result: { ok: true; value: Value } | Refusal): Value => {
  if (result.ok) return result.value
  throw new Refused(result.code, { errors: result.errors })
}
