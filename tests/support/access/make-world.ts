import { desc, eq } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import { standingOf } from '../../../domain/access/actor.ts'
import { callPolicyIds } from '../../../domain/calls/call-policy.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { resources } from '../../../domain/resources.ts'
import { hashToken } from '../../../server/auth/sessions.ts'
import { newBatch } from '../../../server/crud/record-changes.ts'
import { changes, handovers, invoices, jobs, passkeys, sessions } from '../../../server/db/schema.ts'
import { insertOrders } from '../../../server/services/fulfillment/write-orders.ts'
import type { Caller } from '../api/caller.ts'
import { type GoodsName, goodsInputs, goodsNames, ownedGoods } from '../api/goods.ts'
import type { TestUser } from '../api/insert-user.ts'
import { orderInput, startShop } from '../api/shop.ts'
import type { TestApi } from '../api/start-api.ts'
import { insertEvent } from '../intake/insert-event.ts'
import { mappingInput } from '../shop-files/mapping-input.ts'
import { insertDelivery } from '../webhooks/insert-delivery.ts'
import { type Reach, type SpecRole, specRoles } from './read-spec-access.ts'

/** Relation of a record to the caller: own, another user's of the same country, of another country. */
export const relations = ['own', 'foreign', 'other country'] as const
export type Relation = (typeof relations)[number]

/** What a user of a column of the table has. */
export const asUser = (role: SpecRole): Pick<TestUser, 'role' | 'calls'> =>
  role === 'caller' ? { role: 'agent', calls: true } : { role, calls: false }

/** Whether a reach includes records of this relation. */
export const reaches = (reach: Reach, relation: Relation): boolean => {
  if (reach === 'all') return true
  if (reach === 'country') return relation !== 'other country'
  return (reach === 'own' || reach === 'assigned') && relation === 'own'
}

/** Moderators cannot make changes, so they have no history. */
export const madeFor = (resource: string, role: SpecRole): readonly Relation[] =>
  resource === 'changes' && role === 'moderator' ? ['foreign', 'other country'] : relations

export type World = {
  callers: Record<SpecRole, Caller & { user: TestUser; token: string }>
  /** Makes a record with this relation to the caller; their own parcels are also assigned to them. */
  make: (resource: string, relation: Relation, role: SpecRole) => Promise<string>
  /** A shared, unchanged record for calls that read or are refused. */
  keep: (resource: string, relation: Relation, role: SpecRole) => Promise<string>
  /** Another delivery person of that record's country. */
  anotherCourier: (relation: Relation) => TestUser
  /** A message template of that record's country. */
  templateOf: (relation: Relation) => string
  /** The seller who owns records of this relation. */
  ownerOf: (relation: Relation) => TestUser
}

