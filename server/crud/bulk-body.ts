import type { FieldProblem } from '../../domain/core/codes.ts'
import { accept, type Result, refuse } from '../../domain/lib/result.ts'
import { type ParsedTarget, parseTarget } from './choose-records.ts'
import type { ListSource } from './list-source.ts'

const targetNames = ['ids', 'where', 'except']

export type BulkBody = { target: ParsedTarget; dryRun: boolean; rest: Record<string, unknown> }

/** Splits a bulk call's body into what it is about, whether it only asks, and the change itself. */
export const readBulkBody = (source: ListSource, body: unknown): Result<BulkBody> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return refuse('VALIDATION_FAILED', [{ path: '', code: 'BAD_JSON' }])
  }
  const { dryRun = false, ...others } = body as Record<string, unknown>
  if (typeof dryRun !== 'boolean') {
    return refuse('VALIDATION_FAILED', [{ path: 'dryRun', code: 'NOT_A_FLAG' }])
  }
  const [named, rest] = [true, false].map((isTarget) =>
    Object.fromEntries(Object.entries(others).filter(([name]) => targetNames.includes(name) === isTarget)),
  ) as [Record<string, unknown>, Record<string, unknown>]
  const target = parseTarget(source, named)
  return target.ok ? accept({ target: target.value, dryRun, rest }) : target
}

/** For a bulk call that says nothing but its target. */
export const refuseRest = (rest: Record<string, unknown>): Result<null> => {
  const errors: FieldProblem[] = Object.keys(rest).map((path) => ({ path, code: 'UNKNOWN_FIELD' }))
  return errors.length > 0 ? refuse('VALIDATION_FAILED', errors) : accept(null)
}
