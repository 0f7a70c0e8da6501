import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonSchema } from '../../server/openapi/json-schema.ts'
import type { OpenApiDocument, OpenApiOperation } from '../../server/openapi/openapi.ts'
import type { Caller } from '../support/api/caller.ts'
import { startApi, type TestApi } from '../support/api/start-api.ts'
import { isFull } from '../support/is-full.ts'
import { hostileTexts } from '../support/patterns/hostile-texts.ts'
import { printSeed, testSeed } from '../support/sample-of.ts'

type Method = 'get' | 'post' | 'put' | 'delete'

/** One call with some texts replaced; `names` as in the problem's `errors`. */
type HostileCall = { title: string; names: string[]; send: (caller: Caller, text: string) => Promise<Answer> }
type Answer = { status: number; body: unknown }

let api: TestApi
let admin: Caller & { token: string }
let calls: HostileCall[]
beforeAll(async () => {
  api = await startApi()
  admin = await api.as('admin')
  const { body } = await api.anybody.get<OpenApiDocument>('/openapi.json')
  calls = hostileCalls(body)
})
afterAll(() => api.close())

/** At most this many texts of 200,000 characters, to stay below the body limit. */
const textsAtOnce = 3

const MAX_MS = 100
const MAX_TRIES = 8

it('knows the lists, bulk calls and downloads of every resource', () => {
  const names = (title: string) => calls.filter((call) => call.title === title).flatMap((call) => call.names)
  expect(names('listOrders')).toEqual(expect.arrayContaining(['keyword', 'from', 'limit', 'sort', 'total']))
  expect(names('setOrdersStatus')).toEqual(expect.arrayContaining(['where.keyword', 'where.total']))
  expect(names('downloadShippings')).toEqual(expect.arrayContaining(['from', 'total']))
  expect(names('search')).toContain('q')
  expect(calls.length).toBeGreaterThan(60)
})

/** A full run tries each text in every call; a short run one random text per call. */
const share = isFull ? 1 : Object.keys(hostileTexts).length
printSeed('hostile texts')

it.each(Object.entries(hostileTexts).map(([name, text], at) => [name, text, at] as const))(
  'refuses or reads 200,000 characters of %s at once, whatever parameter they are in',
  async (_, text, at) => {
    for (const { title, names, send } of calls.filter((_, nth) => nth % share === (at + testSeed) % share)) {
      const { answer, milliseconds } = await bestOf(() => send(admin, text))
      const where = `${title}: ${names.join(', ')}`
      expect(milliseconds, where).toBeLessThan(MAX_MS)
      const isRefused = answer.status >= 400
      // Blanks and empty list items are dropped, which may leave a valid name.
      expect([where, isRefused || text.replaceAll(',', '').trim().length < 2, answer.status < 500]).toEqual([
        where,
        true,
        true,
      ])
      if (isRefused) expect(answer.body, where).toMatchObject({ code: expect.any(String) })
    }
  },
)

it('refuses an address of 200,000 characters before anything reads it', async () => {
  const origin = await api.listen()
  const response = await fetch(`${origin}/api/orders?total=${'1'.repeat(200_000)}x`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(response.status).toBe(431)
  expect(await response.json()).toMatchObject({ code: expect.any(String) })
})

/** Processor time of a call in milliseconds, the best of several tries: the time for which it blocks others. */
const bestOf = async (send: () => Promise<Answer>): Promise<{ answer: Answer; milliseconds: number }> => {
  let best: { answer: Answer; milliseconds: number } | null = null
  for (let tries = 0; tries < MAX_TRIES && (best === null || best.milliseconds >= MAX_MS); tries++) {
    const start = process.cpuUsage()
    const answer = await send()
    const { user, system } = process.cpuUsage(start)
    const milliseconds = (user + system) / 1_000
    if (best === null || milliseconds < best.milliseconds) best = { answer, milliseconds }
  }
  return best!
}

/** Every call with a query or a body of texts, as the server's own document describes them. */
const hostileCalls = (document: OpenApiDocument): HostileCall[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      path.startsWith('/api/') && !leftOut.has(operation.operationId)
        ? [
            ...queryCalls(path.slice('/api'.length), method as Method, operation),
            ...bodyCalls(document, path.slice('/api'.length), method as Method, operation),
          ]
        : [],
    ),
  )

/** Excluded: streams, files, and calls that end the test's session. */
const leftOut = new Set(['streamEvents', 'logOut'])

const queryCalls = (path: string, method: Method, { operationId, parameters }: OpenApiOperation) =>
  parameters
    .filter((parameter) => parameter.in === 'query')
    .map(
      ({ name }): HostileCall => ({
        title: operationId,
        names: [name],
        send: (caller, text) => caller[method](`${withId(path)}?${name}=${inAddress(text)}`),
      }),
    )

/** The text cut to the URL limit of the HTTP parser. */
const inAddress = (text: string): string => {
  const written = text.toWellFormed()
  const width = encodeURIComponent(written.slice(1, 2)).length
  return encodeURIComponent(written.slice(0, MAX_URL_LENGTH / width))
}

const MAX_URL_LENGTH = 30_000

const bodyCalls = (
  document: OpenApiDocument,
  path: string,
  method: Method,
  { operationId, requestBody }: OpenApiOperation,
): HostileCall[] => {
  const schema = requestBody?.content['application/json']?.schema
  if (schema === undefined) return []
  const { texts, hasDryRun } = textsIn(document, schema)
  return inParts(texts).map((names) => ({
    title: operationId,
    names,
    send: (caller, text) =>
      caller[method](withId(path), {
        body: { ...bodyOf(names, text), ...(hasDryRun ? { dryRun: true } : {}) },
      }),
  }))
}

const bodyOf = (names: readonly string[], text: string): Record<string, unknown> => {
  const where = names.flatMap((name) =>
    name.startsWith('where.') ? [[name.slice('where.'.length), text]] : [],
  )
  const own = names.flatMap((name) => (name.startsWith('where.') ? [] : [[name, text]]))
  return { ...Object.fromEntries(own), ...(where.length > 0 ? { where: Object.fromEntries(where) } : {}) }
}

/** Members of a body that are texts, those of its `where` too. */
const textsIn = (document: OpenApiDocument, given: JsonSchema): { texts: string[]; hasDryRun: boolean } => {
  const schema = resolve(document, given)
  const variants = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map((one) => resolve(document, one))
  const texts = new Set<string>()
  let hasDryRun = false
  for (const { properties = {} } of [schema, ...variants]) {
    for (const [name, property] of Object.entries(properties)) {
      const own = resolve(document, property)
      if (name === 'dryRun') hasDryRun = true
      if (name === 'where') for (const key of Object.keys(own.properties ?? {})) texts.add(`where.${key}`)
      else if ([own.type].flat().includes('string')) texts.add(name)
    }
  }
  return { texts: [...texts], hasDryRun }
}

const resolve = (document: OpenApiDocument, schema: JsonSchema): JsonSchema => {
  const { $ref } = schema as { $ref?: string }
  return $ref === undefined
    ? schema
    : resolve(document, document.components.schemas[$ref.split('/').at(-1)!]!)
}

const withId = (path: string): string => path.replace(/\{\w+\}/, '00000000-0000-7000-8000-000000000000')

const inParts = (names: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(names.length / textsAtOnce) }, (_, index) =>
    names.slice(index * textsAtOnce, (index + 1) * textsAtOnce),
  )
