import { describe, expect, it } from 'vitest'
import type { Block } from '../../domain/blocked/block.ts'
import type { Change, ChangeReport } from '../../domain/changes/changes.ts'
import { shiftDay, todayIn } from '../../domain/lib/zone-clock.ts'
import type { ImportReport } from '../../domain/orders/import/import-report.ts'
import type { Order } from '../../domain/orders/order.ts'
import { writeWorkbook } from '../../server/spreadsheets/write-workbook.ts'
import { type Caller, expectRefusal } from '../support/api/caller.ts'
import { openShopApi, orderInput } from '../support/api/shop.ts'
import { upload } from '../support/spreadsheets/upload.ts'

const { api, shop } = await openShopApi()

let made = 0
const newPhone = () => `+22505${String(40_000_000 + ++made)}`

const block = async (input: Partial<Block> & { phone: string }, by: Caller = shop.admin): Promise<Block> => {
  const body = { country: 'ic', reason: 'Refuse à la porte', ...input }
  const answer = await by.post<Block>('/blocked', { body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

const today = () => todayIn('ic', api.context.now())

describe('POST blocked', () => {
  it('stores phone, reason and who blocks, in any written form of the phone', async () => {
    const made = await block({ phone: '05 41 00 00 01' })
    expect(made).toMatchObject({
      phone: '+2250541000001',
      reason: 'Refuse à la porte',
      until: null,
      refuses: false,
      inForce: true,
      owner: shop.admin.user.id,
    })
  })

  it('refuses the second one of the same owner, and none of another', async () => {
    const phone = newPhone()
    await block({ phone })
    const body = { country: 'ic', phone, reason: 'Encore' }
    await expectRefusal(await shop.admin.post('/blocked', { body }), 409, 'ALREADY_BLOCKED')
    await block({ phone }, await api.as(await api.createUser({ role: 'seller' })))
  })

  it('refuses a day that is past, a blank reason and a strange phone', async () => {
    const send = (more: object) =>
      shop.admin.post('/blocked', { body: { country: 'ic', phone: newPhone(), reason: 'x', ...more } })
    const errors = async (more: object) => (await send(more)).body
    expect(await errors({ until: shiftDay(today(), -1) })).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ path: 'until', code: 'IN_THE_PAST' }],
    })
    expect(await errors({ reason: ' ' })).toMatchObject({ errors: [{ path: 'reason', code: 'REQUIRED' }] })
    expect(await errors({ phone: '12' })).toMatchObject({
      errors: [{ path: 'phone', code: 'INVALID_PHONE' }],
    })
    expect((await send({ until: today(), refuses: null })).status).toBe(201)
  })

  it('is changed, lifted and restored, with its history', async () => {
    const { id, version } = await block({ phone: newPhone() })
    const body = { refuses: true, until: `${today()}T10:00:00Z` }
    const changed = await shop.admin.put<Block>(`/blocked/${id}`, {
      body,
      headers: { 'if-match': `"${version}"` },
    })
    expect(changed.body).toMatchObject({ refuses: true, until: today() })
    expect((await shop.admin.put<Block>(`/blocked/${id}`, { body: { refuses: null } })).body.refuses).toBe(
      false,
    )
    const lifted = await shop.admin.put<ChangeReport>('/blocked/delete', { body: { ids: [id] } })
    await expectRefusal(await shop.admin.get(`/blocked/${id}`), 404, 'NOT_FOUND')
    await shop.undo(lifted.body.batchId)
    const history = await shop.admin.get<{ items: Change[] }>(`/blocked/${id}/history`)
    expect(history.body.items.map(({ verb }) => verb)).toEqual([
      'block.delete',
      'block.delete',
      'block.update',
      'block.update',
      'block.create',
    ])
  })

  it('restores none whose customer has been blocked again meanwhile', async () => {
    const phone = newPhone()
    const { id } = await block({ phone })
    const lifted = await shop.admin.put<ChangeReport>('/blocked/delete', { body: { ids: [id] } })
    await block({ phone })
    const report = await shop.undo(lifted.body.batchId)
    expect(report.refused).toMatchObject([{ id, code: 'ALREADY_BLOCKED' }])
  })
})

