import { accept, type Result, refuse } from '../../../domain/lib/result.ts'
import { type ParsedTarget, parseTarget } from '../engine/target.ts'
import { userSource } from './user-source.ts'

export type Deletion = { target: ParsedTarget; dryRun: boolean }

/** Reads `{ids}` or `{where, except?}`, with an optional `dryRun`. */
export const readDeletion = (body: unknown): Result<Deletion> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return refuse('VALIDATION_FAILED', [{ path: '', code: 'BAD_JSON' }])
  }
  const { dryRun = false, ...rest } = body as Record<string, unknown>
  if (typeof dryRun !== 'boolean')
    return refuse('VALIDATION_FAILED', [{ path: 'dryRun', code: 'NOT_A_FLAG' }])
  const unknown = Object.keys(rest).filter((name) => !['ids', 'where', 'except'].includes(name))
  if (unknown.length > 0) {
    return refuse(
      'VALIDATION_FAILED',
      unknown.map((path) => ({ path, code: 'UNKNOWN_FIELD' })),
    )
  }
  const target = parseTarget(userSource, rest)
  return target.ok ? accept({ target: target.value, dryRun }) : target
}
