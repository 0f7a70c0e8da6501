import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import { searchHitShapes } from '../../../domain/changes/changes.ts'
import type { FieldProblem } from '../../../domain/core/codes.ts'
import { countryCodes } from '../../../domain/core/countries.ts'
import { choiceOf } from '../../../domain/lib/field.ts'
import { accept, type Result, refuse } from '../../../domain/lib/result.ts'
import { cleanLine, plainDigits } from '../../../domain/lib/typed/clean-text.ts'
import { type ResourceName, resourceNames, resources } from '../../../domain/resources.ts'
import { accepted, Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { queryOf, refuseQuery } from '../../http/request-parts.ts'
import { shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { type SearchOptions, searchRecords } from '../../queries/search-records.ts'
import { createEntrySample } from '../../search/search-index.ts'

export const defaultHits = 20
export const mostHits = 50
export const longestQuery = 200

export const searchCalls = {
  search: describe.call({
    id: 'search',
    tag: 'search',
    summary: 'Find records of every resource that the caller may read, best first',
    detail:
      'What the whole text names comes first, of every country that the caller reaches: a number, the code of a label, a telephone number, a reference, an e-mail, the code of an invoice or plan, a full name. `country` bounds the others. Phones are found in any written form; names in any case, accent or order, with one typo forgiven in words of five letters or more.',
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
    return { items: await searchRecords(context.db, request.actor, text, asked) }
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
