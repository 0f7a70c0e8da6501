import { v7 as newId } from 'uuid'
import type { Caller } from '../api/caller.ts'
import { counted, type Stage } from './stage.ts'

type Present = { id?: string; version: number }

/** A record that can be edited, and edits of it of which no two are the same, and none what it is: that is no change. */
export type Editable = {
  /** Where it is read and written. */
  read: string
  write: string
  edit: (client: number) => Record<string, unknown> | undefined
  /** Whose record it is, where nobody else may touch it. */
  own?: Caller
  /** How many edits stand in its history; null where it has none. */
  lines: (() => Promise<number>) | null
}
export type MakeEditable = (stage: Stage) => Promise<Editable>

const goodsResources = ['products', 'expeditions', 'requests', 'affiliates', 'packages'] as const

/** One of every resource that is edited, and of every call that moves one record from a status to another. */
export const editables: Record<string, MakeEditable> = {
  orders: async (stage) => named(stage, '/orders', await anOrder(stage), 'customerName'),
  shippings: async (stage) => named(stage, '/shippings', await aParcel(stage), 'customerName'),
  users: async (stage) => named(stage, '/users', await stage.api.createUser({ role: 'seller' })),
  ...Object.fromEntries(
    goodsResources.map((resource): [string, MakeEditable] => [
      resource,
      async (stage) => named(stage, `/${resource}`, await stage.goods.create(resource)),
    ]),
  ),
  invoices: async (stage) => {
    const { id } = await anInvoice(stage)
    return { ...named(stage, '/invoices', { id }), edit: (client) => ({ otherFees: 100 + client }) }
  },
  views: async (stage) => {
    const own = await stage.api.as(await stage.api.createUser({ role: 'seller' }))
    const { body } = await own.post<{ id: string }>('/views', { body: { resource: 'orders', name: 'Vue' } })
    return { ...named(stage, '/views', body), read: `/views?resource=orders`, own, lines: null }
  },
  profile: async (stage) => {
    const own = await stage.api.as(await stage.api.createUser({ role: 'seller' }))
    const { lines } = named(stage, '', own.user)
    return { read: '/profile', write: '/profile', edit: (client) => ({ name: `Moi ${client}` }), own, lines }
  },
  preferences: async (stage) => {
    const own = await stage.api.as(await stage.api.createUser({ role: 'seller' }))
    const edit = (client: number) => ({ macros: [{ id: newId(), name: `${client}`, steps: [] }] })
    return { read: '/profile/desk', write: '/profile/desk', edit, own, lines: null }
  },
  'orders/status': async (stage) => moved(stage, 'orders', await anOrder(stage), { status: 'NOT_REACHABLE' }),
  'shippings/status': async (stage) =>
    moved(stage, 'shippings', await aParcel(stage), { status: 'OUT_FOR_DELIVERY' }),
  'invoices/status': async (stage) => moved(stage, 'invoices', await anInvoice(stage)),
  'expeditions/status': async (stage) => moved(stage, 'expeditions', await stage.goods.create('expeditions')),
  'requests/status': async (stage) => moved(stage, 'requests', await stage.goods.create('requests')),
  'users/activate': async (stage) => {
    const { id } = await stage.api.createUser({ role: 'seller' })
    return { ...named(stage, '/users', { id }), write: `/users/activate/${id}`, edit: () => undefined }
  },
}

const named = (stage: Stage, path: string, { id }: { id: string }, field = 'name'): Editable => {
  const sql = 'select count(*)::int as count from changes where record_id = $1'
  return {
    read: `${path}/${id}`,
    write: `${path}/${id}`,
    edit: (client) => ({ [field]: `Saisie ${client}` }),
    lines: () => counted(stage.api, sql, [id]),
  }
}

const moved = (
  stage: Stage,
  resource: string,
  record: { id: string },
  body?: Record<string, unknown>,
): Editable => ({
  ...named(stage, `/${resource}`, record),
  write: `/${resource}/status/${record.id}`,
  edit: () => body,
})

/** The record as it stands; a view is read in the list that it stands in. */
export const readPresent = async (caller: Caller, { read }: Editable): Promise<Present> => {
  const { body } = await caller.get<Present | { items: Present[] }>(read)
  return 'items' in body ? body.items[0]! : body
}

const anOrder = async ({ trade }: Stage) => trade.order(await trade.product())

const aParcel = async ({ trade }: Stage) => {
  const order = await trade.order(await trade.product())
  const delivery = (await trade.deliveryGuy()).id
  return { id: (await trade.move(order, 'CONFIRMED', { delivery })).shipping! }
}

const anInvoice = async ({ billing }: Stage) => {
  const seller = await billing.seller()
  await billing.delivered(await billing.product(seller))
  await billing.generate({ seller: seller.id })
  return (await billing.invoicesOf(seller))[0]!
}
