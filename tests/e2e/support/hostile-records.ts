import type { Role } from '../../../domain/access/permissions.ts'
import { affiliates } from '../../../domain/affiliates/affiliate.ts'
import { expeditions } from '../../../domain/expeditions/expedition.ts'
import type { Field, Fields } from '../../../domain/lib/field.ts'
import { orders } from '../../../domain/orders/order.ts'
import { plans } from '../../../domain/plans/plan.ts'
import { products } from '../../../domain/products/product.ts'
import { requests } from '../../../domain/requests/request.ts'
import { users } from '../../../domain/users/user.ts'
import { hostileAddresses, hostileMail, marked, markOf } from '../../support/markup/hostile-markup.ts'
import { type Api, demoPassword } from './api.ts'

/** Records of one text: the id of each resource's, and the marks of all fields that took it. */
export type HostileSet = { text: string; at: number; ids: Record<string, string> }

export type Hostile = {
  sets: HostileSet[]
  /** One user of each role, whose names are hostile texts. */
  cast: Record<Role, { id: string; email: string }>
  invoice: string
  /** All given texts by mark, with their field. */
  given: Map<string, { field: string; text: string }>
}

/** One record of every resource for each text, all text fields hostile, and a user of each role who can see them. */
export const makeHostile = async (admin: Api, texts: readonly string[]): Promise<Hostile> => {
  const fieldNames: string[] = []
  const given: Hostile['given'] = new Map()
  const write = (field: string, text: string, at: number, maxLength?: number) => {
    if (!fieldNames.includes(field)) fieldNames.push(field)
    const mark = markOf(fieldNames.indexOf(field), at)
    const value = marked(text, mark, maxLength)
    given.set(mark, { field, text: value })
    return value
  }
  const create = async (resource: string, table: Fields, set: HostileSet, more: object = {}) => {
    const body = Object.fromEntries(
      Object.entries(table).flatMap(([name, field]) => {
        const value = hostileValue(field, (maxLength) =>
          write(`${resource}.${name}`, set.text, set.at, maxLength),
        )
        return value === undefined ? [] : [[name, value]]
      }),
    )
    const { id } = await send<{ id: string }>(admin, 'POST', resource, { ...body, ...more })
    return id
  }

  const cast = {} as Hostile['cast']
  for (const [at, role] of (['seller', 'agent', 'moderator', 'delivery', 'admin'] as const).entries()) {
    const email = hostileMail(`cast${at}`)
    const set = { text: texts[(at * 3 + 1) % texts.length] ?? '', at: 100 + at, ids: {} }
    cast[role] = { id: await create('users', users.fields, set, { role, email }), email }
  }
  const owner = cast.seller.id
  const sets: HostileSet[] = texts.map((text, at) => ({ text, at, ids: {} }))
  const makeSet = async (set: HostileSet) => {
    const { text, at, ids } = set
    ids.packages = await create('packages', plans.fields, set)
    const email = hostileMail(`person${at}`)
    ids.users = await create('users', users.fields, set, { role: at % 2 ? 'delivery' : 'seller', email })
    await admin.update('users', ids.users, { package: ids.packages })
    ids.affiliates = await create('affiliates', affiliates.fields, set, { owner })
    ids.requests = await create('requests', requests.fields, set, { owner })
    const affiliate = ids.affiliates
    ids.products = await create('products', products.fields, set, { owner, affiliate })
    const product = ids.products
    ids.expeditions = await create('expeditions', expeditions.fields, set, { owner, product })
    const order = (more: object = {}) =>
      create('orders', orders.fields, set, { product, price: 9500, ...more })
    // References are unique.
    const moved = [await order({ externalRef: null }), await order({ externalRef: null })]
    ids.orders = await order()
    const comment = (field: string) => write(`${field}.reason`, text, at)
    await admin.put('orders/status', { ids: moved, status: 'CONFIRMED', comment: comment('orders.confirm') })
    const parcels = (await admin.list('shippings', { product })).items.map(({ id }) => id)
    await admin.put('shippings/delivery', { ids: parcels, delivery: cast.delivery.id })
    const out = { ids: parcels, status: 'OUT_FOR_DELIVERY', comment: comment('shippings.dispatch') }
    await admin.put('shippings/status', out)
    const delivered = { status: 'DELIVERED', comment: comment('shippings.deliver') }
    await admin.put('shippings/status', { ids: parcels.slice(0, 1), ...delivered })
    const view = (resource: string) =>
      send<{ id: string }>(admin, 'POST', 'views', {
        resource,
        name: write(`views.${resource}`, text, at, 80),
        isShared: true,
        query: `q=${encodeURIComponent(write('views.query', text, at, 200))}`,
      })
    for (const resource of ['orders', 'shippings', 'products', 'invoices'])
      ids.views = (await view(resource)).id
  }
  await Promise.all(
    [0, 1, 2].map(async (lane) => {
      for (const set of sets) if (set.at % 3 === lane) await makeSet(set)
    }),
  )
  await send(admin, 'POST', 'invoices/generate', { seller: owner })
  const invoice = (await admin.list('invoices', { owner })).items[0]?.id ?? ''
  const all = (field: string, maxLength: number) =>
    texts
      .map((text, at) => write(field, text, at))
      .join('\n')
      .slice(0, maxLength)
  const [notes, terms] = [all('invoices.notes', 2_000), all('invoices.terms', 2_000)]
  await admin.update('invoices', invoice, { notes, terms })
  return { sets, cast, invoice, given }
}

/** Macros named by each text. */
export const keepHostileMacros = async (api: Api, { sets, given }: Hostile): Promise<void> => {
  const macros = sets.map(({ text, at }) => {
    const mark = markOf(90, at)
    const name = marked(text, mark, 60)
    given.set(mark, { field: 'macros.name', text: name })
    return { id: crypto.randomUUID(), name, steps: [{ command: 'list.refresh', args: {} }] }
  })
  await send(api, 'PUT', 'profile/desk', { macros })
}

/** Unsafe URLs are refused on input. */
export const takesAddress = async (api: Api, product: string): Promise<string[]> => {
  const taken: string[] = []
  for (const address of hostileAddresses) {
    const answer = await api.send('PUT', `products/${product}`, {
      productImage: address,
      sourceLink: address,
    })
    if (answer.ok()) taken.push(address)
  }
  return taken
}

const send = async <Body>(
  api: Api,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<Body> => {
  const answer = await api.send(method, path, body)
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as Body
}

const hostileValue = (field: Field, write: (maxLength: number) => string): unknown => {
  switch (field.kind) {
    case 'text':
      return write(field.max)
    case 'phone':
      return '+2250708091011'
    case 'password':
      return demoPassword
    case 'money':
      return 9500
    case 'integer':
      return 5
    case 'choice':
      return field.values.includes('ic') ? 'ic' : field.values[0]
    default:
      return undefined
  }
}
