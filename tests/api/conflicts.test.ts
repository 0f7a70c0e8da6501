import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import { createRandom, type Random } from '../../server/seed/row-writer.ts'
import type { Caller } from '../support/api/caller.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'
import { expectSoundHistory } from '../support/api/sound-history.ts'
import { startApi, type TestApi } from '../support/api/start-api.ts'
import { rounds } from '../support/is-full.ts'
import { type Editable, editables, readPresent } from '../support/loss/editable.ts'
import { type Stage, setStage } from '../support/loss/stage.ts'
import { printSeed, testSeed } from '../support/sample-of.ts'
import { trackGuarantee } from '../support/trust/guarantee.ts'

/** Records for concurrent bulk changes. */
type Crowd = {
  orders: string[]
  shippings: string[]
  users: string[]
  expeditions: string[]
  requests: string[]
  invoices: string[]
  couriers: string[]
  products: string[]
}

type BulkCall = { method: 'put' | 'post'; path: string; body: Record<string, unknown> }

const gather = async (stage: Stage): Promise<Crowd> => {
  const { api, shop, goods, billing } = stage
  const seller = await billing.seller()
  const products = [
    await billing.product(seller),
    await billing.product(seller),
    await billing.product(seller),
  ]
  const orders = (await Promise.all(products.map((product) => shop.orders(product, 60)))).flat()
  const couriers = [(await shop.courier()).id, (await shop.courier()).id]
  await shop.bulk({ ids: orders.slice(0, 120), status: 'CONFIRMED', delivery: couriers[0] })
  const { rows } = await api.context.pool.query<{ id: string }>(
    'select id from shippings where "order" = any($1)',
    [orders],
  )
  await Promise.all(products.map((product) => billing.delivered(product)))
  await billing.generate({ seller: seller.id })
  const make = async (name: 'expeditions' | 'requests') =>
    (await goods.create(name, name === 'expeditions' ? { product: products[0]!.id } : {})).id
  const times = <Made>(count: number, one: () => Promise<Made>) =>
    Promise.all(Array.from({ length: count }, one))
  return {
    orders,
    couriers,
    shippings: rows.map(({ id }) => id),
    products: products.map(({ id }) => id),
    users: await times(30, async () => (await api.createUser({ role: 'agent' })).id),
    expeditions: await times(20, () => make('expeditions')),
    requests: await times(20, () => make('requests')),
    invoices: (await billing.invoicesOf(seller)).map(({ id }) => id),
  }
}

/** A bulk change of a random subset, ids in random order. */
const drawBulk = (random: Random, crowd: Crowd): BulkCall => {
  const part = (ids: readonly string[]) =>
    random.shuffle(ids).slice(0, random.between(Math.ceil(ids.length / 3), ids.length))
  const orders = (status: string, more = {}) => ({
    path: '/orders/status',
    body: { ids: part(crowd.orders), status, ...more },
  })
  const shippings = (status: string, more = {}) => ({
    path: '/shippings/status',
    body: { ids: part(crowd.shippings), status, ...more },
  })
  const drawn = random.pick([
    () => orders('CONFIRMED', { delivery: random.pick(crowd.couriers) }),
    () => orders('CANCELLED', { comment: 'Plus voulu' }),
    () => orders('PENDING', { comment: 'De nouveau' }),
    () => orders('NOT_REACHABLE'),
    () => ({
      path: '/orders/status',
      body: { where: { product: random.pick(crowd.products) }, status: 'NOT_REACHABLE' },
    }),
    () => shippings('OUT_FOR_DELIVERY'),
    () => shippings('DELIVERED'),
    () => shippings('REFUSED'),
    () => shippings('RETURNED'),
    () => ({
      path: '/shippings/delivery',
      body: { ids: part(crowd.shippings), delivery: random.pick(crowd.couriers) },
    }),
    () => ({ path: '/users/activate', body: { ids: part(crowd.users), isActivated: random.chance(0.5) } }),
    () => ({ path: '/expeditions/status', body: { ids: part(crowd.expeditions) } }),
    () => ({ path: '/requests/status', body: { ids: part(crowd.requests) } }),
    () => ({ path: '/invoices/status', body: { ids: part(crowd.invoices) } }),
    () => ({ method: 'post' as const, path: '/invoices/generate', body: {} }),
  ])()
  return { method: 'put', ...drawn }
}

const clients = 50
const editsOfEach = rounds(10, 1)
/** A short run takes every nth kind, starting elsewhere each time. */
const stride = rounds(1, 3)
const bulkClients = 12
const bulks = rounds(600, 36)
const seed = Number(process.env.FUZZ_SEED ?? 1)

