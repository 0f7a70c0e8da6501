import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '../../domain/access/permissions.ts'
import { buildApp } from '../../server/app.ts'
import { sessionChannel } from '../../server/auth/sessions.ts'
import { inTransaction } from '../../server/db/in-transaction.ts'
import { type NewEvent, recordEvent } from '../../server/events/read-events.ts'
import { type EventReader, readEvents } from '../support/api/event-reader.ts'
import type { TestUser } from '../support/api/insert-user.ts'
import { openApi, startApi } from '../support/api/start-api.ts'

const api = await openApi()
const origin = await api.listen()

const open: EventReader[] = []
afterEach(() => {
  for (const reader of open.splice(0)) reader.close()
})

const listen = async (who: Role | TestUser, lastId?: string): Promise<EventReader> => {
  const { token } = await api.as(who)
  const reader = await readEvents(origin, { token, lastId })
  open.push(reader)
  return reader
}

const actor = crypto.randomUUID()
const publish = (event: Partial<NewEvent> = {}): Promise<void> =>
  inTransaction(api.context, (tx) =>
    recordEvent(tx, {
      resource: 'orders',
      verb: 'order.confirm',
      country: 'ic',
      owners: [],
      ids: [],
      actor,
      ...event,
    }),
  )
const id = () => crypto.randomUUID()
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Waits until all events of the previous test are delivered, so that new streams receive none of them. */
beforeEach(async () => {
  const reader = await listen('admin')
  const verb = `order.before-${id()}`
  await publish({ verb })
  await expect.poll(() => reader.messages.map(({ data }) => data.verb)).toContain(verb)
  reader.close()
})

describe('the event stream', () => {
  it('publishes a change made by a call once it is committed', async () => {
    const reader = await listen('admin')
    expect(reader.status).toBe(200)
    const admin = await api.as('admin')
    const user = await api.createUser()
    await admin.put(`/users/${user.id}`, { body: { name: 'Renamed' } })
    const [message] = await reader.until(1)
    expect(message!.data).toEqual({
      id: message!.id,
      resource: 'users',
      verb: 'user.update',
      country: 'ic',
      ids: [user.id],
      batchId: expect.any(String),
      actor: admin.user.id,
    })
  })

  it('publishes nothing for a change that was rolled back or refused', async () => {
    const reader = await listen('admin')
    const admin = await api.as('admin')
    await admin.put(`/users/${admin.user.id}`, { body: { name: 'X' }, version: 99 })
    await inTransaction(api.context, async (tx) => {
      await recordEvent(tx, { resource: 'orders', verb: 'order.cancel', country: 'ic', ids: [], actor })
      throw new Error('no')
    }).catch(() => undefined)
    await publish({ verb: 'order.reopen' })
    expect((await reader.until(1)).map(({ data }) => data.verb)).toEqual(['order.reopen'])
  })

  it('names no records when they are too many', async () => {
    const reader = await listen('admin')
    await publish({ ids: Array.from({ length: 501 }, id), owners: Array.from({ length: 501 }, id) })
    expect((await reader.until(1))[0]!.data.ids).toBeNull()
  })
})

describe('the events that each role receives', () => {
  it('is its own scope and no more', async () => {
    const seller = await api.createUser({ role: 'seller', country: 'ic' })
    const readers = {
      admin: await listen('admin'),
      seller: await listen(seller),
      agent: await listen(await api.createUser({ role: 'agent', country: 'ic' })),
      agentElsewhere: await listen(await api.createUser({ role: 'agent', country: 'sn' })),
      delivery: await listen(await api.createUser({ role: 'delivery', country: 'ic' })),
      moderator: await listen('moderator'),
    }
    const [mine, mixed, others, parcel] = [id(), id(), id(), id()]
    await publish({ verb: 'order.confirm', ids: [mine], owners: [seller.id] })
    await publish({ verb: 'order.cancel', ids: [mixed], owners: [seller.id, id()] })
    await publish({ verb: 'order.reopen', ids: [others], owners: [id()] })
    await publish({
      resource: 'shippings',
      verb: 'shipping.assign',
      ids: [parcel],
      owners: [id()],
      country: 'ic',
    })
    await publish({ resource: 'users', verb: 'user.update', ids: [id()] })
    await readers.admin.until(5)
    await Promise.all([readers.seller.until(2), readers.agent.until(1), readers.delivery.until(1)])
    await pause(100)
    const seen = (reader: EventReader) => reader.messages.map(({ data }) => [data.verb, data.ids])
    expect(seen(readers.admin).map(([verb]) => verb)).toEqual([
      'order.confirm',
      'order.cancel',
      'order.reopen',
      'shipping.assign',
      'user.update',
    ])
    expect(seen(readers.seller)).toEqual([
      ['order.confirm', [mine]],
      ['order.cancel', null],
    ])
    expect(seen(readers.agent)).toEqual([['shipping.assign', [parcel]]])
    expect(seen(readers.agentElsewhere)).toEqual([])
    expect(seen(readers.delivery)).toEqual([['shipping.assign', null]])
    expect(seen(readers.moderator)).toEqual([])
  })
})

