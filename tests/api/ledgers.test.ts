import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readLedgers } from '../../server/backup/read-ledgers.ts'
import { openSecrets, sealKeyOf } from '../../server/core/seal.ts'
import { inTransaction } from '../../server/db/in-transaction.ts'
import { findAgain } from '../../server/resources/registry.ts'
import { applyRetention } from '../../server/services/personal/retention.ts'
import { carryLedgers } from '../../server/services/restored/carry-ledgers.ts'
import { sealAnew } from '../../server/services/secrets/seal-anew.ts'
import { makeCaller } from '../support/api/caller.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()
const { context } = api
const { db } = context
const { admin } = shop

const client = new pg.Client(context.connectionConfig as pg.ClientConfig)
beforeAll(() => client.connect())
afterAll(() => client.end())

const openKey = async (name: string) => {
  const answer = await admin.post<{ id: string; key: string }>('/keys', {
    body: { name, verbs: ['orders.read'], country: 'ic' },
  })
  expect(answer.status).toBe(201)
  return { id: answer.body.id, call: () => makeCaller(api.app, answer.body.key).get('/sessions/current') }
}

/** What a restore of an older backup does to them. */
const bringBack = async (id: string) => {
  await db.execute(sql`update keys set is_active = true, deleted_at = null where id = ${id}`)
}

describe('the ledger of erasures', () => {
  const phone = '+2250788991122'
  const erased = async (at: 'now' | 'before') => {
    const product = await shop.product()
    const order = await shop.order(product, { customerPhone: phone, customerName: 'Revenue du Passé' })
    if (at === 'before')
      await db.execute(sql`update orders set created_at = now() - interval '1 day' where id = ${order.id}`)
    return order
  }

  it('knows the erased after a change of the key of the installation', async () => {
    await erased('now')
    await admin.put('/customers/erase', { body: { phone, country: 'ic' } })
    await erased('before')
    const next = sealKeyOf('another key')
    const rotated = { ...context, secrets: openSecrets(next) }
    expect(await applyRetention(rotated, { dryRun: true, findAgain })).toMatchObject({ again: 0 })

    const both = openSecrets(next, sealKeyOf('tests'))
    const { sealed, unreadable } = await inTransaction(context, (tx) => sealAnew(tx, both))
    expect([sealed, unreadable]).toEqual([1, 0])
    expect(await applyRetention(rotated, { dryRun: true, findAgain })).toMatchObject({ again: 1 })
    // Once more, and the former key is gone for good.
    const last = sealKeyOf('the third')
    await inTransaction(context, (tx) => sealAnew(tx, openSecrets(last, next)))
    const later = { ...context, secrets: openSecrets(last) }
    expect(await applyRetention(later, { dryRun: true, findAgain })).toMatchObject({ again: 1 })
    expect(await applyRetention(later, { dryRun: false, findAgain })).toMatchObject({ again: 1, erased: 1 })
  })

  it('is carried over a restore, with its key', async () => {
    const ledgers = await readLedgers(client)
    expect(ledgers.erasures).toHaveLength(1)
    expect(ledgers.erasureKeys).toHaveLength(1)
    await db.execute(sql`delete from erasures`)
    await db.execute(sql`delete from erasure_keys`)
    await erased('before')
    const secrets = openSecrets(sealKeyOf('the third'))
    expect(await applyRetention({ ...context, secrets }, { dryRun: true, findAgain })).toMatchObject({
      again: 0,
    })
    await carryLedgers(context, ledgers, new Date(0))
    expect(await applyRetention({ ...context, secrets }, { dryRun: true, findAgain })).toMatchObject({
      again: 1,
    })
  })
})

