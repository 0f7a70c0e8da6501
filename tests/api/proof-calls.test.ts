import { beforeEach, describe, expect, it } from 'vitest'
import type { Change, ChangeReport } from '../../domain/changes/changes.ts'
import type { Invoice } from '../../domain/invoices/invoice.ts'
import type { NewApiKey } from '../../domain/keys/key.ts'
import type { Payout } from '../../domain/payouts/payout.ts'
import type { User } from '../../domain/users/user.ts'
import type { Webhook, WebhookWithSecret } from '../../domain/webhooks/webhook.ts'
import { openBillingApi } from '../support/api/billing.ts'
import { type Caller, expectRefusal, makeCaller } from '../support/api/caller.ts'
import { type TestUser, testPassword } from '../support/api/insert-user.ts'

const { api, billing } = await openBillingApi()

let admin: Caller & { user: TestUser }
beforeEach(async () => {
  admin = await api.as(await api.createUser({ role: 'admin' }))
})

const late = () => api.clock.advance(11 * 60_000)
const prove = async (caller: Caller) =>
  expect((await caller.post('/sessions/proof', { body: { password: testPassword } })).status).toBe(204)

type Answer = Awaited<ReturnType<Caller['put']>>

/** Refused without a proof, and done after it. */
const asks = async (caller: Caller, call: () => Promise<Answer>, isUndone: () => Promise<boolean>) => {
  await expectRefusal(call(), 403, 'PROOF_NEEDED')
  expect(await isUndone(), 'nothing is written').toBe(true)
  await prove(caller)
  expect((await call()).status).toBeLessThan(300)
  expect(await isUndone()).toBe(false)
}

const batchOf = ({ headers }: Answer) => String(headers['batch-id'])
const undo = (batchId: string) => admin.post<ChangeReport>(`/changes/${batchId}/undo`)
const lastOf = async (resource: string, { id }: { id: string }) =>
  (await admin.get<{ items: Change[] }>(`/${resource}/${id}/history`)).body.items[0]!.batchId

describe('marking invoices as paid by hand', () => {
  const isUnpaid = (invoice: Invoice) => async () => (await billing.read(invoice)).status === 'UN_PAID'

  it('asks for a proof, one or many; taking it back does not, and paying again does', async () => {
    const [one, other] = [await billing.invoice(), await billing.invoice()]
    late()
    const status = `/invoices/status/${one.id}`
    await asks(admin, () => admin.put(status, { body: { status: 'PAID' } }), isUnpaid(one))
    late()
    expect((await admin.put(status, { body: { status: 'UN_PAID' } })).status).toBe(200)
    await expectRefusal(admin.put(status), 403, 'PROOF_NEEDED')
    const many = { ids: [one.id, other.id], status: 'PAID' }
    const dry = await admin.put<ChangeReport>('/invoices/status', { body: { ...many, dryRun: true } })
    expect(dry.body.counts.changed).toBe(2)
    await asks(admin, () => admin.put('/invoices/status', { body: many }), isUnpaid(other))
    late()
    const paid = await lastOf('invoices', other)
    expect((await undo(paid)).body.counts.changed).toBe(2)
    const redo = await lastOf('invoices', other)
    await asks(admin, () => undo(redo), isUnpaid(other))
    const back = await admin.put('/invoices/status', { body: { ids: [one.id], status: 'UN_PAID' } })
    expect(back.status).toBe(200)
    late()
    const ended = await lastOf('invoices', one)
    await asks(admin, () => undo(ended), isUnpaid(one))
  })

  it('asks where the undo gives a payout back', async () => {
    const invoice = await billing.invoice()
    const { body: payout } = await admin.post<Payout>('/payouts', {
      body: {
        seller: invoice.owner,
        country: 'ic',
        method: 'CASH',
        date: api.context.now().toISOString().slice(0, 10),
        lines: [{ invoice: invoice.id, amount: 1_000 }],
      },
    })
    late()
    const removed = await admin.put<ChangeReport>('/payouts/delete', { body: { ids: [payout.id] } })
    const { batchId } = removed.body
    const isGone = async () => (await billing.read(invoice)).paidAmount === 0
    await asks(admin, () => undo(batchId!), isGone)
  })

  it('is done by a key as ever; taking back that it opened one asks', async () => {
    const invoice = await billing.invoice()
    const made = await admin.post<NewApiKey & { key: string }>('/keys', {
      body: { name: 'Books', verbs: ['invoices.read', 'invoices.write'] },
    })
    const [key, program] = [made.body, makeCaller(api.app, made.body.key)]
    late()
    const move = async (status: string) =>
      (await program.put(`/invoices/status/${invoice.id}`, { body: { status } })).status
    expect([await move('PAID'), await move('UN_PAID')]).toEqual([200, 200])
    const paid = await billing.invoice()
    await prove(admin)
    await admin.put(`/invoices/status/${paid.id}`, { body: { status: 'PAID' } })
    late()
    expect((await program.put(`/invoices/status/${paid.id}`, { body: { status: 'UN_PAID' } })).status).toBe(
      200,
    )
    const body = { undoSince: '2020-01-01T00:00:00Z' }
    const revoke = (more: object = {}) => admin.put(`/keys/revoke/${key.id}`, { body: { ...body, ...more } })
    expect((await revoke({ dryRun: true })).status).toBe(200)
    await asks(admin, () => revoke(), isUnpaid(paid))
  })
})

