import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request, type ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { Problem } from '../../domain/changes/changes.ts'
import { buildApp } from '../../server/app.ts'
import { usualBounds } from '../../server/core/bounds.ts'
import { labelTurns } from '../../server/modules/labels/label-turns.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()

const anotherAdmin = async () => api.as(await api.createUser({ role: 'admin' }))

const parcels = async (count: number): Promise<string[]> => {
  const ids = await shop.orders(await shop.product({ quantity: count }), count)
  const { batchId } = await shop.bulk({ ids, status: 'CONFIRMED' })
  const { rows } = await api.context.pool.query(
    `select record_id from changes where batch_id = $1 and resource = 'shippings'`,
    [batchId],
  )
  return rows.map(({ record_id }) => record_id)
}

/** Runs while all label slots are taken. */
const whileAllAreDrawn = async (run: () => Promise<void>): Promise<void> => {
  const free = await Promise.all(['one', 'two', 'three', 'four'].map((user) => labelTurns.acquire(user)))
  try {
    await run()
  } finally {
    for (const give of free) give()
  }
}

it('refuses the calls for labels of one user beyond those that may wait, and serves another', async () => {
  const [one, other] = [await anotherAdmin(), await anotherAdmin()]
  const ids = await parcels(3)
  const ask = (caller: typeof one) => caller.post<Problem>('/shippings/labels', { body: { ids } })
  const calls: ReturnType<typeof ask>[] = []
  const statuses: number[] = []
  await whileAllAreDrawn(async () => {
    for (let count = 0; count < usualBounds.waitingSpreadsheets + 3; count++) {
      const call = ask(one)
      call.then(({ status }) => statuses.push(status))
      calls.push(call)
    }
    await expect.poll(() => statuses).toEqual([429, 429, 429])
    calls.push(ask(other))
    // A single label needs a slot too.
    const single = await one.get<Problem>(`/shippings/${ids[0]}/label.svg`)
    expect([single.status, single.body.code]).toEqual([429, 'TOO_MANY_CALLS'])
    expect(Number(single.headers['retry-after'])).toBeGreaterThan(0)
  })
  const answers = (await Promise.all(calls)).map(({ status }) => status)
  expect(answers.filter((status) => status === 200)).toHaveLength(usualBounds.waitingSpreadsheets + 1)
})

it('forgets the labels of a caller who leaves, and reports no bug: while they wait, are drawn or are sent', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const app = await buildApp(api.context, { logger: { level: 'debug', stream } })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const { token } = await anotherAdmin()
  const ids = await parcels(60)
  const leave = async (when: (answer: Promise<void>) => Promise<unknown>): Promise<void> => {
    const arrived = once(app.server, 'request')
    const sent = request(`${origin}/api/shippings/labels`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'accept-encoding': 'br, gzip',
      },
    })
    sent.on('error', () => {})
    const answer = new Promise<void>((resolve) => {
      sent.once('response', (response) => response.once('data', () => resolve()))
    })
    sent.end(JSON.stringify({ ids }))
    const [, response] = (await arrived) as [unknown, ServerResponse]
    const closed = once(response, 'close')
    await when(answer)
    sent.destroy()
    await closed
  }
  const soon = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  await whileAllAreDrawn(() => leave(() => soon(100)))
  for (const milliseconds of [0, 10, 30, 60, 120]) {
    await leave(() => soon(milliseconds))
    // All slots were released.
    await whileAllAreDrawn(async () => {})
  }
  await leave((answer) => answer)
  await app.close()
  const loud = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)
  expect(loud).toEqual([])
})

it('answers the same in every encoding', async () => {
  const { token } = await anotherAdmin()
  const ids = await parcels(25)
  const ask = (encoding: string) =>
    api.app.inject({
      method: 'POST',
      url: '/api/shippings/labels',
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
      payload: { ids },
    })
  const plain = (await ask('identity')).json()
  expect(plain.items).toHaveLength(25)
  for (const { id, svg } of plain.items) {
    expect(ids).toContain(id)
    expect(svg).toMatch(/^<svg .*<\/svg>$/s)
  }
  expect(JSON.parse(brotliDecompressSync((await ask('br')).rawPayload).toString())).toEqual(plain)
  expect(JSON.parse(gunzipSync((await ask('gzip')).rawPayload).toString())).toEqual(plain)
})

it('draws in its thread alone', () => {
  for (const file of ['routes.ts', 'label-turns.ts']) {
    const text = readFileSync(`server/modules/labels/${file}`, 'utf8')
    expect(text).not.toMatch(/^import (?!type).*draw-labels/m)
  }
})
