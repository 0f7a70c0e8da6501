import type { ApiAnswer, Caller, Fields } from '../api/caller.ts'
import type { TestUser } from '../api/insert-user.ts'
import type { TestApi } from '../api/start-api.ts'
import { upload } from '../spreadsheets/upload.ts'
import type { Call, Known } from './call.ts'
import { type Model, newModel, type Who } from './model.ts'

type Signed = Caller & { token: string }

/** Users, products and orders of one country, and their model. */
export type World = {
  api: TestApi
  model: Model
  users: Record<Who, TestUser>
  callers: Record<Who, Signed>
  /** Id of the last history line known to the model. */
  lastLine: string
}

const firstLine = '00000000-0000-0000-0000-000000000000'

export const startWorld = async (api: TestApi, country: Model['country']): Promise<World> => {
  const sellers = [
    await api.createUser({ role: 'seller', country }),
    await api.createUser({ role: 'seller', country }),
  ]
  const users = {
    admin: await api.createUser({ role: 'admin' }),
    agent: await api.createUser({ role: 'agent', country }),
    first: await api.createUser({ role: 'delivery', country }),
    second: await api.createUser({ role: 'delivery', country }),
  }
  const person = <Role extends 'admin' | 'agent' | 'delivery'>({ id }: TestUser, role: Role) => ({ id, role })
  const people = {
    admin: person(users.admin, 'admin'),
    agent: person(users.agent, 'agent'),
    first: person(users.first, 'delivery'),
    second: person(users.second, 'delivery'),
  }
  const { rows } = await api.context.pool.query<{ id: string | null }>(
    'select id from changes order by id desc limit 1',
  )
  return {
    api,
    model: newModel({ country, people, sellers: sellers.map(({ id }) => id) }),
    users,
    callers: await signIn(api, users),
    lastLine: rows[0]?.id ?? firstLine,
  }
}

/** Advances the server's clock past the end of every session. */
export const letDaysPass = async (world: World, days: number): Promise<void> => {
  world.api.clock.advance(days * 86_400_000)
  world.callers = await signIn(world.api, world.users)
}

export const send = (
  { api, callers }: Pick<World, 'api' | 'callers'>,
  { who, method, path, body, version, file }: Call,
): Promise<ApiAnswer<Fields>> =>
  file === undefined
    ? callers[who][method](path, { body, ...(version == null ? {} : { version }) })
    : upload(api.app, callers[who].token, path, file)

/** The model's records, for drawing calls. */
export const knownTo = ({ country, at, sellers, people, ...model }: Model): Known => {
  const shippings = model.orders.flatMap(({ shipping }) => shipping ?? [])
  return {
    country,
    at,
    sellers,
    couriers: [people.first.id, people.second.id],
    products: spentFirst(model.products, ({ values }) => values.isDeleted),
    orders: spentFirst(model.orders, ({ values }) => values.isDeleted || values.status === 'CANCELLED'),
    shippings: spentFirst(
      shippings,
      ({ values }) => values.isDeleted || ['CANCELLED', 'RETURNED', 'LOST'].includes(values.status),
    ),
    expeditions: spentFirst(model.expeditions, ({ values }) => values.isDeleted),
    invoices: spentFirst(model.invoices, ({ values }) => values.isDeleted),
    batches: model.batches.map(({ id }) => id),
    statusOf: (id) => shippings.find((shipping) => shipping.id === id)!.values.status,
  }
}

const spentFirst = <Item extends { id: string }>(
  items: readonly Item[],
  isSpent: (item: Item) => boolean,
): string[] => [...items.filter(isSpent), ...items.filter((item) => !isSpent(item))].map(({ id }) => id)

export const signIn = async (api: TestApi, users: Record<Who, TestUser>): Promise<Record<Who, Signed>> => ({
  admin: await api.as(users.admin),
  agent: await api.as(users.agent),
  first: await api.as(users.first),
  second: await api.as(users.second),
})
