import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import type { Problem } from '../../domain/changes/changes.ts'
import type { JsonSchema } from '../../server/openapi/json-schema.ts'
import type { OpenApiDocument } from '../../server/openapi/openapi.ts'
import { createRandom } from '../../server/seed/row-writer.ts'
import { asUser, makeWorld } from '../support/access/make-world.ts'
import { specRoles } from '../support/access/read-spec-access.ts'
import { openApi } from '../support/api/start-api.ts'
import { createKnownRecords } from '../support/fuzz/known-records.ts'
import { createSampler } from '../support/fuzz/sample.ts'
import { rounds } from '../support/is-full.ts'
import { printSeed, testSeed } from '../support/sample-of.ts'
import { trackGuarantee } from '../support/trust/guarantee.ts'

/** Nobody answers there: bodies are read before a provider is asked. */
const provider = {
  id: 'acme',
  name: 'Acme',
  issuer: 'http://127.0.0.1:9',
  clientId: 'waybill',
  clientSecret: undefined,
  authentication: 'basic',
  scope: 'openid',
  accounts: [],
} as const
const api = await openApi({ singleSignOn: { providers: [provider], origin: () => 'http://127.0.0.1:9' } })
const world = await makeWorld(api)
const document = (await api.anybody.get<OpenApiDocument>('/openapi.json')).body

/** Members that clients may not set, and names that a parser could mishandle. */
const smuggled: Record<string, unknown> = {
  role: 'admin',
  owner: newId(),
  id: newId(),
  isActivated: true,
  isEmailVerified: true,
  country: 'fr',
  status: 'PAID',
  version: 1,
  number: 1,
  price: 1,
  stock: 1_000,
  isDeleted: false,
  deletedAt: null,
  createdAt: '2020-01-01',
  passwordHash: 'x',
  token: 'x',
  user: newId(),
  actor: newId(),
  constructor: {},
  toString: 'x',
  Role: 'admin',
  'role ': 'admin',
  '': 'x',
}

type Body = { call: string; method: string; path: string; schema: JsonSchema }

const bodies = (): Body[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      return schema === undefined ? [] : [{ call: `${method.toUpperCase()} ${path}`, method, path, schema }]
    }),
  )

const resolve = (schema: JsonSchema): JsonSchema => {
  const { $ref } = schema as { $ref?: string }
  return $ref === undefined ? schema : resolve(document.components.schemas[$ref.split('/').at(-1)!]!)
}

/** The members that any form of the body may have. */
const declared = (given: JsonSchema): string[] => {
  const schema = resolve(given)
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [...Object.keys(schema.properties ?? {}), ...parts.flatMap(declared)]
}

it('refuses every member that a call does not declare, in every body of the document', {
  tags: 'full',
}, async () => {
  printSeed('mass assignment')
  const guarantee = trackGuarantee(
    'mass assignment: role, owner, id, isActivated and the like in any body are 400',
  )
  const random = createRandom(7)
  const sample = createSampler(random, document, createKnownRecords(random), () => {})
  const seen = bodies()
  expect(seen.length).toBeGreaterThan(30)
  const taken = new Map<string, number>()
  // Created before the clock passes its session's lifetime.
  for (const { path } of seen) if (/\{id\}/.test(path)) await made(path.split('/')[2]!)
  for (const { call, method, path, schema } of seen) {
    const known = declared(schema)
    const form = Object.entries(smuggled).filter(([name]) => !known.includes(name))
    const drawn = createRandom(testSeed).shuffle(form)
    for (const [name, value] of drawn.slice(0, rounds(form.length, 4))) {
      for (const role of specRoles.slice(0, rounds(2, 1))) {
        api.clock.advance(61_000)
        const resource = path.split('/')[2]!
        const { token } = await api.as(
          role === 'admin' ? world.callers.admin.user : await api.createUser(asUser(role)),
        )
        // The record exists and the caller is an admin, so the body is the reason of the refusal.
        const id = role === 'admin' && /\{id\}/.test(path) ? await made(resource) : newId()
        const {
          where,
          except: _,
          ...sampled
        } = sample(schema, { spoils: 0, extras: 0.4, resource: '' }) as Record<string, unknown>
        const chosen = where === undefined ? {} : { ids: [newId()] }
        // Exports need valid filters, which generated texts are not.
        const rest = path.endsWith('/download') ? {} : { ...sampled, ...chosen }
        const body = { ...rest, [name]: value }
        const answer = await api.app.inject({
          method: method.toUpperCase() as 'POST',
          url: path.replace('{provider}', provider.id).replace(/\{\w+\}/g, id),
          headers: { authorization: token, 'content-type': 'application/json' },
          payload: JSON.stringify(body),
        })
        guarantee.tried()
        taken.set(call, (taken.get(call) ?? 0) + Number(answer.statusCode === 400))
        const problem = answer.json<Problem>()
        const isNamed =
          problem.errors?.some(({ path: at, code }) => at === name && code.startsWith('UNKNOWN_')) ?? false
        const isRefused = answer.statusCode === 400 && isNamed
        // Forbidden or not found: refused before the body is read.
        const isShut = [403, 404].includes(answer.statusCode) && role !== 'admin'
        const isNobodys = answer.statusCode === 404 && !/\/\{id\}$/.test(path) && /\{/.test(path)
        if (!isRefused && !isShut && !isNobodys)
          guarantee.broke(
            `${role}, ${call}, ${name}: ${answer.statusCode} ${JSON.stringify(problem).slice(0, 300)}`,
          )
      }
    }
  }
  const never = [...taken].filter(([, count]) => count === 0).map(([call]) => call)
  if (never.length > 0) guarantee.broke(`never got as far as the body: ${never.join(', ')}`)
  guarantee.report(`${seen.length} bodies, ${Object.keys(smuggled).length} members`)
})

const madeByResource = new Map<string, Promise<string>>()
const made = (resource: string): Promise<string> => {
  const found = madeByResource.get(resource) ?? world.make(resource, 'own', 'admin').catch(() => newId())
  madeByResource.set(resource, found)
  return found
}