describe('the streams of a user whose reach is changed', () => {
  const verbsOf = (reader: EventReader) => reader.messages.map(({ data }) => data.verb)
  const parcelEvent = (verb: string, country: string) => publish({ resource: 'shippings', verb, country })
  const hears = async (readers: readonly EventReader[], verb: string) => {
    for (const reader of readers)
      await expect.poll(() => verbsOf(reader), { timeout: 10_000 }).toContain(verb)
  }

  it('follow a move to another country, and its undoing, at every instance at once', async () => {
    const other = await buildApp(api.context)
    const elsewhere = await other.listen({ port: 0, host: '127.0.0.1' })
    try {
      const agent = await api.createUser({ role: 'agent', country: 'ic' })
      const { token } = await api.as(agent)
      const readers = [await listen(agent), await readEvents(elsewhere, { token })]
      open.push(...readers)
      const admin = await api.as('admin')
      const moved = await admin.put(`/users/${agent.id}`, { body: { country: 'sn' } })
      expect(moved.status).toBe(200)
      await parcelEvent('shipping.left', 'ic')
      await parcelEvent('shipping.entered', 'sn')
      await hears(readers, 'shipping.entered')
      for (const reader of readers) {
        expect(verbsOf(reader)).not.toContain('shipping.left')
        expect(reader.messages[0]!.event).toBe('reset')
      }
      const changes = await admin.get<{ items: { batchId: string }[] }>(`/users/${agent.id}/history`)
      const undone = await admin.post(`/changes/${changes.body.items[0]!.batchId}/undo`)
      expect(undone.status).toBe(200)
      await parcelEvent('shipping.abroad', 'sn')
      await parcelEvent('shipping.home', 'ic')
      await hears(readers, 'shipping.home')
      for (const reader of readers) expect(verbsOf(reader)).not.toContain('shipping.abroad')
    } finally {
      await other.close()
    }
  })

  it('are sent nothing before their new reach is read', async () => {
    const agent = await api.createUser({ role: 'agent', country: 'ic' })
    const [reader, admins] = [await listen(agent), await listen('admin')]
    const client = new pg.Client(api.context.connectionConfig)
    await client.connect()
    await client.query('begin')
    await client.query('lock table users in access exclusive mode')
    await api.context.pool.query('select pg_notify($1, $2)', [sessionChannel, agent.id])
    await parcelEvent('shipping.left', 'ic')
    await hears([admins], 'shipping.left')
    await client.query(`update users set country = 'sn' where id = $1`, [agent.id])
    await client.query('commit')
    await client.end()
    await parcelEvent('shipping.entered', 'sn')
    await hears([reader], 'shipping.entered')
    expect(verbsOf(reader)).not.toContain('shipping.left')
  })

  it('have it too when the change was missed with the listening connection', async () => {
    const agent = await api.createUser({ role: 'agent', country: 'ic' })
    const reader = await listen(agent)
    const { pool } = api.context
    await pool.query(`update users set country = 'sn' where id = $1`, [agent.id])
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %'`,
    )
    const pids = rows.map(({ pid }) => pid)
    await pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids])
    await expect
      .poll(
        async () => (await pool.query('select 1 from pg_stat_activity where pid = any($1)', [pids])).rowCount,
      )
      .toBe(0)
    await parcelEvent('shipping.left', 'ic')
    await parcelEvent('shipping.entered', 'sn')
    await hears([reader], 'shipping.entered')
    expect(verbsOf(reader)).not.toContain('shipping.left')
  })

  it('end with a role of their user, and hear nothing more', async () => {
    const agent = await api.createUser({ role: 'agent', country: 'ic' })
    const reader = await listen(agent)
    const admins = await listen('admin')
    await (await api.as('admin')).put(`/users/${agent.id}`, { body: { role: 'moderator' } })
    await parcelEvent('shipping.after', 'ic')
    await hears([admins], 'shipping.after')
    await reader.ended
    expect(verbsOf(reader)).not.toContain('shipping.after')
  })
})

