import type { Code, FieldProblem } from '../../domain/core/codes.ts'
import type { Refusal } from '../../domain/lib/result.ts'
import type { SecondStepWay } from '../../domain/users/second-factor.ts'

type RefusalDetails = {
  errors?: FieldProblem[] | undefined
  current?: unknown
  retryAfter?: number
  challenge?: string
  ways?: SecondStepWay[]
  signOutUrl?: string
  reason?: string
  cause?: unknown
}

/**
 * A refusal thrown to roll back a transaction; the errors plugin answers it as a problem. `current`: present record of a stale
 * write; `retryAfter`: seconds; `challenge`: of a login that needs a second step, one of `ways`; `signOutUrl`: of its identity provider; `reason`: only for the log.
 */
export class Refused extends Error {
  readonly code: Code
  readonly errors: FieldProblem[] | undefined
  readonly current: unknown
  readonly retryAfter: number | undefined
  readonly challenge: string | undefined
  readonly ways: SecondStepWay[] | undefined
  readonly signOutUrl: string | undefined
  readonly reason: string | undefined

  constructor(code: Code, options: RefusalDetails = {}) {
    super(options.reason === undefined ? code : `${code}: ${options.reason}`, { cause: options.cause })
    this.code = code
    this.errors = options.errors
    this.current = options.current
    this.retryAfter = options.retryAfter
    this.challenge = options.challenge
    this.ways = options.ways
    this.signOutUrl = options.signOutUrl
    this.reason = options.reason
  }
}

/** Unwraps a result. @throws Refused for a refusal */
export const accepted = <Value>(result: { ok: true; value: Value } | Refusal): Value => {
  if (result.ok) return result.value
  throw new Refused(result.code, { errors: result.errors })
}

/**
 * A start failure that the operator can fix. The message is one sentence, printed without a stack by `scripts/start.mjs`, exit
 * code 1.
 */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal'
}
