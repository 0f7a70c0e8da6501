import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningWaybill, startWaybill } from '../crash/running-waybill.ts'
import { type FormerVersion, formerVersion, isInHistory } from './former-version.ts'

type Row = Record<string, unknown> & { id: string }
type Answer = { status: number; body: Record<string, unknown> }
type Client = {
  call: (method: string, path: string, body?: unknown) => Promise<Answer>
  /** Every record of a list, in the order of their identifiers; null where the version has no such list. */
  everything: (list: string) => Promise<Row[] | null>
  /** A checksum of a file's bytes. */
  file: (path: string) => Promise<string>
}

const lists = [
  ...['orders', 'shippings', 'products', 'users', 'invoices', 'affiliates', 'requests'],
  ...['expeditions', 'packages', 'manifests', 'handovers', 'changes'],
] as const

const enter = async (url: string): Promise<Client> => {
  let token = ''
  const call: Client['call'] = async (method, address, body) => {
    const answer = await fetch(`${url}/api/${address}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : {} }
  }
  const entered = await call('POST', 'sessions', { email: 'admin@waybill.test', password: 'waybill-demo' })
  expect(entered.status).toBeLessThan(300)
  token = entered.body.token as string
  return {
    call,
    everything: async (list) => {
      const rows: Row[] = []
      for (;;) {
        const { status, body } = await call('GET', `${list}?limit=100&skip=${rows.length}`)
        if (status === 404) return null
        expect({ list, status }).toEqual({ list, status: 200 })
        const { items, total } = body as { items: Row[]; total: number }
        rows.push(...items)
        if (rows.length >= total || items.length === 0) return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      }
    },
    file: async (address) => {
      const answer = await fetch(`${url}${address}`)
      expect({ address, status: answer.status }).toEqual({ address, status: 200 })
      return createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex')
    },
  }
}

type Facts = {
  records: Record<string, Row[]>
  pictures: Record<string, string>
  lines: Record<string, unknown>
}

/** All that the version shows to an administrator. */
const factsOf = async (client: Client): Promise<Facts> => {
  const records: Record<string, Row[]> = {}
  for (const list of lists) {
    const rows = await client.everything(list)
    if (rows !== null) records[list] = rows
  }
  const pictures: Record<string, string> = {}
  const shown = new Set(records.products!.map(({ productImage }) => productImage as string | null))
  for (const address of shown) if (address?.startsWith('/')) pictures[address] = await client.file(address)
  const lines: Record<string, unknown> = {}
  for (const { id } of records.invoices!.slice(-20))
    lines[id] = (await client.call('GET', `invoices/${id}`)).body.lines
  return { records, pictures, lines }
}

/** What the rows hold of the fields that the former ones had. */
const asBefore = (rows: Row[], former: Row[]): Row[] => {
  const fieldsOf = new Map(former.map((row) => [row.id, Object.keys(row)]))
  return rows.map((row) => {
    const kept = fieldsOf.get(row.id) ?? Object.keys(row)
    return Object.fromEntries(kept.map((name) => [name, row[name]])) as Row
  })
}

/** Whether its demo company came with pictures. */
const versions = [
  { commit: '226733b', hasPictures: false },
  { commit: '2a4237ef', hasPictures: true },
  { commit: 'v1.0.0', hasPictures: true },
]

for (const { commit, hasPictures } of versions) {
  describe.skipIf(!isInHistory(commit))(`a company that comes from ${commit}`, () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-upgrade-'))
    chmodSync(folder, 0o711)
    const place = (name: string) => path.join(folder, name)
    let former: FormerVersion
    let before: Facts
    let batch: string
    let confirmed: string[]
    let present: RunningWaybill
    let client: Client

    beforeAll(async () => {
      former = formerVersion(commit, place('sources'))
      const server = await former.start(place('data'), 400)
      const own = await enter(server.url)
      const pending = await own.call('GET', 'orders?limit=5&status=PENDING&country=ic')
      confirmed = (pending.body.items as Row[]).map(({ id }) => id)
      expect(confirmed).toHaveLength(5)
      const done = await own.call('PUT', 'orders/status', { ids: confirmed, status: 'CONFIRMED' })
      expect(done.status).toBe(200)
      batch = done.body.batchId as string
      before = await factsOf(own)
      former.backup(place('data'), place('before.backup'))
      await server.stop()
      present = await startWaybill(place('data'))
      client = await enter(present.url)
    }, 600_000)
    afterAll(async () => {
      await present?.end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    })

    it('has every record, with what it said', async () => {
      const { records } = await factsOf(client)
      for (const list of lists) {
        const rows = before.records[list]
        if (rows === undefined) continue
        expect(rows.length, list).toBeGreaterThan(0)
        expect({ list, rows: asBefore(records[list]!, rows) }).toEqual({
          list,
          rows,
        })
      }
    }, 300_000)

    it('has its pictures, byte by byte, and the lines of its invoices', async () => {
      const { pictures, lines } = await factsOf(client)
      expect(pictures).toEqual(before.pictures)
      expect(Object.keys(pictures).length > 0).toBe(hasPictures)
      expect(Object.keys(lines).length).toBeGreaterThan(5)
      for (const [id, former] of Object.entries(before.lines) as [string, Row[]][]) {
        const order = (rows: Row[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
        expect(asBefore(order(lines[id] as Row[]), former)).toEqual(order(former))
      }
    }, 300_000)

    it('goes on: what was done before is undone', async () => {
      const undone = await client.call('POST', `changes/${batch}/undo`)
      expect(undone.status).toBe(200)
      const { body } = await client.call('GET', `orders?ids=${confirmed.join(',')}`)
      expect((body.items as Row[]).map(({ status }) => status)).toEqual(confirmed.map(() => 'PENDING'))
    })

    it('goes back by the backup of before', async () => {
      former.restore(place('back'), place('before.backup'))
      const server = await former.start(place('back'), 400)
      try {
        const facts = await factsOf(await enter(server.url))
        expect(facts.records).toEqual(before.records)
        expect(facts.lines).toEqual(before.lines)
      } finally {
        await server.stop()
      }
    }, 300_000)
  })
}