describe('a stream that was cut', () => {
  it('resumes after the last event it saw, also one that was only its beginning', async () => {
    const first = await listen('admin')
    await publish({ verb: 'order.confirm' })
    const [seen] = await first.until(1)
    first.close()
    await publish({ verb: 'order.cancel' })
    await publish({ verb: 'order.reopen' })
    for (const lastId of [seen!.id!, first.from()!]) {
      const again = await listen('admin', lastId)
      await publish({ verb: 'order.update' })
      await expect
        .poll(() => again.messages.map(({ data }) => data.verb))
        .toEqual(expect.arrayContaining(['order.cancel', 'order.reopen', 'order.update']))
      expect(again.messages.map(({ event }) => event)).not.toContain('reset')
    }
  })

  it('receives an event of a lower id that committed after the last one seen', async () => {
    const reader = await listen('admin')
    const late = await api.context.pool.connect()
    await late.query('begin')
    const { rows } = await late.query(
      `insert into events (at, resource, verb, country, actor) values (clock_timestamp(), 'orders', 'order.late', 'ic', $1)
       returning id`,
      [actor],
    )
    await publish({ verb: 'order.early' })
    const [seen] = await reader.until(1)
    reader.close()
    await late.query('commit')
    late.release()
    expect(Number(rows[0].id)).toBeLessThan(Number(seen!.id))
    const again = await listen('admin', seen!.id!)
    await publish()
    await expect.poll(() => again.messages.map(({ data }) => data.verb)).toContain('order.late')
  })

  it('is asked to refetch its lists when missed events are no longer stored', async () => {
    for (const lastId of ['999999999', '0', 'nonsense']) {
      const reader = await listen('admin', lastId)
      const [message] = await reader.until(1)
      expect([lastId, message!.event]).toEqual([lastId, 'reset'])
      expect(Number(reader.from())).toBeGreaterThan(0)
    }
  })

  it('misses nothing when the listening connection is lost', async () => {
    const reader = await listen('admin')
    const client = new pg.Client(api.context.connectionConfig)
    await client.connect()
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query ilike 'listen %'`,
    )
    await client.end()
    expect(rowCount).toBeGreaterThan(0)
    await publish({ verb: 'order.while-away' })
    await reader.until(1)
    await publish({ verb: 'order.after' })
    await expect
      .poll(() => reader.messages.map(({ data }) => data.verb))
      .toEqual(expect.arrayContaining(['order.while-away', 'order.after']))
  })
})

describe('a stream ends', () => {
  it('with a logout', async () => {
    const caller = await api.as('admin')
    const reader = await readEvents(origin, { token: caller.token })
    const other = await listen('admin')
    await caller.delete('/sessions/current')
    await reader.ended
    await publish()
    await other.until(1)
    expect(reader.messages).toEqual([])
  })

  it('with a deactivation of its user', async () => {
    const user = await api.createUser({ role: 'agent' })
    const reader = await listen(user)
    await (await api.as('admin')).put(`/users/activate/${user.id}`)
    await reader.ended
  })

  it('and is refused beyond eight a user', async () => {
    const user = await api.createUser()
    const readers = await Promise.all(Array.from({ length: 9 }, () => listen(user)))
    expect(readers.map(({ status }) => status).sort()).toEqual([...Array(8).fill(200), 429])
    readers.find(({ status }) => status === 200)!.close()
    await expect.poll(async () => (await listen(user)).status).toBe(200)
  })

  it('with the server, which does not wait for it', async () => {
    const own = await startApi()
    const at = await own.listen()
    const { token } = await own.as('admin')
    const reader = await readEvents(at, { token })
    await own.close()
    await reader.ended
  })
})