describe('letting accounts in', () => {
  it('asks for a proof, one or many; shutting out does not', async () => {
    const [one, other] = [
      await api.createUser({ role: 'seller', isActivated: false }),
      await api.createUser({ role: 'seller', isActivated: false }),
    ]
    const isOut = (user: TestUser) => async () =>
      !(await admin.get<User>(`/users/${user.id}`)).body.isActivated
    late()
    const path = `/users/activate/${one.id}`
    await asks(admin, () => admin.put(path), isOut(one))
    late()
    expect((await admin.put(path, { body: { isActivated: false } })).status).toBe(200)
    const many = { ids: [one.id, other.id] }
    await asks(
      admin,
      () => admin.put('/users/activate', { body: { ...many, isActivated: true } }),
      isOut(other),
    )
    late()
    const shut = await admin.put<ChangeReport>('/users/activate', { body: { ...many, isActivated: false } })
    expect(shut.body.counts.changed).toBe(2)
  })

  it('asks before agents may call, not before they may no longer', async () => {
    const agent = await api.createUser({ role: 'agent' })
    const send = (calls: boolean) => admin.put('/users/calls', { body: { ids: [agent.id], calls } })
    const isQuiet = async () => !(await admin.get<User>(`/users/${agent.id}`)).body.calls
    late()
    await asks(admin, () => send(true), isQuiet)
    late()
    expect((await send(false)).status).toBe(200)
  })
})

describe('webhooks', () => {
  const url = 'https://example.com/hook'
  const body = { url, events: ['order.created'] }

  it('are created, pointed elsewhere, widened and given another secret after a proof; switched off without', async () => {
    const seller = await api.as(await api.createUser({ role: 'seller' }))
    late()
    await expectRefusal(seller.post('/webhooks', { body }), 403, 'PROOF_NEEDED')
    expect((await seller.get<{ total: number }>('/webhooks')).body.total).toBe(0)
    await prove(seller)
    const { body: hook } = await seller.post<WebhookWithSecret>('/webhooks', { body })
    const path = `/webhooks/${hook.id}`
    const read = async () => (await seller.get<Webhook>(path)).body
    late()
    await expectRefusal(seller.put(`/webhooks/rotate/${hook.id}`), 403, 'PROOF_NEEDED')
    await expectRefusal(seller.put(path, { body: { events: ['order.status'] } }), 403, 'PROOF_NEEDED')
    expect((await seller.put(path, { body: { isActive: false } })).status).toBe(200)
    await expectRefusal(seller.put(path, { body: { isActive: true } }), 403, 'PROOF_NEEDED')
    const elsewhere = { url: 'https://example.org/hook', isActive: false }
    await asks(
      seller,
      () => seller.put(path, { body: elsewhere }),
      async () => (await read()).url === url,
    )
    expect((await seller.put(`/webhooks/rotate/${hook.id}`)).status).toBe(200)
  })

  it('come back by an undo after a proof', async () => {
    const { body: hook } = await admin.post<WebhookWithSecret>('/webhooks', { body })
    const moved = await admin.put(`/webhooks/${hook.id}`, { body: { url: 'https://example.org/hook' } })
    late()
    const isElsewhere = async () => (await admin.get<Webhook>(`/webhooks/${hook.id}`)).body.url !== url
    await asks(admin, () => undo(batchOf(moved)), isElsewhere)
    late()
    const gone = await admin.put<ChangeReport>('/webhooks/delete', { body: { ids: [hook.id] } })
    const isGone = async () => (await admin.get(`/webhooks/${hook.id}`)).status === 404
    await asks(admin, () => undo(gone.body.batchId!), isGone)
  })
})