describe('what was set or corrected since the backup', () => {
  it('keeps the customers that the replaced database would have kept', async () => {
    const set = (years: number | null) =>
      admin.put('/customers/retention', { body: { country: 'fr', years } })
    expect((await set(10)).status).toBe(200)
    const takenAt = context.now()
    api.clock.advance(60_000)
    expect((await set(null)).status).toBe(200)
    const ledgers = await readLedgers(client)
    // The backup knew ten years; an older one no rule, which is three.
    for (const restored of [
      sql`update retention_rules set years = 10, updated_at = ${takenAt.toISOString()} where country = 'fr'`,
      sql`delete from retention_rules where country = 'fr'`,
    ]) {
      await db.execute(restored)
      const { retention } = await carryLedgers(context, ledgers, takenAt)
      expect(retention).toEqual([{ country: 'fr', years: null }])
      const read = await admin.get<{ years: number | null }>('/customers/retention?country=fr')
      expect(read.body.years).toBeNull()
    }
    // What was set before the backup is in it.
    expect((await carryLedgers(context, ledgers, context.now())).retention).toEqual([])
    const { rows } = await db.execute(
      sql`select actor, before, after from changes where verb = 'customer.set-retention' order by at desc, id desc limit 1`,
    )
    expect(rows).toEqual([{ actor: null, before: { years: 3 }, after: { years: null } }])
  })

  it('names the orders of the erased that came back under the number of before a correction', async () => {
    const product = await shop.product()
    const [order, same] = [
      await shop.order(product, { customerPhone: '+2250788991133', customerName: 'Corrigée' }),
      await shop.order(product, { customerPhone: '+2250788991144', customerName: 'La Même' }),
    ]
    await admin.put(`/orders/${order.id}`, { body: { customerPhone: '+2250788991144' } })
    await admin.put('/customers/erase', { body: { phone: '+2250788991144', country: 'ic' } })
    const ledgers = await readLedgers(client)
    await db.execute(sql`update orders set customer_phone = '+2250788991133' where id = ${order.id}::uuid`)
    await db.execute(sql`update orders set customer_phone = '+2250788991144' where id = ${same.id}::uuid`)
    const { former } = await carryLedgers(context, ledgers, context.now())
    // The other one is erased again at the next start.
    expect(former).toEqual([order.number])
  })
})

describe('keys of the API that were revoked', () => {
  it('are revoked again after each restore, and others are not', async () => {
    const [gone, deleted, kept] = [await openKey('Gone'), await openKey('Deleted'), await openKey('Kept')]
    await admin.put(`/keys/revoke/${gone.id}`)
    await admin.put('/keys/delete', { body: { ids: [deleted.id] } })
    const ledgers = await readLedgers(client)
    await bringBack(gone.id)
    await bringBack(deleted.id)
    expect((await gone.call()).status).toBe(200)

    const { revoked } = await carryLedgers(context, ledgers, new Date(0))
    expect(revoked.map(({ name }) => name)).toEqual(['Gone', 'Deleted'])
    expect(revoked[0]!.owner).toBe(admin.user.email)
    expect((await gone.call()).body).toMatchObject({ code: 'KEY_REVOKED' })
    expect((await deleted.call()).body).toMatchObject({ code: 'KEY_REVOKED' })
    expect((await kept.call()).status).toBe(200)
    const history = await admin.get<{ items: { verb: string; actor: string | null }[] }>(
      `/keys/${gone.id}/history`,
    )
    expect(history.body.items[0]).toMatchObject({ verb: 'key.revoke', actor: null })

    // A backup older than the key was restored meanwhile, then a newer one.
    await db.execute(sql`update keys set is_active = true where id = ${gone.id}`)
    const later = await readLedgers(client)
    expect((await carryLedgers(context, later, new Date(0))).revoked.map(({ name }) => name)).toEqual([
      'Gone',
    ])
    expect((await carryLedgers(context, later, new Date(0))).revoked).toEqual([])
  })

  it('are told with whom and what else works again', async () => {
    const person = await api.createUser({ role: 'seller' })
    const takenAt = context.now()
    await admin.put(`/users/activate/${person.id}`)
    await admin.put(`/users/password/${person.id}`, { body: { password: 'sept girafes violettes' } })
    const source = await admin.post<{ id: string }>('/sources', {
      body: { name: 'Boutique', kind: 'generic', country: 'ic' },
    })
    await admin.put(`/sources/rotate/${source.body.id}`)
    const { withdrawn } = await carryLedgers(context, await readLedgers(client), takenAt)
    expect(withdrawn.map(({ what, name }) => [what, name])).toEqual([
      ['access', person.email],
      ['password', person.email],
      ['secret', 'Boutique'],
    ])
    expect((await carryLedgers(context, await readLedgers(client), context.now())).withdrawn).toEqual([])
  })
})
