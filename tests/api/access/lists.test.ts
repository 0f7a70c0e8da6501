import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { read as readWorkbook, utils } from 'xlsx'
import {
  madeFor,
  makeWorld,
  type Relation,
  reaches,
  relations,
  type World,
} from '../../support/access/make-world.ts'
import {
  callsOfEachShape,
  readSpecAccess,
  type SpecCall,
  type SpecRole,
  specRoles,
} from '../../support/access/read-spec-access.ts'
import { type Cell, tryCells, whyNotForbidden } from '../../support/access/try-cells.ts'
import { openApi } from '../../support/api/start-api.ts'

/** Records without an owner are visible to a role completely or not at all; listed views are one's own. */
const isUnowned = ({ resource }: SpecCall): boolean => resource === 'users' || resource === 'packages'
const isFiltered = ({ resource }: SpecCall): boolean => !['views', 'jobs', 'changes'].includes(resource)

/** Cells of a list or export: which of the own, foreign and other-country records each role sees. */
const listCells = (call: SpecCall, app: () => FastifyInstance): Cell[] => {
  if (call.path.endsWith('/download')) return specRoles.map((role) => downloadCell(call, role, app))
  if (call.method === 'GET' && !call.path.includes('/')) return specRoles.flatMap((role) => seen(call, role))
  return []
}

const seen = (call: SpecCall, role: SpecRole): Cell[] => {
  const reach = call.reach[role]
  if (reach === '-') {
    const whyNot = async (world: World) => whyNotForbidden(await world.callers[role].get(`/${call.path}`))
    return [{ name: `is refused to ${role}s`, whyNot }]
  }
  const limited = call.resource === 'views' ? '' : '?limit=500'
  const fullCell: Cell = {
    name: `shows ${role}s ${reach} and nothing else`,
    whyNot: async (world) => {
      const made = await makeAll(world, call, role)
      const ids = await idsSeen(world, call, role, limited)
      const due = madeFor(call.resource, role).filter((relation) => reaches(reach, relation))
      return whyNotSame(
        relations.filter((relation) => ids.includes(made[relation])),
        due,
      )
    },
  }
  if (reach === 'all' || isUnowned(call) || !isFiltered(call)) return [fullCell]
  const narrowed: Cell = {
    name: `shows ${role}s no more by naming an owner, a country or ids`,
    whyNot: async (world) => {
      const made = await makeAll(world, call, role)
      const filters = ['country=sn', 'country=ic,sn', `owner=${world.ownerOf('foreign').id}`]
      for (const filter of [...filters, `ids=${Object.values(made)}`]) {
        const ids = await idsSeen(world, call, role, `${limited}&${filter}`)
        const leaked = relations.filter(
          (relation) => !reaches(reach, relation) && ids.includes(made[relation]),
        )
        if (leaked.length > 0) return `${filter} shows ${leaked.join(', ')}`
      }
      return null
    },
  }
  return [fullCell, narrowed]
}

const downloadCell = (call: SpecCall, role: SpecRole, app: () => FastifyInstance): Cell => {
  const reach = call.reach[role]
  const isRefused = reach === '-'
  return {
    name: isRefused ? `is refused to ${role}s` : `gives ${role}s ${reach} and nothing else`,
    whyNot: async (world) => {
      const made = isRefused ? null : await makeAll(world, call, role)
      const answer = await app().inject({
        method: 'POST',
        url: `/api/${call.path}`,
        headers: { authorization: world.callers[role].token },
      })
      if (made === null) return answer.statusCode === 403 ? null : `${answer.statusCode}, not 403`
      if (answer.statusCode !== 200) return `${answer.statusCode} ${answer.body.slice(0, 200)}`
      const names = await namesOf(world, call, made)
      const book = readWorkbook(answer.rawPayload)
      const rows = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
      const given = new Set(rows.slice(1).map((row) => String(row[0])))
      return whyNotSame(
        relations.filter((relation) => given.has(names[relation])),
        relations.filter((relation) => reaches(reach, relation)),
      )
    },
  }
}

const makeAll = async (
  world: World,
  { resource }: Pick<SpecCall, 'resource'>,
  role: SpecRole,
): Promise<Record<Relation, string>> =>
  Object.fromEntries(
    await Promise.all(
      madeFor(resource, role).map(
        async (relation) => [relation, await world.make(resource, relation, role)] as const,
      ),
    ),
  ) as Record<Relation, string>

/** The first column of a record's row: its number, on invoices the code. */
const namesOf = async (
  world: World,
  { resource }: SpecCall,
  made: Record<Relation, string>,
): Promise<Record<Relation, string>> =>
  Object.fromEntries(
    await Promise.all(
      relations.map(async (relation) => {
        const path = `/${resource}/${made[relation]}`
        const { body } = await world.callers.admin.get<{ number: number; code?: string }>(path)
        return [relation, body.code ?? String(body.number)] as const
      }),
    ),
  ) as Record<Relation, string>

const idsSeen = async (
  world: World,
  { path }: SpecCall,
  role: SpecRole,
  query: string,
): Promise<string[]> => {
  const { status, body } = await world.callers[role].get<{ items: { id: string }[] }>(`/${path}${query}`)
  return status === 200 ? body.items.map(({ id }) => id) : [`answered ${status}`]
}

const whyNotSame = (found: readonly Relation[], due: readonly Relation[]): string | null =>
  found.join() === due.join() ? null : `shows ${found.join(', ')}, not ${due.join(', ')}`

const api = await openApi()
const world = await makeWorld(api)

tryCells(
  'lists and spreadsheets: 5 roles and callers see own, foreign, other country as the table says',
  callsOfEachShape(readSpecAccess().records).map((call) => ({
    call: call.call,
    cells: listCells(call, () => api.app),
  })),
  () => world,
)

it('GET affiliates?store=true shows a seller every offer of their country', async () => {
  const made = await makeAll(world, { resource: 'affiliates' }, 'seller')
  const { body } = await world.callers.seller.get<{ items: { id: string }[] }>(
    '/affiliates?store=true&limit=500',
  )
  const seen = body.items.map(({ id }) => id)
  expect(relations.filter((relation) => seen.includes(made[relation]))).toEqual(['own', 'foreign'])
})
