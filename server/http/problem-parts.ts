import type { Code } from '../../domain/codes.ts'

/** Seconds after which a code is worth another try; a refusal that knows better carries its own. */
export const retryAfter: Partial<Record<Code, number>> = {
  DATABASE_UNAVAILABLE: 2,
  DISK_FULL: 30,
  OVERLOADED: 2,
  READ_TOO_SLOW: 10,
  TOO_MANY_CALLS: 2,
  IDEMPOTENCY_IN_FLIGHT: 1,
  INTERRUPTED: 2,
}

/** `type` of a problem of RFC 9457. */
export const problemType = (code: Code): string =>
  `urn:waybill:problem:${code.toLowerCase().replaceAll('_', '-')}`
