import type { Affiliate } from '../../../domain/affiliates/affiliate.ts'
import type { Change, ChangeReport } from '../../../domain/changes/changes.ts'
import type { Expedition } from '../../../domain/expeditions/expedition.ts'
import type { Plan } from '../../../domain/plans/plan.ts'
import type { Product } from '../../../domain/products/product.ts'
import type { PurchaseRequest } from '../../../domain/requests/request.ts'
import type { ApiAnswer, Caller } from './caller.ts'
import type { TestUser } from './insert-user.ts'
import type { TestApi } from './start-api.ts'

/** Resources other than trade, with the type of their records. */
export type GoodsRecords = {
  products: Product
  expeditions: Expedition
  requests: PurchaseRequest
  affiliates: Affiliate
  packages: Plan
}
export type GoodsName = keyof GoodsRecords
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

/** Minimal valid input of each resource. */
export const goodsInputs: { [Name in GoodsName]: () => Body } = {
  products: () => goodsInput(),
  expeditions: () => ({ ...goodsInput(), mode: 'AIR' }),
  requests: () => goodsInput(),
  affiliates: () => goodsInput(),
  packages: () => {
    made++
    return { name: 'Formule standard', pack: `STD-${made}` }
  },
}

const goodsInput = (): Body => ({ country: 'ic', name: 'Lampe frontale', price: 4_000, quantity: 30 })

/** Helpers of tests of goods, through the API as an admin; a refusal fails the test. */
export const startGoods = async (api: TestApi): Promise<Goods> => {
  const admin = await api.as('admin')
  const done = async <Answer>(call: Promise<ApiAnswer<Answer>>, status = 200): Promise<Answer> => {
    const answer = await call
    if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return {
    admin,
    create: (name, input) =>
      done(admin.post(`/${name}`, { body: { ...goodsInputs[name](), ...input } }), 201),
    read: (name, { id }) => done(admin.get(`/${name}/${id}`)),
    answer: (name, { id }, status) =>
      admin.put(`/${name}/status/${id}`, status === undefined ? {} : { body: { status } }),
    bulk: (path, body) => done(admin.put(path, { body })),
    undo: (batchId) => done(admin.post(`/changes/${batchId}/undo`)),
    history: async (name, { id }) =>
      (await done(admin.get<{ items: Change[] }>(`/${name}/${id}/history`))).items,
  }
}
