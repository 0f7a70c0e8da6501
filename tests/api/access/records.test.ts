import { v7 as newId } from 'uuid'
import { recordBodies, refusedOnceReached } from '../../support/access/call-bodies.ts'
import { madeFor, makeWorld, type Relation, reaches, type World } from '../../support/access/make-world.ts'
import {
  callsOfEachShape,
  readSpecAccess,
  type SpecCall,
  type SpecRole,
  specRoles,
} from '../../support/access/read-spec-access.ts'
import { type Cell, tryCells, whyNotAnswer, whyNotForbidden } from '../../support/access/try-cells.ts'
import { openApi } from '../../support/api/start-api.ts'

const isSingle = ({ path }: SpecCall): boolean => path.includes('{id}')
/** About many by their ids, and 404 where none of them is within reach. */
const isNamed = ({ call }: SpecCall): boolean => call.startsWith('POST shippings/labels')
const isBulk = ({ call, path }: SpecCall): boolean => call.startsWith('PUT ') && !path.includes('{id}')

const { records } = readSpecAccess()
const representatives = callsOfEachShape(records)

/**
 * Cells of a call on one record or on ids: each role x own, foreign, other country. A short run tries the refusals of every
 * call, and what is reached by one call of each kind.
 */
const recordCells = (call: SpecCall): Cell[] => {
  const cellsOf = isSingle(call) || isNamed(call) ? singleCells : isBulk(call) ? bulkCells : () => []
  const roles = specRoles.filter((role) => call.reach[role] === '-' || representatives.includes(call))
  return roles.flatMap((role) => cellsOf(call, role))
}

const singleCells = (call: SpecCall, role: SpecRole): Cell[] => {
  const reach = call.reach[role]
  if (reach === '-') {
    const whyNot = async (world: World) => {
      const id = call.resource === 'changes' ? newId() : await world.keep(call.resource, 'foreign', 'admin')
      const answers = [await send(world, call, role, id), await send(world, call, role, newId())]
      return answers.map(whyNotForbidden).find((why) => why !== null) ?? null
    }
    return [{ name: `is refused to ${role}s, whatever they name`, whyNot }]
  }
  const cells = relationsOf(call, role).map((relation): Cell => {
    const isReached = reaches(reach, relation)
    return {
      name: `${role}, ${relation}: ${isReached ? 'done' : '404'}`,
      whyNot: async (world) => {
        const id = await world[isReached && call.method !== 'GET' ? 'make' : 'keep'](
          call.resource,
          relation,
          role,
        )
        const answer = await send(world, call, role, id, relation)
        const code = isReached
          ? (refusedOnceReached[`${call.call} ${role} ${relation}`] ?? refusedOnceReached[call.call])
          : 'NOT_FOUND'
        const due = code === undefined ? [200, 201, 204] : isReached ? [404, 409, 410] : [404]
        return whyNotAnswer(answer, due, code)
      },
    }
  })
  const missing: Cell = {
    name: `${role}, a record that is not there: 404`,
    whyNot: async (world) => whyNotAnswer(await send(world, call, role, newId()), [404], 'NOT_FOUND'),
  }
  return [...cells, missing]
}

const bulkCells = (call: SpecCall, role: SpecRole): Cell[] => {
  const reach = call.reach[role]
  if (reach === '-') {
    const whyNot = async (world: World) =>
      whyNotForbidden(await send(world, call, role, await world.keep(call.resource, 'foreign', 'admin')))
    return [{ name: `of many is refused to ${role}s`, whyNot }]
  }
  return relationsOf(call, role).map((relation): Cell => {
    const isReached = reaches(reach, relation)
    return {
      name: `of many, ${role}, ${relation}: ${isReached ? 'changed' : 'refused as not there'}`,
      whyNot: async (world) => {
        const id = await world[isReached ? 'make' : 'keep'](call.resource, relation, role)
        const { status, body } = await send(world, call, role, id, relation)
        const code = isReached ? refusedOnceReached[call.call] : 'NOT_FOUND'
        const { changed = [], refused = [] } = body as Report
        const due = code === undefined ? [[id], []] : [[], [`${id} ${code}`]]
        const found = [changed.map((one) => one.id), refused.map((one) => `${one.id} ${one.code}`)]
        const isDue = status === 200 && JSON.stringify(found) === JSON.stringify(due)
        return isDue ? null : `${status} ${JSON.stringify(body)?.slice(0, 300)}, not ${JSON.stringify(due)}`
      },
    }
  })
}

type Report = { changed?: { id: string }[]; refused?: { id: string; code: string }[] }

const send = (world: World, call: SpecCall, role: SpecRole, id: string, relation: Relation = 'own') => {
  const method = call.method.toLowerCase() as 'get' | 'put' | 'post' | 'delete'
  const body = recordBodies[call.call]?.(id, world, relation) ?? null
  return world.callers[role][method](`/${call.path.replace('{id}', id)}`, body === null ? {} : { body })
}

/** Packages and views have no country; only admins can read users. */
const relationsOf = ({ resource }: SpecCall, role: SpecRole): readonly Relation[] =>
  resource === 'packages' || resource === 'users' ? ['own', 'other country'] : madeFor(resource, role)

const api = await openApi()
const world = await makeWorld(api)

tryCells(
  'calls about one record or many: 5 roles and callers x own, foreign, other country do what the table says',
  records.map((call) => ({ call: call.call, cells: recordCells(call) })),
  () => world,
)
