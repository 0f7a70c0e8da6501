import { describe, expect, it } from 'vitest'
import type { SearchHit } from '../../domain/changes/changes.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()
const seller = await api.as(await api.createUser({ role: 'seller', name: 'Boutique Adjamé' }))
const product = await shop.product({ owner: seller.user.id, name: 'Montre connectée' })
await shop.orders(product, 30)
const order = await shop.order(product, {
  customerName: 'Kouamé N’Guessan Béatrice',
  customerPhone: '05 44 33 22 11',
  customerAddress: 'Cœur de Marcory',
})

type Hits = { items: SearchHit[] }
const search = async (q: string, more = '', caller = shop.admin): Promise<SearchHit[]> => {
  const { status, body } = await caller.get<Hits>(`/search?q=${encodeURIComponent(q)}${more}`)
  expect(status).toBe(200)
  return body.items
}
const idsOf = (hits: SearchHit[]) => hits.map((hit) => hit.id)

describe('the search', () => {
  it.each([
    ['a name', 'kouamé'],
    ['words in any order, without accents', 'beatrice kouame'],
    ['pieces of words', 'guessa marco'],
    ['beginnings', 'bea kou'],
    ['ligatures', 'coeur marcory'],
    ['joined names', 'nguessan'],
    ['the phone, spaced', '05 44 33 22 11'],
    ['the phone, international', '+225 0544332211'],
    ['the phone, from abroad', '00225 05 44 33'],
    ['four digits of the phone', '3322'],
    ['a letter missing', 'nguesan beatrice'],
    ['a letter too many', 'kouammé béatrice'],
    ['a letter wrong', 'kouane beatrice'],
    ['two letters swapped', 'beatirce'],
    ['two letters swapped in the middle of a word', 'koumae beatrice'],
    ['the beginning of a mistyped word', 'beatir'],
  ])('finds an order by %s', async (_, q) => {
    expect(idsOf(await search(q))[0]).toBe(order.id)
  })

  it('gives each result with its current status', async () => {
    const [before] = await search(`#${order.number}`)
    expect(before).toEqual({
      resource: 'orders',
      id: order.id,
      number: order.number,
      title: 'Kouamé N’Guessan Béatrice',
      subtitle: '+225 05 44 33 22 11 · Montre connectée',
      status: 'PENDING',
      rank: 0,
      customerPhone: '+2250544332211',
    })
    await shop.move(order, 'CONFIRMED')
    const hits = await search('béatrice')
    expect(hits.map(({ resource, status }) => [resource, status])).toEqual([
      ['orders', 'CONFIRMED'],
      ['shippings', 'PENDING'],
    ])
  })

  it('ranks the number before what begins with it, titles before words, words before pieces, all before typos', async () => {
    const byNumber = await search(String(order.number))
    expect(byNumber[0]).toMatchObject({ id: order.id, rank: 0 })
    const [thousands, rest] = [String(order.number).slice(0, -3), String(order.number).slice(-3)]
    for (const written of [`${thousands} ${rest}`, `${thousands}.${rest}`]) {
      if (thousands !== '')
        expect((await search(written))[0], written).toMatchObject({ id: order.id, rank: 0 })
    }
    const begun = await search(String(order.number).slice(0, 4), '&limit=50')
    expect(idsOf(begun)).toContain(order.id)
    const named = await search('montre')
    expect(named[0]).toMatchObject({ resource: 'products', id: product.id })
    const ranks = (await search('kouame', '&limit=50')).map((hit) => hit.rank)
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
    await shop.order(product, { customerName: 'Traoré Awa' })
    await shop.order(product, { customerName: 'Traore' })
    const [exact, ...others] = await search('traore')
    expect(exact).toMatchObject({ title: 'Traore', rank: 2 })
    expect(others[0]).toMatchObject({ title: 'Traoré Awa', rank: 2 })
    await shop.order(product, { customerName: 'Sali Brou', customerAddress: 'Rue des Palmiers' })
    await shop.order(product, { customerName: 'Yves Palmiers' })
    await shop.order(product, { customerName: 'Awa Diop', customerAddress: 'Palmiers' })
    const inTitle = await search('palmiers')
    expect(inTitle.map(({ title }) => title)).toEqual(['Yves Palmiers', 'Awa Diop', 'Sali Brou'])
  })

  it('forgives nothing in short words and finds nothing in nothing', async () => {
    await shop.order(product, { customerName: 'Koné Ali' })
    expect(idsOf(await search('koni'))).toEqual([])
    for (const q of ['', '   ', '!!!', '%', '_', 'xylophone', '#', '#999999999']) {
      expect(await search(q), q).toEqual([])
    }
  })

  it('keeps to one resource, one country, a limit', async () => {
    const abroad = await shop.product({ country: 'sn', name: 'Montre murale' })
    expect(idsOf(await search('montre', '&resource=products&country=sn'))).toEqual([abroad.id])
    expect(await search('client', '&limit=3')).toHaveLength(3)
    for (const bad of ['&resource=cats', '&country=xx', '&limit=0', '&limit=x', '&sort=number']) {
      expect(await shop.admin.get(`/search?q=a${bad}`)).toMatchObject({ status: 400 })
    }
    for (const bad of ['', '?q=a%00', `?q=${'a'.repeat(201)}`]) {
      expect(await shop.admin.get(`/search${bad}`)).toMatchObject({ status: 400 })
    }
  })

  it('shows each role only what they may read', async () => {
    expect((await search('beatrice', '', seller)).map((hit) => hit.resource)).toEqual(['orders'])
    const stranger = await api.as(await api.createUser({ role: 'seller' }))
    expect(await search('beatrice', '', stranger)).toEqual([])
    expect(await search('beatirce', '', stranger)).toEqual([])
    const agent = await api.as('agent')
    expect((await search('beatrice', '', agent)).map((hit) => hit.resource)).toEqual(['shippings'])
    const away = await api.as(await api.createUser({ role: 'agent', country: 'sn' }))
    expect(await search('beatrice', '', away)).toEqual([])
    const courier = await api.as(await api.createUser({ role: 'delivery' }))
    expect(await search('beatrice', '', courier)).toEqual([])
    await shop.move(order, 'CANCELLED')
    await shop.move(order, 'PENDING', { comment: 'again' })
    await shop.move(order, 'CONFIRMED', { delivery: courier.user.id })
    expect((await search('beatrice', '', courier)).map((hit) => hit.status)).toEqual(['ASSIGNED'])
    expect(await search('beatrice', '', await api.as('moderator'))).toEqual([])
    expect(await seller.get('/search?q=a&resource=users')).toMatchObject({ status: 403 })
    expect(await api.anybody.get('/search?q=a')).toMatchObject({ status: 401 })
    expect((await search(courier.user.name))[0]).toMatchObject({
      resource: 'users',
      id: courier.user.id,
    })
  })

  it('does not touch its entries when a status changes', async () => {
    const read = async () =>
      (await api.context.pool.query('select ctid, xmin from search_entries where record_id = $1', [order.id]))
        .rows
    const before = await read()
    await shop.move(order, 'CANCELLED')
    expect(await read()).toEqual(before)
  })
})