let api: TestApi
let stage: Stage
let people: Caller[]
beforeAll(async () => {
  api = await startApi()
  stage = await setStage(api)
  people = await Promise.all(
    Array.from({ length: clients }, async () => api.as(await api.createUser({ role: 'admin' }))),
  )
})
afterAll(() => api.close())

it('of fifty concurrent edits of one record one wins, and the others get the current record', {
  tags: 'full',
}, async () => {
  printSeed('conflicts')
  const guarantee = trackGuarantee(
    `${clients} clients edit one record at once: one wins, ${clients - 1} get 412 with the present record`,
  )
  for (let round = 0; round < editsOfEach; round++) {
    for (const [name, make] of Object.entries(editables).filter(
      (_, at) => at % stride === testSeed % stride,
    )) {
      const editable = await make(stage)
      const wrong = await editAtOnce(editable)
      guarantee.tried()
      if (wrong.length > 0) guarantee.broke(`${name}: ${wrong.join('; ')}`)
    }
  }
  guarantee.report(`${Object.keys(editables).length} kinds of records and moves`)
})

const editAtOnce = async (editable: Editable): Promise<string[]> => {
  const reader = editable.own ?? people[0]!
  const { version } = await readPresent(reader, editable)
  const linesBefore = await editable.lines?.()
  const answers = await Promise.all(
    people.map((person, client) => {
      const body = editable.edit(client)
      return (editable.own ?? person).put(editable.write, {
        version,
        ...(body === undefined ? {} : { body }),
      })
    }),
  )
  const winners = answers.filter(({ status }) => status === 200)
  const present = await readPresent(reader, editable)
  const lines = editable.lines === null ? 1 : (await editable.lines()) - linesBefore!
  const wrong = answers.filter(
    ({ status, body }) =>
      status !== 200 && !(status === 412 && body.code === 'STALE_VERSION' && isSame(body.current, present)),
  )
  return [
    ...(winners.length === 1 ? [] : [`${winners.length} won`]),
    ...(present.version === version + 1 ? [] : [`from version ${version} to ${present.version}`]),
    ...(lines === 1 ? [] : [`${lines} lines of history`]),
    ...(isSame(winners[0]?.body, present) ? [] : ['the winner was shown something else']),
    ...wrong
      .slice(0, 1)
      .map(({ status, body }) => `${wrong.length}x ${status} ${JSON.stringify(body).slice(0, 300)}`),
  ]
}

/** Compares the fields that both have: a list and a single record may return different ones. */
const isSame = (one: unknown, other: object): boolean => {
  if (typeof one !== 'object' || one === null) return false
  const shared = Object.entries(one).filter(([name]) => Object.hasOwn(other, name))
  return (
    shared.length > 2 &&
    shared.every(([name, value]) => JSON.stringify(value) === JSON.stringify((other as never)[name]))
  )
}

it('bulk changes that cross each other are all answered, and the books are sound', {
  tags: 'full',
}, async () => {
  const guarantee = trackGuarantee(
    `bulk changes of ${bulkClients} clients over the same records in any order: no deadlock, no fault, sound books`,
  )
  const crowd = await gather(stage)
  const deadlocks = await countDeadlocks()
  const batches: string[] = []
  let left = bulks
  let changed = 0
  await Promise.all(
    people.slice(0, bulkClients).map(async (person, client) => {
      const random = createRandom(seed * 1_000 + client)
      while (left-- > 0) {
        const undone = random.chance(0.15) ? batches.pop() : undefined
        const { method, path, body } =
          undone === undefined
            ? drawBulk(random, crowd)
            : { method: 'post' as const, path: `/changes/${undone}/undo`, body: {} }
        const answer = await person[method]<ChangeReport>(path, { body })
        guarantee.tried()
        const isExpected = answer.status === 200 || (undone !== undefined && answer.status === 409)
        if (!isExpected)
          guarantee.broke(`${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`)
        if (answer.status !== 200) continue
        changed += answer.body.counts.changed
        if (answer.body.batchId !== null) batches.push(answer.body.batchId)
      }
    }),
  )
  expect(changed).toBeGreaterThan(0)
  const reported = (error: Error) => guarantee.broke(error.message.slice(0, 600))
  await expectSoundBooks(api).catch(reported)
  await expectSoundHistory(api).catch(reported)
  guarantee.report(
    `${changed} changes; the database broke ${(await countDeadlocks()) - deadlocks} ties by itself`,
  )
})

const countDeadlocks = async (): Promise<number> => {
  const { rows } = await api.context.pool.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return rows[0]!.deadlocks
}
