import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { largestIdCount } from '../../domain/changes.ts'
import type { Code } from '../../domain/codes.ts'
import { isId } from '../../domain/lib/field.ts'
import { type ParsedWhere, parseWhere } from '../../domain/lib/filter.ts'
import { accept, type Result, refuse } from '../../domain/lib/result.ts'
import type { ListSource } from './list-source.ts'
import { isOneOf, joinOf, scopeSql, whereSql } from './where-sql.ts'

/** The records that a bulk call means, read from its body. */
export type ParsedTarget = { ids: string[] } | { where: ParsedWhere; except: string[] }

/** Reads `{ids}` or `{where, except?}`, one of the two. */
export const parseTarget = (source: ListSource, body: Record<string, unknown>): Result<ParsedTarget> => {
  const { ids, where, except } = body
  if ((ids === undefined) === (where === undefined)) {
    return refuse('VALIDATION_FAILED', [
      { path: ids === undefined ? 'ids' : 'where', code: ids === undefined ? 'REQUIRED' : 'UNKNOWN_FIELD' },
    ])
  }
  if (ids !== undefined) {
    if (except !== undefined) return refuse('VALIDATION_FAILED', [{ path: 'except', code: 'UNKNOWN_FIELD' }])
    const read = readIds('ids', ids)
    if (!read.ok) return read
    return read.value.length === 0
      ? refuse('VALIDATION_FAILED', [{ path: 'ids', code: 'REQUIRED' }])
      : accept({ ids: read.value })
  }
  if (typeof where !== 'object' || where === null || Array.isArray(where)) {
    return refuse('VALIDATION_FAILED', [{ path: 'where', code: 'BAD_JSON' }])
  }
  const parsed = parseWhere(source.definition.filters, where as Record<string, unknown>)
  if (!parsed.ok) {
    return refuse(
      parsed.code,
      parsed.errors?.map(({ path, code }) => ({ path: `where.${path}`, code })),
    )
  }
  const left = readIds('except', except === undefined ? [] : except)
  return left.ok ? accept({ where: parsed.value, except: left.value }) : left
}

/** The condition that chooses a target's records, within the actor's reach for the verb. */
export const targetSql = (source: ListSource, actor: Actor, verb: Verb, target: ParsedTarget): SQL => {
  if ('ids' in target) {
    const { table } = source
    return sql`${isOneOf(table.id, target.ids)} and ${table.deletedAt} is null and ${scopeSql(source, actor, verb)}`
  }
  const where = unjoined(source, target.where, whereSql(source, actor, target.where, verb))
  return target.except.length === 0 ? where : sql`${where} and not ${isOneOf(source.table.id, target.except)}`
}

/** The condition for a statement over the table alone, also where a filter needs the source's join. */
const unjoined = (source: ListSource, { filters }: ParsedWhere, where: SQL): SQL => {
  const { table } = source
  const join = joinOf(source, Object.keys(filters))
  return join === null ? where : sql`${table.id} in (select ${table.id} from ${table} ${join} where ${where})`
}

const readIds = (path: string, value: unknown): Result<string[]> => {
  const problem = (code: Code) => refuse('VALIDATION_FAILED', [{ path, code }])
  if (!Array.isArray(value)) return problem('NOT_A_LIST')
  if (value.length > largestIdCount) return refuse('TOO_MANY_IDS', [{ path, code: 'TOO_MANY_IDS' }])
  if (!value.every(isId)) return problem('NOT_AN_ID')
  return accept([...new Set(value.map((id) => id.toLowerCase()))])
}
