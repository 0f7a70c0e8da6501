import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import { type SearchHit, searchHitShapes } from '../../../domain/changes/changes.ts'
import type { FieldProblem } from '../../../domain/core/codes.ts'
import { countryCodes } from '../../../domain/core/countries.ts'
import { choiceOf } from '../../../domain/lib/field.ts'
import { accept, type Result, refuse } from '../../../domain/lib/result.ts'
import { cleanLine, plainDigits } from '../../../domain/lib/typed/clean-text.ts'
import { type ResourceName, resourceNames, resources } from '../../../domain/resources.ts'
import { decodeScan, scanCodeLength } from '../../../domain/scans/scan-code.ts'
import { hitOf } from '../../../domain/search/hit-of.ts'
import { accepted, Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Executor } from '../../db/drizzle.ts'
import { queryOf, refuseQuery } from '../../http/request-parts.ts'
import { readFor } from '../../http/standby-calls.ts'
import { shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { type SearchOptions, searchRecords } from '../../queries/search-records.ts'
import { serverResources } from '../../resources/registry.ts'
import { createEntrySample } from '../../search/search-index.ts'

const defaultHits = 20
const mostHits = 50
const longestQuery = 200

const searchCalls = {
  search: describe.call({
    id: 'search',
    isOpenToKeys: true,
    tag: 'search',
    summary: 'Find records of every resource that the caller may read, best first',
    detail:
      'What the whole text names comes first, of every country that the caller reaches: a number, the code of a label, a telephone number, a reference, an e-mail, the code of an invoice or plan, a full name; for sellers also the number of a parcel, which finds its order. `country` bounds the others. Phones are found in any written form; names in any case, accent or order, with one typo forgiven in words of five letters or more.',
    query: {
      q: { kind: 'text', max: longestQuery, required: true },
      resource: { kind: 'choice', values: resourceNames },
      limit: { kind: 'integer', min: 1, max: 999 },
      country: { kind: 'choice', values: countryCodes },
    },
    answers: { 200: shapesJson('SearchHits', { items: { kind: 'list', of: searchHitShapes } }) },
    refuses: ['FORBIDDEN'],
  }),
}

export const searchRoutes = (app: FastifyInstance, context: ServerContext): void => {
  const sample = createEntrySample(context.db)
  app.addHook('onReady', () => sample.draw().catch(() => undefined))
  app.get('/search', searchCalls.search, async (request) => {
    refuseQuery(request, ['q', 'resource', 'limit', 'country'])
    const { text, ...options } = accepted(readSearch(queryOf(request)))
    const readable = readableBy(request.actor, options.resources)
    if (text === '' || readable.length === 0) return { items: [] }
    const asked = { ...options, resources: readable, sample: sample.current() }
    return {
      items: await readFor(context, request, ({ db }) => searchRecords(db, request.actor, text, asked)),
    }
  })
}

/** @throws Refused for a single forbidden resource; otherwise keeps the permitted ones */
const readableBy = (actor: Actor, names: readonly ResourceName[]): ResourceName[] => {
  const readable = names.filter((name) => whyNot(actor, resources[name].verbs.list) === null)
  if (readable.length === 0 && names.length === 1) throw new Refused('FORBIDDEN')
  return readable
}

type Search = Omit<SearchOptions, 'sample'> & { text: string }

const readSearch = ({ q, resource, limit, country }: Record<string, unknown>): Result<Search> => {
  const errors: FieldProblem[] = []
  const isText = typeof q === 'string' && !q.includes('\u0000') && q.isWellFormed()
  const isCount = limit === undefined || (typeof limit === 'string' && /^[1-9]\d{0,2}$/.test(limit))
  if (q === undefined) errors.push({ path: 'q', code: 'REQUIRED' })
  else if (!isText) errors.push({ path: 'q', code: 'NOT_TEXT' })
  else if (q.length > longestQuery) errors.push({ path: 'q', code: 'TOO_LONG' })
  if (!isCount) errors.push({ path: 'limit', code: 'NOT_AN_INTEGER' })
  const chosen = resource === undefined ? undefined : choiceOf(resourceNames, resource)
  const within = country === undefined ? undefined : choiceOf(countryCodes, country)
  if (chosen === null) errors.push({ path: 'resource', code: 'NOT_A_CHOICE' })
  if (within === null) errors.push({ path: 'country', code: 'NOT_A_CHOICE' })
  if (errors.length > 0) return refuse('VALIDATION_FAILED', errors)
  return accept({
    text: plainDigits(cleanLine(String(q))),
    resources: chosen ? [chosen] : resourceNames,
    limit: Math.min(Number(limit ?? defaultHits), mostHits),
    country: within ?? null,
  })
}

const scanCalls = {
  one: describe.call({
    id: 'getScanned',
    isOpenToKeys: true,
    tag: 'scans',
    summary: 'Read which record a scanned code stands for',
    detail: `The ${scanCodeLength} digits as they are printed: the kind, the number with leading zeros, and a check digit (Luhn). Codes that stand for no record, those of kind 9, are not found.`,
    answers: { 200: shapesJson('ScannedRecord', searchHitShapes) },
    refuses: ['SCAN_CODE_INVALID', 'NOT_FOUND'],
  }),
}

/** The record of a scanned code. */
export const scanRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/scans/:code', scanCalls.one, async (request) => {
    refuseQuery(request)
    const scanned = decodeScan((request.params as { code: string }).code)
    if (scanned === null) throw new Refused('SCAN_CODE_INVALID')
    const { kind, number } = scanned
    if (kind === 'control') throw new Refused('NOT_FOUND')
    return readScanned(context.db, request.actor, kind, number)
  })
}

/** Roles without access get `NOT_FOUND`, as for records out of scope. */
const readScanned = async <Name extends ResourceName>(
  db: Executor,
  actor: Actor,
  resource: Name,
  number: number,
): Promise<SearchHit> => {
  const { view } = resources[resource].verbs
  const { source, read } = serverResources[resource]
  if (whyNot(actor, view) !== null) throw new Refused('NOT_FOUND')
  const { rows } = await db.execute<{ id: string }>(
    sql`select ${source.table.id} as id from ${source.table} where ${source.table.number} = ${number}`,
  )
  const [record] = await read(
    db,
    rows.map(({ id }) => id),
  )
  if (record === undefined || whyNot(actor, view, record) !== null) throw new Refused('NOT_FOUND')
  return hitOf(resource, record)
}
