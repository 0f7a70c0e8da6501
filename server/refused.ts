import type { Code, FieldProblem } from '../domain/codes.ts'
import type { Refusal } from '../domain/lib/result.ts'

/**
 * Carries a refusal out of a transaction, so that it rolls back, to the errors plugin, which answers it as a problem.
 * `current` is the present record of a stale write.
 */
export class Refused extends Error {
  readonly code: Code
  readonly errors: FieldProblem[] | undefined
  readonly current: unknown

  constructor(code: Code, options: { errors?: FieldProblem[]; current?: unknown } = {}) {
    super(code)
    this.code = code
    this.errors = options.errors
    this.current = options.current
  }
}

/** The value of a result; a refusal is thrown to where it is answered. */
export const accepted = <Value>(result: { ok: true; value: Value } | Refusal): Value => {
  if (result.ok) return result.value
  throw new Refused(result.code, { errors: result.errors })
}
