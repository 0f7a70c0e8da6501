import { type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Code, FieldProblem } from '../../../domain/core/codes.ts'
import { type CountryCode, countryCodes } from '../../../domain/core/countries.ts'
import { choiceOf, isBlank } from '../../../domain/lib/field.ts'
import { accept, type Result, refuse } from '../../../domain/lib/result.ts'
import { type ResourceName, resourceNames, resources } from '../../../domain/resources.ts'
import {
  maxKeyLength,
  maxKeys,
  type ResolvedKeys,
  readRecordKey,
  resolvedKeysShapes,
} from '../../../domain/search/record-keys.ts'
import { accepted } from '../../core/errors.ts'
import { type ParsedTarget, parseTarget, targetSql } from '../../crud/choose-records.ts'
import { type ListSource, scopeSql } from '../../crud/list-source.ts'
import { isOneOf } from '../../db/columns.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Executor } from '../../db/drizzle.ts'
import { admitAgain, permit } from '../../http/auth.ts'
import { refuseQuery } from '../../http/request-parts.ts'
import { json, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { choiceSchema, objectSchema, titled } from '../../openapi/json-schema.ts'
import { serverResources } from '../../resources/registry.ts'

const keysSchema = titled(
  'RecordKeys',
  objectSchema(
    {
      keys: {
        type: 'array',
        minItems: 1,
        maxItems: maxKeys,
        items: { type: 'string', minLength: 1, maxLength: maxKeyLength },
      },
      country: choiceSchema(countryCodes),
      list: { type: 'object', additionalProperties: { type: 'string' } },
    },
    ['keys'],
  ),
)

/** `POST {resource}/resolve`. */
const describeResolve = (resource: ResourceName) =>
  describe.call({
    id: `resolve${resource
      .split('-')
      .map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`)
      .join('')}`,
    tag: resource,
    summary: `Find the ${resource} that keys name, each by itself`,
    detail:
      'A key is a record number, a scan code, a telephone number in any written form (`country`, else the caller’s, is where national ones are) or a reference of the caller’s own. `list` has the parameters of a list: `isListed` says whether they let a record through. Answers each key once: found, where it names exactly one record that the caller may list, else unknown or ambiguous.',
    verbs: [resources[resource].verbs.list],
    body: json(keysSchema),
    answers: { 200: shapesJson('ResolvedKeys', resolvedKeysShapes) },
    refuses: ['TOO_MANY_IDS', 'NOT_A_LIST', 'REQUIRED'],
  })

export const resolveRoutes = (app: FastifyInstance, context: ServerContext): void => {
  for (const resource of resourceNames) {
    app.post(`/${resource}/resolve`, describeResolve(resource), async (request) => {
      refuseQuery(request)
      const actor = permit(request, resources[resource].verbs.list)
      const asked = accepted(readKeys(serverResources[resource].source, request.body, actor.country))
      // Thousands of keys take a while to arrive.
      await admitAgain(context, request)
      return resolveKeys(context.db, actor, resource, asked)
    })
  }
}

type Asked = { keys: readonly string[]; country: CountryCode; list: ParsedTarget | null }

const readKeys = (source: ListSource, body: unknown, own: CountryCode): Result<Asked> => {
  const refuseAt = (path: string, code: Code) => refuse('VALIDATION_FAILED', [{ path, code }])
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuseAt('', 'BAD_JSON')
  const { keys, country = own, list, ...rest } = body as Record<string, unknown>
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) return refuseAt(unknown, 'UNKNOWN_FIELD')
  if (keys === undefined) return refuseAt('keys', 'REQUIRED')
  if (!Array.isArray(keys)) return refuseAt('keys', 'NOT_A_LIST')
  if (keys.length === 0) return refuseAt('keys', 'REQUIRED')
  if (keys.length > maxKeys) return refuseAt('keys', 'TOO_MANY_IDS')
  const errors = keys.flatMap((key: unknown, at): FieldProblem[] => {
    const code = whyNotKey(key)
    return code === null ? [] : [{ path: `keys.${at}`, code }]
  })
  if (errors.length > 0) return refuse('VALIDATION_FAILED', errors.slice(0, mostErrors))
  const chosen = choiceOf(countryCodes, country)
  if (chosen === null) return refuseAt('country', 'NOT_A_CHOICE')
  const where = list === undefined ? accept(null) : parseTarget(source, { where: list })
  if (where.ok) return accept({ keys: [...new Set(keys)], country: chosen, list: where.value })
  return refuse(
    where.code,
    where.errors?.map(({ path, code }) => ({ path: path.replace('where', 'list'), code })),
  )
}

/** Maximum field errors listed. */
const mostErrors = 20

const whyNotKey = (key: unknown): Code | null => {
  if (typeof key !== 'string' || key.includes('\u0000') || !key.isWellFormed()) return 'NOT_TEXT'
  if (isBlank(key)) return 'REQUIRED'
  return key.length > maxKeyLength ? 'TOO_LONG' : null
}

/** Finds records of a list by keys, within the actor's scope. `country`: for phones. */
const resolveKeys = async (
  db: Executor,
  actor: Actor,
  resource: ResourceName,
  { keys, country, list }: Asked,
): Promise<ResolvedKeys> => {
  const { source } = serverResources[resource]
  const { phone, reference, join = sql.empty() } = source.keys
  const read = keys.map((key) => readRecordKey(key, country))
  const byNumber = read.map(({ number }) =>
    number === null || (number.resource ?? resource) !== resource ? null : number.value,
  )
  const ways: readonly (Way | undefined)[] = [
    { column: sql`${source.table.number}`, values: byNumber, type: 'bigint' },
    phone && { column: sql`${phone}`, values: read.map((key) => key.phone), type: 'text' },
    reference && { column: sql`lower(${reference})`, values: read.map((key) => key.reference), type: 'text' },
  ]
  const matches = ways.flatMap((way) => (way === undefined ? [] : match(source, actor, join, way)))
  const { rows } = await db.execute<{ at: number; count: number; id: string }>(sql`
    select at::int as at, count(distinct id)::int as count, min(id::text) as id
    from (${sql.join(matches, sql` union all `)}) matches group by at`)
  const found = new Map(rows.map((row) => [row.at, row]))
  const ids = rows.filter(({ count }) => count === 1).map(({ id }) => id)
  const listed = list === null ? null : await listedAmong(db, actor, source, ids, list)
  const resolved: ResolvedKeys = { found: [], unknown: [], ambiguous: [] }
  for (const [index, key] of keys.entries()) {
    const row = found.get(index + 1)
    if (row === undefined) resolved.unknown.push(key)
    else if (row.count === 1) {
      resolved.found.push({ key, id: row.id, isListed: listed?.has(row.id) ?? true })
    } else resolved.ambiguous.push({ key, count: row.count })
  }
  return resolved
}

/** Those of the records that pass a list's filter. */
const listedAmong = async (
  db: Executor,
  actor: Actor,
  source: ListSource,
  ids: readonly string[],
  list: ParsedTarget,
): Promise<ReadonlySet<string>> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${source.table.id} as id from ${source.table}
    where ${isOneOf(source.table.id, ids)} and ${targetSql(source, actor, source.verb, list)}`)
  return new Set(rows.map(({ id }) => id))
}

type Way = { column: SQL; values: readonly (string | number | null)[]; type: 'bigint' | 'text' }

/** Records whose column equals one of the values, with the value's position among the keys, from 1. */
const match = (source: ListSource, actor: Actor, join: SQL, { column, values, type }: Way): SQL => sql`
  select asked.at, ${source.table.id} as id
  from unnest(${sql.param([...values])}::${sql.raw(type)}[]) with ordinality asked (value, at)
  join ${source.table} on true ${join}
  where asked.value is not null and ${column} = asked.value
    and ${source.table.deletedAt} is null and ${scopeSql(source, actor, source.verb)}`
