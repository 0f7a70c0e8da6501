import { request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '../../server/openapi/openapi.ts'
import { writeWorkbook } from '../../server/spreadsheets/write-workbook.ts'
import { recordBodies } from '../support/access/call-bodies.ts'
import { makeWorld } from '../support/access/make-world.ts'
import { plainBodies } from '../support/access/plain-cells.ts'
import { readSpecAccess } from '../support/access/read-spec-access.ts'
import { testPassword } from '../support/api/insert-user.ts'
import { openApi, type TestApi } from '../support/api/start-api.ts'
import { isFull } from '../support/is-full.ts'
import { printSeed, testSeed } from '../support/sample-of.ts'
import { multipartBody, multipartType } from '../support/spreadsheets/upload.ts'

const api = await openApi()
const world = await makeWorld(api)
const admin = await api.as('admin')
const origin = await api.listen()

type Actor = Awaited<ReturnType<TestApi['as']>>

/** Events that end the permission to write while a body is being sent. */
const removals: Record<string, (actor: Actor) => Promise<{ status: number }>> = {
  deleted: ({ user }) => admin.put('/users/delete', { body: { ids: [user.id] } }),
  deactivated: ({ user }) => admin.put(`/users/activate/${user.id}`),
  demoted: ({ user }) => admin.put(`/users/${user.id}`, { body: { role: 'delivery' } }),
  'logged out': (actor) => actor.delete('/sessions/current'),
  'no longer verified': ({ user }) => admin.put(`/users/${user.id}`, { body: { isEmailVerified: false } }),
}

const spec = readSpecAccess()
const calls = [
  ...spec.records.map((call) => ({ ...call, isOfRecord: true })),
  ...spec.plain.map((call) => ({ ...call, resource: '', isOfRecord: false })),
].filter(({ method }) => method !== 'GET')

/** Calls with a body that write nothing: previews and dry runs. */
const readers = ['POST orders/upload-multiple/failed', 'POST orders/download-multiple-template']

const writes = calls.filter(({ call }) => !readers.includes(call))

/** A full run tries every write with every removal; a short run half of the writes with one each, at random. */
printSeed('removed actors')
const tried = Object.entries(removals).map(([name, remove], at, { length }) => ({
  name,
  remove,
  calls: writes.filter(({ call }, nth) => {
    const turn = (nth + testSeed) % (2 * length)
    const isDrawn = turn < length || call === 'POST orders/upload-multiple'
    return isFull || (isDrawn && turn % length === at)
  }),
}))

it('covers every write call of the document', async () => {
  const { body } = await api.anybody.get<OpenApiDocument>('/openapi.json')
  const described = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { security }]) => method !== 'get' && security?.length !== 0)
      .map(([method]) => `${method.toUpperCase()} ${path.replace(/^(\/api)?\//, '')}`),
  )
  expect(calls.map(({ call }) => call)).toEqual(expect.arrayContaining(described.filter(isOfAdmitted)))
})

const isOfAdmitted = (call: string): boolean =>
  !spec.ofSession.includes(call) && !spec.ofAnybody.includes(call)

describe.each(tried)('an actor who is $name before the body has arrived', ({ remove, calls: ofRemoval }) => {
  it.each(ofRemoval)('writes nothing by $call', async ({ call, method, path, resource, isOfRecord }) => {
    const id = isOfRecord
      ? await world.make(resource, 'own', 'admin')
      : await world.make('products', 'own', 'admin')
    const body = isOfRecord
      ? (recordBodies[call]?.(id, world, 'own') ?? {})
      : {
          ...plainBodies[call]?.({ id, country: 'ic' }),
          ...(call === 'POST advertising'
            ? { country: 'ic', product: id, day: '2026-01-05', amount: 1 }
            : {}),
          ...(call === 'POST views' ? { resource: 'orders' } : {}),
          ...(call === 'PUT intake/map' ? { source: id, product: id, sku: 'A-1' } : {}),
        }
    const actor = await api.as(await api.createUser({ role: 'admin' }))
    const sending = await beginCall(
      actor,
      method,
      `/api/${path.replace(/\{\w+\}/, id)}`,
      payloadOf(call, body),
    )
    expect((await remove(actor)).status).toBeLessThan(300)
    const before = await written()
    const { status, text } = await sending.finish()
    expect({ status: [401, 403].includes(status) ? 'refused' : `${status} ${text}` }).toEqual({
      status: 'refused',
    })
    expect(await written()).toEqual(before)
  })
})

type Payload = { type: string; bytes: Buffer }

const payloadOf = (call: string, body: object): Payload =>
  uploads[call]?.() ?? { type: 'application/json', bytes: Buffer.from(JSON.stringify(bodies[call] ?? body)) }

const uploads: Record<string, () => Payload> = {
  'POST orders/upload-multiple': () => ({ type: multipartType, bytes: multipartBody(workbook()) }),
  'POST images': () => ({ type: 'image/png', bytes: picture }),
}

const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

const bodies: Record<string, object> = {
  'POST handovers': { country: 'ic', delivery: newId(), counted: 0, seen: 'x' },
  'PUT profile/password': { currentPassword: testPassword, password: 'dix-sept girafes' },
}

const workbook = () => {
  const header = ['Produit', 'Nom', 'Téléphone', 'Adresse', 'Qté', 'Prix', 'Réf']
  return writeWorkbook([
    { name: 'Feuil1', rows: [header, ['Lampe', 'Awa', '0701020304', 'Cocody', 1, 5_000, 'A1']] },
  ])
}

/** Sends a call without the last byte of its body and waits until the server has read the session. */
const beginCall = async ({ token }: Actor, method: string, path: string, { type, bytes }: Payload) => {
  await api.context.pool.query(
    `update sessions set last_used_at = now() - interval '5 minutes' where token_hash = sha256($1::bytea)`,
    [token],
  )
  const call = httpRequest(`${origin}${path}`, {
    method,
    headers: { authorization: token, 'content-type': type, 'content-length': bytes.length },
  })
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    call.on('error', reject)
    call.on('response', async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part as Buffer)
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() })
    })
  })
  call.write(bytes.subarray(0, -1))
  while (await isIdle(token)) await sleep(5)
  return {
    finish: () => {
      call.end(bytes.subarray(-1))
      return answered
    },
  }
}

const isIdle = async (token: string): Promise<boolean> => {
  const { rows } = await api.context.pool.query(
    `select last_used_at < now() - interval '2 minutes' as idle from sessions where token_hash = sha256($1::bytea)`,
    [token],
  )
  return rows[0].idle
}

/** Every row of every table. */
const written = async (): Promise<Record<string, string>> => {
  const { rows } = await api.context.pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const counted = rows.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(t::text, ' ' order by t::text)) as rows from ${name} t`,
  )
  const tables = await api.context.pool.query(counted.join(' union all '))
  return Object.fromEntries(tables.rows.map(({ name, rows: text }) => [name, text]))
}
