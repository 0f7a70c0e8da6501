import { v7 as newId } from 'uuid'
import type { Caller } from '../api/caller.ts'
import { goodsNames } from '../api/goods.ts'
import { counted, type Stage } from './stage.ts'

type Present = { id?: string; version: number }

/** A record and distinct edits of it, none equal to its current values, since that would be no change. */
export type Editable = {
  /** Paths to read and write it. */
  read: string
  write: string
  edit: (client: number) => Record<string, unknown> | undefined
  /** The owner, if nobody else may edit it. */
  own?: Caller
  /** Number of edits in its history; null if it has no history. */
  lines: (() => Promise<number>) | null
}
export type MakeEditable = (stage: Stage) => Promise<Editable>

/** One record of every editable resource, and one for every call that changes a single record's status. */
export const editables: Record<string, MakeEditable> = {
  orders: async (stage) => named(stage, '/orders', await anOrder(stage), 'customerName'),
  shippings: async (stage) => named(stage, '/shippings', await aParcel(stage), 'customerName'),
  users: async (stage) => named(stage, '/users', await stage.api.createUser({ role: 'seller' })),
  ...Object.fromEntries(
    goodsNames.map((resource): [string, MakeEditable] => [
      resource,
      async (stage) => named(stage, `/${resource}`, await stage.goods.create(resource)),
    ]),
  ),
  invoices: async (stage) => {
    const { id } = await stage.billing.invoice()
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
  'invoices/status': async (stage) => moved(stage, 'invoices', await stage.billing.invoice()),
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

/** Reads the current record; views are read from their list. */
export const readPresent = async (caller: Caller, { read }: Editable): Promise<Present> => {
  const { body } = await caller.get<Present | { items: Present[] }>(read)
  return 'items' in body ? body.items[0]! : body
}

const anOrder = async ({ shop }: Stage) => shop.order(await shop.product())

const aParcel = async ({ shop }: Stage) => {
  const order = await shop.order(await shop.product())
  const delivery = (await shop.courier()).id
  return { id: (await shop.move(order, 'CONFIRMED', { delivery })).shipping! }
}