/** One caller of each role in `ic`, and other users in `ic` and `sn` who own records. */
export const makeWorld = async (api: TestApi): Promise<World> => {
  const shop = await startShop(api)
  // Tests make more of them than one may have.
  api.context.storage = { ...api.context.storage, webhooks: 1_000 }
  const people = async (role: SpecRole): Promise<Record<Relation, TestUser>> => ({
    own: await api.createUser(asUser(role)),
    foreign: await api.createUser(asUser(role)),
    'other country': await api.createUser({ ...asUser(role), country: 'sn' }),
  })
  const users = Object.fromEntries(
    await Promise.all(specRoles.map(async (role) => [role, await people(role)] as const)),
  ) as Record<SpecRole, Record<Relation, TestUser>>
  const callers = Object.fromEntries(
    await Promise.all(specRoles.map(async (role) => [role, await api.as(users[role].own)] as const)),
  ) as World['callers']
  const others = await Promise.all(
    (['foreign', 'other country'] as const).map(async (relation) => [
      relation,
      Object.fromEntries(
        await Promise.all(
          specRoles.map(async (role) => [role, await api.as(users[role][relation])] as const),
        ),
      ) as World['callers'],
    ]),
  )
  // Each caller has exactly one session: `DELETE sessions/others` would end a second one.
  const ofRelation = { ...Object.fromEntries(others), own: callers } as Record<Relation, World['callers']>
  const spare = {
    ic: await api.createUser({ role: 'delivery' }),
    sn: await api.createUser({ role: 'delivery', country: 'sn' }),
  }
  const countryOf = (relation: Relation): CountryCode => (relation === 'other country' ? 'sn' : 'ic')
  const created = async (path: string, body: object): Promise<string> => {
    const answer = await shop.admin.post<{ id: string }>(path, { body })
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const goods = (name: GoodsName, relation: Relation) =>
    created(`/${name}`, {
      ...goodsInputs[name](),
      ...(resources[name].hasCountry ? { country: countryOf(relation) } : {}),
      ...(ownedGoods.includes(name) ? { owner: users.seller[relation].id } : {}),
    })
  const order = async (relation: Relation): Promise<string> => {
    const product = await shop.readProduct({ id: await goods('products', relation) })
    return (await shop.order(product)).id
  }
  const makers: Record<string, (relation: Relation, role: SpecRole) => Promise<string>> = {
    users: async (relation) => (await api.createUser({ role: 'seller', country: countryOf(relation) })).id,
    ...Object.fromEntries(goodsNames.map((name) => [name, (relation: Relation) => goods(name, relation)])),
    tariffs: async (relation) =>
      created('/tariffs', {
        country: countryOf(relation),
        zone: await goods('zones', relation),
        delivery: 1_500,
        returned: 500,
      }),
    orders: order,
    shippings: async (relation) => {
      const delivery = users.delivery[relation].id
      return (await shop.move({ id: await order(relation) }, 'CONFIRMED', { delivery })).shipping!
    },
    manifests: async (relation, role) => {
      const delivery = users.delivery[relation].id
      const ids = [await makers.shippings!(relation, role)]
      // An agent's own manifests are those they dispatched.
      const giver = role === 'agent' || role === 'caller' ? ofRelation[relation][role] : shop.admin
      const body = { ids, status: 'OUT_FOR_DELIVERY', delivery }
      const answer = await giver.put<ChangeReport>('/shippings/status', { body })
      return answer.body.manifests![0]!.id
    },
    invoices: async (relation) => {
      const id = newId()
      await api.context.db.insert(invoices).values({
        id,
        country: countryOf(relation),
        owner: users.seller[relation].id,
        code: `INV-${id}`,
        week: `2026-${id}`,
        weekStart: '2026-01-05',
        dueAt: api.context.now(),
        terms: 'Payable sous 7 jours.',
      })
      return id
    },
    payouts: async (relation, role) =>
      created('/payouts', {
        country: countryOf(relation),
        seller: users.seller[relation].id,
        date: api.context.now().toISOString().slice(0, 10),
        method: 'CASH',
        lines: [{ invoice: await makers.invoices!(relation, role), amount: 0 }],
      }),
    sellers: async (relation) => users.seller[relation].id,
    intake: async (relation, role) =>
      insertEvent(api, {
        id: await makers.sources!(relation, role),
        owner: users.seller[relation].id,
        country: countryOf(relation),
      }),
    deliveries: async (relation, role) =>
      insertDelivery(api, {
        id: await makers.webhooks!(relation, role),
        owner: users.seller[relation].id,
        country: countryOf(relation),
      }),
    // Made by the migration, one a country.
    'call-policies': async (relation) => callPolicyIds[countryOf(relation)],
    keys: async (relation) => {
      const body = { name: 'Tableur', verbs: ['orders.read'] }
      return (await ofRelation[relation].seller.post<{ id: string }>('/keys', { body })).body.id
    },
    advertising: async (relation) =>
      created('/advertising', {
        country: countryOf(relation),
        product: await goods('products', relation),
        day: '2026-01-05',
        amount: 1_500,
      }),
    blocked: (relation) =>
      created('/blocked', {
        country: countryOf(relation),
        phone: newPhone(),
        reason: 'Refuse à chaque fois',
        owner: users.seller[relation].id,
      }),
    handovers: async (relation) => {
      const id = newId()
      await api.context.db.insert(handovers).values({
        id,
        country: countryOf(relation),
        delivery: users.delivery[relation].id,
        receivedBy: users.admin.own.id,
        parcels: 1,
        expected: 500,
        counted: 500,
        difference: 0,
        batchId: newId(),
      })
      return id
    },
    views: async (relation, role) => {
      const body = { resource: listOf[role], name: `Vue ${newId()}` }
      const { body: view } = await ofRelation[relation][role].post<{ id: string }>('/views', { body })
      return view.id
    },
    'import-mappings': async (relation, role) => {
      const caller = ofRelation[relation][role === 'admin' ? 'admin' : 'seller']
      return (await caller.put<{ id: string }>('/import-mappings', { body: mappingInput() })).body.id
    },
    sessions: async (relation, role) => {
      const tokenHash = hashToken((await api.as(users[role][relation])).token)
      const [session] = await api.context.db.select().from(sessions).where(eq(sessions.tokenHash, tokenHash))
      return session!.id
    },
    // The passkey of a person.
    profile: async (relation, role) => {
      const id = newId()
      await api.context.db.insert(passkeys).values({
        id,
        user: users[role][relation].id,
        name: 'Téléphone',
        credentialId: id,
        publicKey: Buffer.alloc(1),
        counter: 0,
        transports: [],
        deviceType: 'singleDevice',
        isBackedUp: false,
        domain: 'waybill.example',
      })
      return id
    },
    jobs: async (relation, role) => {
      const id = newId()
      await api.context.db.insert(jobs).values({
        id,
        kind: exportOf[role],
        work: 'export',
        batchId: newId(),
        actor: users[role][relation].id,
        standing: standingOf(users[role][relation]),
        input: {},
        status: 'DONE',
        fileName: 'orders.xlsx',
        finishedAt: api.context.now(),
      })
      return id
    },
    changes: async (relation, role) => {
      const record = await makeBatch[relation === 'own' ? role : 'admin'](relation)
      const [line] = await api.context.db
        .select({ batchId: changes.batchId })
        .from(changes)
        .where(eq(changes.recordId, record))
        .orderBy(desc(changes.id))
        .limit(1)
      return line!.batchId
    },
  }
  const send = async (role: 'agent' | 'delivery' | 'caller', relation: Relation): Promise<string> => {
    const shipping = await makers.shippings!(relation, role)
    const body = { status: 'OUT_FOR_DELIVERY' }
    const { status } = await callers[role].put(`/shippings/status/${shipping}`, { body })
    if (status !== 200) throw new Error(`${role} could not send a parcel out: ${status}`)
    return shipping
  }
  /** An undoable change by each role; moderators have none. */
  const makeBatch: Record<SpecRole, (relation: Relation) => Promise<string>> = {
    admin: (relation) => goods('products', relation),
    seller: async (relation) => {
      const product = await shop.readProduct({ id: await goods('products', relation) })
      const batch = { ...newBatch(api.context), verb: 'order.import' as const }
      const [order] = await api.context.db.transaction((tx) =>
        insertOrders(tx, users.seller.own, [orderInput(product)], batch),
      )
      return order!.id
    },
    agent: (relation) => send('agent', relation),
    moderator: () => Promise.reject(new Error('A moderator changes nothing.')),
    delivery: (relation) => send('delivery', relation),
    caller: (relation) => send('caller', relation),
  }
  const make: World['make'] = (resource, relation, role) => {
    const maker = makers[resource]
    if (maker === undefined) throw new Error(`Nothing here makes ${resource}.`)
    return maker(relation, role)
  }
  const templates = { ic: await goods('templates', 'own'), sn: await goods('templates', 'other country') }
  const kept = new Map<string, Promise<string>>()
  return {
    callers,
    make,
    keep: (resource, relation, role) => {
      const key = `${resource} ${relation} ${role}`
      if (!kept.has(key)) kept.set(key, make(resource, relation, role))
      return kept.get(key)!
    },
    templateOf: (relation) => templates[relation === 'other country' ? 'sn' : 'ic'],
    ownerOf: (relation) => users.seller[relation],
    anotherCourier: (relation) => spare[relation === 'other country' ? 'sn' : 'ic'],
  }
}

let phones = 0
const newPhone = (): string => `+22505${String(10_000_000 + ++phones)}`

/** An export permitted to each role. */
const exportOf = {
  admin: 'order.export',
  seller: 'order.export',
  agent: 'shipping.export',
  moderator: 'invoice.export',
  delivery: 'shipping.export',
  caller: 'shipping.export',
} as const

/** A list permitted to each role. */
export const listOf: Record<SpecRole, string> = {
  admin: 'orders',
  seller: 'orders',
  agent: 'shippings',
  moderator: 'invoices',
  delivery: 'shippings',
  caller: 'shippings',
}