describe('an order of a blocked customer', () => {
  it('is marked with the reason while it waits for a call', async () => {
    const product = await shop.product()
    const phone = newPhone()
    await block({ phone, reason: 'Fausse adresse' })
    const order = await shop.order(product, { customerPhone: phone })
    expect(order).toMatchObject({ isBlocked: true, blockedReason: 'Fausse adresse' })
    const confirmed = await shop.move(order, 'CONFIRMED')
    expect(confirmed).toMatchObject({ isBlocked: false, blockedReason: null })
  })

  it('is marked in its country, until the day, and no longer than the block holds', async () => {
    const product = await shop.product()
    const phone = newPhone()
    const made = await block({ phone, country: 'sn' })
    const order = await shop.order(product, { customerPhone: phone })
    expect(order.isBlocked).toBe(false)
    const here = await block({ phone, until: today() })
    expect((await shop.readOrder(order)).isBlocked).toBe(true)
    await api.context.db.execute(
      `update blocked set until = '${shiftDay(today(), -1)}' where id = '${here.id}'`,
    )
    expect((await shop.readOrder(order)).isBlocked).toBe(false)
    expect((await shop.admin.get<Block>(`/blocked/${here.id}`)).body.inForce).toBe(false)
    const over = await shop.admin.get<{ items: Block[] }>('/blocked?inForce=false')
    expect(over.body.items.map(({ id }) => id)).toContain(here.id)
    expect(over.body.items.map(({ id }) => id)).not.toContain(made.id)
  })

  it('is marked by a block of its seller alone, or of an admin', async () => {
    const [mine, other] = [await api.createUser({ role: 'seller' }), await api.createUser({ role: 'seller' })]
    const phone = newPhone()
    await block({ phone, reason: 'Mon client' }, await api.as(mine))
    const orderOf = async (owner: string) =>
      shop.order(await shop.product({ owner }), { customerPhone: phone })
    const [own, foreign] = [await orderOf(mine.id), await orderOf(other.id)]
    expect(own).toMatchObject({ isBlocked: true, blockedReason: 'Mon client' })
    expect(foreign).toMatchObject({ isBlocked: false, blockedReason: null })
    await block({ phone, reason: 'Pour tous', refuses: true })
    expect((await shop.readOrder(foreign)).blockedReason).toBe('Pour tous')
    // The reason of the block that refuses comes first.
    expect((await shop.readOrder(own)).blockedReason).toBe('Pour tous')
  })

  it('is found by a filter, and so are the others', async () => {
    const product = await shop.product()
    const phone = newPhone()
    const [marked, plain, done] = [
      await shop.order(product, { customerPhone: phone }),
      await shop.order(product),
      await shop.order(product, { customerPhone: phone }),
    ]
    await shop.move(done, 'CANCELLED')
    await block({ phone })
    const found = async (value: boolean) => {
      const path = `/orders?product=${product.id}&blocked=${value}`
      return (await shop.admin.get<{ items: Order[] }>(path)).body.items.map(({ id }) => id)
    }
    expect(await found(true)).toEqual([marked.id])
    expect((await found(false)).sort()).toEqual([plain.id, done.id].sort())
  })

  it('is refused where the block says so, by form and by import', async () => {
    const product = await shop.product({ name: 'Sac de voyage refusé' })
    const phone = newPhone()
    await block({ phone, refuses: true })
    const body = orderInput(product, { customerPhone: phone })
    const answer = await shop.admin.post('/orders', { body })
    await expectRefusal(answer, 409, 'CUSTOMER_BLOCKED')
    expect(answer.body).toMatchObject({ errors: [{ path: 'customerPhone', code: 'CUSTOMER_BLOCKED' }] })
    const { token } = await api.as(await api.createUser({ role: 'admin' }))
    const row = (customer: string, number: string) => [product.name, customer, number, 'Cocody', 1]
    const bytes = writeWorkbook([
      {
        name: 'Feuil1',
        rows: [
          ['Produit', 'Nom', 'Téléphone', 'Adresse', 'Qté'],
          row('Awa', phone),
          row('Koffi', newPhone()),
        ],
      },
    ])
    const send = (query: Record<string, string>) =>
      upload<ImportReport>(api.app, token, '/orders/upload-multiple', bytes, { query })
    expect((await send({ dryRun: '1' })).body).toMatchObject({
      valid: 1,
      invalid: 1,
      problems: [{ row: 2, column: 'customerPhone', code: 'CUSTOMER_BLOCKED' }],
    })
    expect((await send({ mode: 'valid' })).body).toMatchObject({ created: 1, invalid: 1 })
  })
})
