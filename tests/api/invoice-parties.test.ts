import { describe, expect, it } from 'vitest'
import type { Change, ChangeBatch, ChangeReport } from '../../domain/changes/changes.ts'
import type { Invoice, Issuer, invoiceMoveFields } from '../../domain/invoices/invoice.ts'
import { openBillingApi } from '../support/api/billing.ts'

const { api, shop, billing } = await openBillingApi()

const setIssuer = async (country: string, issuer: Partial<Issuer>): Promise<string | null> => {
  const answer = await shop.admin.put('/invoices/issuer', { body: { ...issuer, country } })
  expect(answer).toMatchObject({ status: 200 })
  return answer.headers['batch-id']?.toString() ?? null
}
const issuerOf = async (country: string) =>
  (await shop.admin.get<Issuer>(`/invoices/issuer?country=${country}`)).body
const undo = async (batchId: string): Promise<ChangeReport> =>
  (await shop.admin.post<ChangeReport>(`/changes/${batchId}/undo`)).body
const pay = (id: string, status: (typeof invoiceMoveFields.status.values)[number] = 'PAID') =>
  shop.admin.put<Invoice>(`/invoices/status/${id}`, { body: { status } })

describe('the identities on an invoice', () => {
  it('are those of its payment once it is paid, the present ones before', async () => {
    const seller = await billing.seller()
    const at = (address: string) =>
      shop.admin.put(`/users/${seller.id}`, { body: { address, taxNumber: 'CC 1' } })
    const partiesOf = async (id: string) => {
      const { issuer, seller } = await billing.read({ id } as Invoice)
      return `${issuer.name}, ${issuer.address} / ${seller.address}`
    }
    await at('Rue 1')
    await setIssuer('ic', { name: 'Un SARL', address: 'Plateau' })
    const { id } = await billing.invoice(seller)
    expect(await partiesOf(id)).toBe('Un SARL, Plateau / Rue 1')
    const paid = await pay(id)
    await setIssuer('ic', { name: 'Deux SA', address: 'Cocody' })
    await at('Rue 2')
    expect(await partiesOf(id)).toBe('Un SARL, Plateau / Rue 1')

    const unpaid = (await pay(id, 'UN_PAID')).headers['batch-id']!.toString()
    expect(await partiesOf(id)).toBe('Deux SA, Cocody / Rue 2')
    const redo = await undo(unpaid)
    expect(await partiesOf(id)).toBe('Un SARL, Plateau / Rue 1')
    expect(redo.counts).toMatchObject({ changed: 1, refused: 0 })

    await pay(id, 'UN_PAID')
    await pay(id)
    await setIssuer('ic', { name: 'Trois', address: null })
    expect(await partiesOf(id)).toBe('Deux SA, Cocody / Rue 2')
    expect(paid.status).toBe(200)
  })

  it('of our side are set by a change of the history, which is undone and done again', async () => {
    const none = { name: null, address: null, taxNumber: null }
    const first = await setIssuer('bf', { name: 'Faso SARL', taxNumber: 'BF 1' })
    expect(await setIssuer('bf', { name: 'Faso SARL', taxNumber: 'BF 1' })).toBeNull()
    const second = await setIssuer('bf', { name: 'Faso SA', address: 'Ouaga 2000', taxNumber: 'BF 1' })
    const { body } = await shop.admin.get<{ items: ChangeBatch[] }>(
      '/changes?resource=invoices&verb=invoice.set-issuer&country=bf',
    )
    expect(body.items).toMatchObject([
      { id: second, country: 'bf', records: 1, undone: 0, named: [{ number: 0, name: 'Faso SA' }] },
      { id: first, country: 'bf', records: 1, undone: 0 },
    ])
    const lines = await shop.admin.get<{ items: Change[] }>(`/changes/${second}`)
    expect(lines.body.items).toMatchObject([
      {
        verb: 'invoice.set-issuer',
        resource: 'invoices',
        number: null,
        before: { name: 'Faso SARL', address: null },
        after: { name: 'Faso SA', address: 'Ouaga 2000' },
      },
    ])

    expect(await undo(first!)).toMatchObject({ counts: { changed: 0 }, refused: [{ code: 'MOVED_ON' }] })
    const undone = await undo(second!)
    expect(undone.counts).toMatchObject({ changed: 1, refused: 0 })
    expect(await issuerOf('bf')).toEqual({ name: 'Faso SARL', address: null, taxNumber: 'BF 1' })
    await undo(undone.batchId!)
    expect(await issuerOf('bf')).toEqual({ name: 'Faso SA', address: 'Ouaga 2000', taxNumber: 'BF 1' })
    const again = (await shop.admin.get<{ items: ChangeBatch[] }>('/changes?country=bf&limit=1')).body
      .items[0]!
    await undo(again.id)
    expect(await undo(first!)).toMatchObject({ counts: { changed: 1 } })
    expect(await issuerOf('bf')).toEqual(none)
  })

  it('are nobody’s history but an admin’s', async () => {
    const batch = await setIssuer('sn', { name: 'Dakar SARL' })
    for (const role of ['seller', 'moderator'] as const) {
      const person = await api.as(await api.createUser({ role, country: 'sn' }))
      expect(await person.get(`/changes/${batch}`)).toMatchObject({ status: 404 })
      expect(await person.post(`/changes/${batch}/undo`)).toMatchObject({ status: 404 })
      expect(await person.put('/invoices/issuer', { body: { country: 'sn', name: 'X' } })).toMatchObject({
        status: 403,
      })
    }
  })
})
