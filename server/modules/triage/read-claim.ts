import { isId } from '../../../domain/lib/field.ts'
import { accept, type Result, refuse } from '../../../domain/lib/result.ts'
import { largestHand, mostKept } from '../../../domain/triage/claim.ts'
import { type ParsedTarget, parseTarget } from '../../crud/target.ts'
import { orderSource } from '../orders/order-source.ts'

/** Of which orders how many are to become the caller's, and which ones stay theirs beside. */
export type ClaimInput = {
  target: ParsedTarget
  keep: readonly string[]
  count: number
  /** Chosen by the client; see `isReleased`. */
  leaseId: string | null
}

/** Without `ids` or `where`, or without a body at all, every order that waits is meant. */
export const readClaim = (body: unknown = {}): Result<ClaimInput> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return refuse('VALIDATION_FAILED', [{ path: '', code: 'BAD_JSON' }])
  const { keep = [], count = 1, leaseId, ...rest } = body as Record<string, unknown>
  const isOfAll = !('ids' in rest || 'where' in rest)
  const known = isOfAll ? [] : ['ids', 'where', 'except']
  const unknown = Object.keys(rest).filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    return refuse(
      'VALIDATION_FAILED',
      unknown.map((path) => ({ path, code: 'UNKNOWN_FIELD' })),
    )
  }
  if (!Array.isArray(keep)) return refuse('VALIDATION_FAILED', [{ path: 'keep', code: 'NOT_A_LIST' }])
  if (keep.length > mostKept) return refuse('TOO_MANY_IDS', [{ path: 'keep', code: 'TOO_MANY_IDS' }])
  if (!keep.every(isId)) return refuse('VALIDATION_FAILED', [{ path: 'keep', code: 'NOT_AN_ID' }])
  if (typeof count !== 'number' || !Number.isInteger(count)) {
    return refuse('VALIDATION_FAILED', [{ path: 'count', code: 'NOT_AN_INTEGER' }])
  }
  if (count < 0) return refuse('VALIDATION_FAILED', [{ path: 'count', code: 'TOO_SMALL' }])
  if (count > largestHand) return refuse('VALIDATION_FAILED', [{ path: 'count', code: 'TOO_LARGE' }])
  if (leaseId !== undefined && !isId(leaseId)) {
    return refuse('VALIDATION_FAILED', [{ path: 'leaseId', code: 'NOT_AN_ID' }])
  }
  const target = parseTarget(orderSource, isOfAll ? { where: {} } : rest)
  if (!target.ok) return target
  return accept({
    target: target.value,
    keep: [...new Set(keep.map((id) => id.toLowerCase()))],
    count,
    leaseId: leaseId?.toLowerCase() ?? null,
  })
}

/** `leaseId` of `DELETE orders/claim`, null without one. */
export const readLeaseId = ({ leaseId = null }: Record<string, unknown>): Result<string | null> => {
  if (leaseId === null) return accept(null)
  return isId(leaseId)
    ? accept(leaseId.toLowerCase())
    : refuse('VALIDATION_FAILED', [{ path: 'leaseId', code: 'NOT_AN_ID' }])
}
