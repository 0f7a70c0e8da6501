import { describe, expect, it } from 'vitest'
import type { SearchHit } from '../../domain/changes/changes.ts'
import { encodeScan, type ScanKind } from '../../domain/scans/scan-code.ts'
import { openShopApi, type Shop } from '../support/api/shop.ts'

type Caller = Shop['admin']

const { api, shop } = await openShopApi()
const seller = await api.as(await api.createUser({ role: 'seller' }))

const scan = (code: string, caller: Caller = shop.admin) => caller.get<SearchHit>(`/scans/${code}`)
const codeOf = (kind: ScanKind, { number }: { number: number }) => encodeScan({ kind, number })

/** The status and code of a refusal. */
const refusalOf = async (answer: ReturnType<typeof scan>) => {
  const { status, body } = await answer
  return { status, code: (body as unknown as { code?: string }).code }
}
const notFound = { status: 404, code: 'NOT_FOUND' }

describe('GET scans/{code}', () => {
  it('answers with the record of the code, as a search would', async () => {
    const product = await shop.product({ name: 'Montre dorée' })
    const order = await shop.order(product, { customerName: 'Awa Koné', customerPhone: '+2250708091011' })
    const parcel = await shop.ship(order)
    expect((await scan(codeOf('orders', order))).body).toEqual({
      resource: 'orders',
      id: order.id,
      number: order.number,
      title: 'Awa Koné',
      subtitle: expect.stringContaining('Montre dorée'),
      status: 'CONFIRMED',
      rank: 0,
      customerPhone: '+2250708091011',
    })
    expect((await scan(codeOf('shippings', parcel))).body).toMatchObject({
      resource: 'shippings',
      id: parcel.id,
      status: parcel.status,
    })
    expect((await scan(codeOf('products', product))).body).toMatchObject({
      resource: 'products',
      id: product.id,
      title: 'Montre dorée',
      status: null,
    })
  })

  it('reaches as far as the caller opens records, and no further', async () => {
    const mine = await shop.order(await shop.product({ owner: seller.user.id }))
    const others = await shop.order(await shop.product())
    expect((await scan(codeOf('orders', mine), seller)).status).toBe(200)
    expect(await refusalOf(scan(codeOf('orders', others), seller))).toEqual(notFound)

    const courier = await api.as(await shop.courier())
    const assigned = await shop.ship(mine, courier.user)
    const another = await shop.ship(others, await shop.courier())
    expect((await scan(codeOf('shippings', assigned), courier)).status).toBe(200)
    expect(await refusalOf(scan(codeOf('shippings', another), courier))).toEqual(notFound)

    const here = await api.as(await api.createUser({ role: 'agent', country: 'ic' }))
    const abroad = await api.as(await api.createUser({ role: 'agent', country: 'sn' }))
    expect((await scan(codeOf('shippings', assigned), here)).status).toBe(200)
    expect(await refusalOf(scan(codeOf('shippings', assigned), abroad))).toEqual(notFound)
  })

  it('answers a role that sees none of a resource as if there were none', async () => {
    const order = await shop.order(await shop.product())
    for (const role of ['agent', 'moderator', 'delivery'] as const) {
      const caller = await api.as(await api.createUser({ role }))
      expect(await refusalOf(scan(codeOf('orders', order), caller)), role).toEqual(notFound)
    }
  })

  it('does not find what is deleted, what never was, and what is no record', async () => {
    const order = await shop.order(await shop.product())
    await shop.admin.put('/orders/delete', { body: { ids: [order.id] } })
    expect(await refusalOf(scan(codeOf('orders', order)))).toEqual(notFound)
    expect(await refusalOf(scan(encodeScan({ kind: 'products', number: 9_999_999_999 })))).toEqual(notFound)
    expect(await refusalOf(scan(encodeScan({ kind: 'control', number: 1 })))).toEqual(notFound)
  })

  it('refuses digits that are no code', async () => {
    const invalid = { status: 400, code: 'SCAN_CODE_INVALID' }
    const order = await shop.order(await shop.product())
    const code = codeOf('orders', order)
    const wrongDigit = `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`
    for (const digits of [wrongDigit, code.slice(1), `${code}0`, `7${code.slice(1)}`, 'douze', '%00']) {
      expect(await refusalOf(scan(encodeURI(digits))), digits).toEqual(invalid)
    }
  })
})
