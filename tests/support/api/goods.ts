import type { ResourceWith } from '../../../domain/access/permissions.ts'
import type { Change, ChangeReport } from '../../../domain/changes/changes.ts'
import type { Field } from '../../../domain/lib/field.ts'
import { type ResourceRecords, resourceNames, resources } from '../../../domain/resources.ts'
import type { ApiAnswer, Caller } from './caller.ts'
import type { TestUser } from './insert-user.ts'
import { openApi, type TestApi } from './start-api.ts'

/** Resources with a name that can be created from their fields alone; orders and users need more. */
export type GoodsName = Exclude<
  ResourceWith<'create'> & ResourceWith<'update'> & ResourceWith<'delete'>,
  'orders' | 'users' | 'blocked' | 'tariffs' | 'advertising' | 'payouts'
>
export type GoodsRecords = Pick<ResourceRecords, GoodsName>

const others: readonly string[] = ['orders', 'users', 'blocked', 'tariffs', 'advertising', 'payouts']

export const goodsNames = resourceNames.filter((name): name is GoodsName => {
  const { verbs }: { verbs: object } = resources[name]
  const isMade = ['create', 'update', 'delete'].every((act) => Object.hasOwn(verbs, act))
  return isMade && !others.includes(name)
})

/** Those with an owner. */
export const ownedGoods = goodsNames.filter((name) => Object.hasOwn(resources[name].fields, 'owner'))
type Body = Record<string, unknown>

export type Goods = {
  admin: Caller & { user: TestUser }
  create: <Name extends GoodsName>(name: Name, input?: Body) => Promise<GoodsRecords[Name]>
  read: <Name extends GoodsName>(name: Name, record: { id: string }) => Promise<GoodsRecords[Name]>
  /** `PUT {name}/status/{id}`, without a body if no status is given; may be refused. */
  answer: (
    name: 'expeditions' | 'requests',
    record: { id: string },
    status?: string,
  ) => Promise<ApiAnswer<Body>>
  bulk: (path: string, body: Body) => Promise<ChangeReport>
  undo: (batchId: string | null) => Promise<ChangeReport>
  /** A record's history, newest first. */
  history: (name: GoodsName, record: { id: string }) => Promise<Change[]>
}

let made = 0

/** Minimal valid input of each resource: its required fields. */
export const goodsInputs = Object.fromEntries(
  goodsNames.map((name) => [
    name,
    (): Body => {
      made++
      return Object.fromEntries(
        Object.entries<Field>(resources[name].fields).flatMap(([field, rule]) =>
          rule.required ? [[field, sampleOf(field, rule)]] : [],
        ),
      )
    },
  ]),
) as { [Name in GoodsName]: () => Body }

/** Short texts are unique codes. */
const sampleOf = (name: string, field: Field): unknown => {
  switch (field.kind) {
    case 'money':
      return 4_000
    case 'integer':
    case 'number':
      return 30
    case 'choice':
      return name === 'country' ? 'ic' : field.values.at(-1)
    case 'phone':
      return '+2250708091011'
    case 'url':
      return `https://partner.example/hook/${made}`
    case 'choices':
      return field.values.slice(-2)
    case 'texts':
      return [`Ville ${made}`]
    case 'text':
      return field.max < 100 ? `STD-${made}` : 'Lampe frontale'
    default:
      throw new Error(`no sample of ${field.kind}`)
  }
}

const secrets = ['secret', 'key']

/** What reads have of an answer: a secret is answered once. */
export const withoutSecret = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !secrets.includes(name)))

/** Helpers of tests of goods, through the API as an admin; a refusal fails the test. */
export const startGoods = async (api: TestApi): Promise<Goods> => {
  // Tests make more than a user may have.
  api.context.storage = { ...api.context.storage, webhooks: 10_000 }
  const admin = await api.as('admin')
  const done = async <Answer>(call: Promise<ApiAnswer<Answer>>, status = 200): Promise<Answer> => {
    const answer = await call
    if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return {
    admin,
    create: async <Name extends GoodsName>(name: Name, input?: Body) => {
      const body = { ...goodsInputs[name](), ...input }
      const made = await done(admin.post<GoodsRecords[Name]>(`/${name}`, { body }), 201)
      return withoutSecret(made) as GoodsRecords[Name]
    },
    read: (name, { id }) => done(admin.get(`/${name}/${id}`)),
    answer: (name, { id }, status) =>
      admin.put(`/${name}/status/${id}`, status === undefined ? {} : { body: { status } }),
    bulk: (path, body) => done(admin.put(path, { body })),
    undo: (batchId) => done(admin.post(`/changes/${batchId}/undo`)),
    history: async (name, { id }) =>
      (await done(admin.get<{ items: Change[] }>(`/${name}/${id}/history`))).items,
  }
}

/** The server of a test file, with the helpers of goods. */
export const openGoodsApi = async (): Promise<{ api: TestApi; goods: Goods }> => {
  const api = await openApi()
  return { api, goods: await startGoods(api) }
}
