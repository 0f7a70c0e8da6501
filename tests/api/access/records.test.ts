import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordBodies, refusedOnceReached } from '../../builders/access/call-bodies.ts'
import { makeWorld, type Relation, reaches, relations, type World } from '../../builders/access/make-world.ts'
import {
  readSpecAccess,
  type SpecCall,
  type SpecRole,
  specRoles,
} from '../../builders/access/read-spec-access.ts'
import { startApi, type TestApi } from '../../builders/api/start-api.ts'

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = await makeWorld(api)
})
afterAll(() => api.close())

const calls = readSpecAccess().records
const isBulk = ({ call }: SpecCall): boolean => call.startsWith('PUT ') && !call.includes('{id}')
const single = calls.filter(({ path }) => path.includes('{id}'))
const bulk = calls.filter(isBulk)

const send = (call: SpecCall, role: SpecRole, id: string, relation: Relation = 'own') => {
  const caller = world.callers[role]
  const method = call.method.toLowerCase() as 'get' | 'put' | 'post' | 'delete'
  const body = recordBodies[call.call]?.(id, world, relation) ?? null
  return caller[method](`/${call.path.replace('{id}', id)}`, body === null ? {} : { body })
}

/** Plans and views belong to no country; nobody but an admin meets a user. */
const relationsOf = ({ resource }: SpecCall, role: SpecRole): readonly Relation[] => {
  if (resource === 'packages' || resource === 'users') return ['own', 'other country']
  return resource === 'changes' && role === 'moderator' ? ['foreign', 'other country'] : relations
}

describe.each(single)('$call', (call) => {
  for (const role of specRoles) {
    const reach = call.reach[role]
    if (reach === '-') {
      it(`is refused to ${role}s, whatever they name`, async () => {
        const id = call.resource === 'changes' ? newId() : await world.make(call.resource, 'foreign', role)
        for (const named of [id, newId()]) {
          const answer = await send(call, role, named)
          expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
        }
      })
      continue
    }
    for (const relation of relationsOf(call, role)) {
      const isReached = reaches(reach, relation)
      it(`${role}, ${relation}: ${isReached ? 'done' : '404'}`, async () => {
        const id = await world.make(call.resource, relation, role)
        const answer = await send(call, role, id, relation)
        const code = isReached ? refusedOnceReached[call.call] : 'NOT_FOUND'
        if (code === undefined) expect([200, 204], JSON.stringify(answer.body)).toContain(answer.status)
        else expect(answer.body).toMatchObject({ code })
      })
    }
    it(`${role}, a record that is not there: 404`, async () => {
      expect(await send(call, role, newId())).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    })
  }
})

describe.each(bulk)('$call, of many', (call) => {
  for (const role of specRoles) {
    const reach = call.reach[role]
    if (reach === '-') {
      it(`is refused to ${role}s`, async () => {
        const id = await world.make(call.resource, 'foreign', role)
        expect(await send(call, role, id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      })
      continue
    }
    for (const relation of relationsOf(call, role)) {
      const isReached = reaches(reach, relation)
      it(`${role}, ${relation}: ${isReached ? 'changed' : 'refused as not there'}`, async () => {
        const id = await world.make(call.resource, relation, role)
        const { status, body } = await send(call, role, id, relation)
        expect(status).toBe(200)
        const code = isReached ? refusedOnceReached[call.call] : 'NOT_FOUND'
        if (code === undefined) expect(body).toMatchObject({ changed: [{ id }], refused: [] })
        else expect(body).toMatchObject({ changed: [], refused: [{ id, code }] })
      })
    }
  }
})
