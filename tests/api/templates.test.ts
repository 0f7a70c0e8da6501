import { describe, expect, it } from 'vitest'
import type { Change, ChangeBatch, ChangeReport } from '../../domain/changes/changes.ts'
import type { Template } from '../../domain/templates/template.ts'
import { expectInvalid, expectRefusal, missing } from '../support/api/caller.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()

const input = (more: object = {}) => ({
  country: 'ic',
  name: 'Pas de réponse',
  channel: 'whatsapp',
  language: 'fr',
  text: 'Bonjour {customer}, votre commande {number}.',
  ...more,
})
const create = async (more: object = {}): Promise<Template> => {
  const answer = await shop.admin.post<Template>('/templates', { body: input(more) })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

describe('templates', () => {
  it('are created, changed, deleted and restored', async () => {
    const template = await create()
    expect(template).toMatchObject({ ...input(), owner: shop.admin.user.id })
    const changed = await shop.admin.put<Template>(`/templates/${template.id}`, { body: { channel: 'sms' } })
    expect(changed.body.channel).toBe('sms')
    const deleted = await shop.admin.put<ChangeReport>('/templates/delete', { body: { ids: [template.id] } })
    await expectRefusal(shop.admin.get(`/templates/${template.id}`), 404, 'NOT_FOUND')
    await shop.undo(deleted.body.batchId)
    expect((await shop.admin.get<Template>(`/templates/${template.id}`)).body.channel).toBe('sms')
  })

  it.each(['Bonjour {client}', '{customer', '{{customer}}'])(
    'refuse the text %s, also as an edit',
    async (text) => {
      const errors = [{ path: 'text', code: 'VARIABLE_UNKNOWN' }]
      await expectRefusal(shop.admin.post('/templates', { body: input({ text }) }), 400, 'VARIABLE_UNKNOWN', {
        errors,
      })
      const { id } = await create()
      await expectRefusal(shop.admin.put(`/templates/${id}`, { body: { text } }), 400, 'VARIABLE_UNKNOWN', {
        errors,
      })
    },
  )

  it('refuse other channels, languages and blank texts', async () => {
    const send = (more: object) => shop.admin.post('/templates', { body: input(more) })
    await expectInvalid(send({ channel: 'pigeon' }), 'channel', 'NOT_A_CHOICE')
    await expectInvalid(send({ language: 'la' }), 'language', 'NOT_A_CHOICE')
    await expectInvalid(send({ text: ' ' }), 'text', 'REQUIRED')
  })

  it('are read by who writes to customers of their country', async () => {
    const { id } = await create()
    for (const role of ['seller', 'agent', 'delivery'] as const) {
      const here = await api.as(await api.createUser({ role }))
      const abroad = await api.as(await api.createUser({ role, country: 'tn' }))
      expect((await here.get(`/templates/${id}`)).status).toBe(200)
      await expectRefusal(abroad.get(`/templates/${id}`), 404, 'NOT_FOUND')
    }
  })
})

describe('an opened message', () => {
  const open = (resource: 'orders' | 'shippings', id: string, template: string, more: object = {}) =>
    shop.admin.put<ChangeReport>(`/${resource}/message`, { body: { ids: [id], template, ...more } })
  const history = async (resource: string, id: string) =>
    (await shop.admin.get<{ items: Change[] }>(`/${resource}/${id}/history`)).body.items

  it('is a line of the order’s history, which leaves its version', async () => {
    const template = await create()
    const order = await shop.order(await shop.product())
    const { body } = await open('orders', order.id, template.id)
    expect(body).toMatchObject({
      counts: { changed: 1, refused: 0 },
      changed: [{ id: order.id, version: order.version }],
    })
    expect((await history('orders', order.id))[0]).toMatchObject({
      verb: 'order.message',
      actor: shop.admin.user.id,
      after: { template: 'Pas de réponse', channel: 'whatsapp' },
    })
    expect(await shop.readOrder(order)).toEqual(order)
  })

  it('keeps what was done before it undoable, and cannot be undone itself', async () => {
    const template = await create()
    const order = await shop.order(await shop.product())
    const confirmed = await shop.bulk({ ids: [order.id], status: 'CONFIRMED' })
    const { body } = await open('orders', order.id, template.id)
    const batch = await shop.admin.get<{ items: ChangeBatch[] }>('/changes?verb=order.message&limit=1')
    expect(batch.body.items[0]).toMatchObject({ id: body.batchId, records: 1 })
    const tried = await shop.undo(body.batchId)
    expect(tried.refused).toMatchObject([{ code: 'NOT_UNDOABLE' }])
    expect((await shop.undo(confirmed.batchId)).counts).toMatchObject({ changed: 1, refused: 0 })
  })

  it('is a line of the parcel’s history, by its courier too, and of nobody else’s', async () => {
    const template = await create()
    const courier = await shop.courier()
    const parcel = await shop.ship(await shop.order(await shop.product()), courier)
    const body = { ids: [parcel.id], template: template.id }
    const mine = await (await api.as(courier)).put<ChangeReport>('/shippings/message', { body })
    expect(mine.body.counts.changed).toBe(1)
    const other = await (await api.as(await shop.courier())).put<ChangeReport>('/shippings/message', { body })
    expect(other.body).toMatchObject({ batchId: null, refused: [{ code: 'NOT_FOUND' }] })
    expect((await history('shippings', parcel.id))[0]).toMatchObject({
      verb: 'shipping.message',
      actor: courier.id,
    })
  })

  it('is refused for a template of another country, or of none, and said in a dry run alone', async () => {
    const order = await shop.order(await shop.product())
    const abroad = await create({ country: 'sn' })
    for (const template of [abroad.id, missing]) {
      const { body } = await open('orders', order.id, template)
      expect(body).toMatchObject({ batchId: null, refused: [{ id: order.id, code: 'TEMPLATE_NOT_FOUND' }] })
    }
    const { id } = await create()
    expect((await open('orders', order.id, id, { dryRun: true })).body.counts.changed).toBe(1)
    expect(await history('orders', order.id)).toHaveLength(1)
  })
})