describe('the number of a parcel', () => {
  it('finds its order for its seller, in the search and in the list, and for no other', async () => {
    const own = await shop.order(product, { customerName: 'Adjoua Brou' })
    await shop.move(own, 'CONFIRMED')
    const { number } = await shop.shippingOf(own)
    const [first] = await search(`${number}`, '', seller)
    expect(first).toMatchObject({ resource: 'orders', id: own.id, rank: 1 })
    const listed = await seller.get<Hits>(`/orders?keyword=${number}`)
    expect(idsOf(listed.body.items)).toContain(own.id)

    const other = await api.as(await api.createUser({ role: 'seller' }))
    expect(idsOf(await search(`${number}`, '', other))).not.toContain(own.id)
    const theirs = await other.get<Hits>(`/orders?keyword=${number}`)
    expect(theirs.body.items).toEqual([])
    // Who sees parcels finds the parcel.
    expect((await search(`#${number}`))[0]).toMatchObject({ resource: 'shippings', number })
  })
})

describe('the number of an order', () => {
  it('finds its parcel for an agent of the country and for its courier, in the search and in the list', async () => {
    const order = await shop.order(product, { customerName: 'Mireille Zadi' })
    await shop.move(order, 'CONFIRMED')
    const parcel = await shop.shippingOf(order)
    const agent = await api.as(await api.createUser({ role: 'agent' }))
    const [first] = await search(`${order.number}`, '', agent)
    expect(first).toMatchObject({ resource: 'shippings', id: parcel.id, rank: 1 })
    const listed = await agent.get<Hits>(`/shippings?keyword=${order.number}`)
    expect(idsOf(listed.body.items)).toContain(parcel.id)

    const guy = await api.createUser({ role: 'delivery' })
    const courier = await api.as(guy)
    expect(idsOf(await search(`${order.number}`, '', courier))).not.toContain(parcel.id)
    await shop.assign(parcel, guy)
    expect(idsOf(await search(`${order.number}`, '', courier))).toContain(parcel.id)

    const elsewhere = await api.as(await api.createUser({ role: 'agent', country: 'sn' }))
    expect(idsOf(await search(`${order.number}`, '', elsewhere))).not.toContain(parcel.id)
    const theirs = await elsewhere.get<Hits>(`/shippings?keyword=${order.number}`)
    expect(idsOf(theirs.body.items)).not.toContain(parcel.id)
  })
})
