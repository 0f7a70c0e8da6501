import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { type EventReader, readEvents } from '../support/api/event-reader.ts'
import { startApi, type TestApi } from '../support/api/start-api.ts'
import { rounds } from '../support/is-full.ts'
import { trackGuarantee } from '../support/trust/guarantee.ts'

const bound = 8

let api: TestApi
let other: FastifyInstance
let origins: string[]
beforeAll(async () => {
  api = await startApi()
  other = await buildApp(api.context)
  origins = [await api.listen(), await other.listen({ port: 0, host: '127.0.0.1' })]
})
afterAll(async () => {
  await other.close()
  await api.close()
})

const [here, there] = [0, 1]
const open = (token: string, at = here): Promise<EventReader> => readEvents(origins[at]!, { token })
/** A stream must end within this time even on a busy machine. */
const MAX_WAIT_MS = 20_000
const endsWithin = (reader: EventReader, milliseconds: number): Promise<boolean> =>
  Promise.race([
    reader.ended.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), milliseconds)),
  ])

it('are so many a user and no more, however they are opened, and free again when they end', async () => {
  const guarantee = trackGuarantee('event streams are bounded per user on each instance')
  for (let round = 0; round < rounds(5, 1); round++) {
    const user = await api.createUser()
    const tokens = await Promise.all(Array.from({ length: 3 }, async () => (await api.as(user)).token))
    const readers = await Promise.all(Array.from({ length: 40 }, (_, at) => open(tokens[at % 3]!)))
    const taken = readers.filter(({ status }) => status === 200)
    guarantee.tried(readers.length)
    if (taken.length !== bound) guarantee.broke(`${taken.length} of 40 opened at once`)
    if (readers.some(({ status }) => ![200, 429].includes(status))) guarantee.broke('refused in another way')
    const neighbour = await open((await api.as(await api.createUser())).token)
    guarantee.tried()
    if (neighbour.status !== 200) guarantee.broke(`somebody else: ${neighbour.status}`)
    for (const reader of [...taken, neighbour]) reader.close()
    guarantee.tried()
    await vi
      .waitFor(
        async () => {
          const again = await open(tokens[0]!)
          again.close()
          expect(again.status).toBe(200)
        },
        { timeout: MAX_WAIT_MS },
      )
      .catch(() => guarantee.broke('not free again'))
  }
  guarantee.report(`${bound} a user`)
})

it('end when their token dies, on every instance', async () => {
  const guarantee = trackGuarantee('event streams close when their token dies, on every instance')
  const waits: number[] = []
  for (let round = 0; round < rounds(10, 1); round++) {
    const admin = await api.as('admin')
    const enders: Record<string, (id: string, token: string) => Promise<unknown>> = {
      logout: (_, token) => api.anybody.delete('/sessions/current', { headers: { authorization: token } }),
      deactivation: (id) => admin.put(`/users/activate/${id}`),
      'another role': (id) => admin.put(`/users/${id}`, { body: { role: 'moderator' } }),
      'another password': (id) =>
        admin.put(`/users/password/${id}`, { body: { password: 'dix-sept girafes' } }),
      deletion: (id) => admin.put('/users/delete', { body: { ids: [id] } }),
    }
    for (const [what, end] of Object.entries(enders)) {
      const user = await api.createUser({ role: 'agent' })
      const { token } = await api.as(user)
      const readers = [await open(token), await open(token, there)]
      const bystander = await open((await api.as(await api.createUser({ role: 'agent' }))).token)
      const began = performance.now()
      await end(user.id, token)
      for (const reader of readers) {
        guarantee.tried()
        if (await endsWithin(reader, MAX_WAIT_MS)) waits.push(performance.now() - began)
        else guarantee.broke(`${what}: still open`)
        reader.close()
      }
      guarantee.tried()
      if (await endsWithin(bystander, 50)) guarantee.broke(`${what}: ended somebody else's`)
      bystander.close()
    }
  }
  guarantee.report(`at the latest after ${Math.round(Math.max(...waits))} ms`)
})

it('never open for a token that dies while they do', async () => {
  const guarantee = trackGuarantee('a stream opened while its token dies ends with it')
  for (let round = 0; round < rounds(40, 3); round++) {
    const caller = await api.as(await api.createUser())
    const opening = Array.from({ length: 4 }, () => open(caller.token).catch(() => null))
    await new Promise((resolve) => setTimeout(resolve, round % 12))
    await caller.delete('/sessions/current')
    for (const reader of await Promise.all(opening)) {
      guarantee.tried()
      if (reader === null) continue
      if (reader.status === 200 && !(await endsWithin(reader, MAX_WAIT_MS))) guarantee.broke('lives on')
      reader.close()
    }
  }
  guarantee.report()
})

it('carry the headers of every answer', async () => {
  const guarantee = trackGuarantee('event streams are not framed, sniffed or cached')
  const { token } = await api.as('admin')
  const { status, headers, body } = await fetch(`${origins[here]}/api/events`, {
    headers: { authorization: token },
  })
  await body?.cancel()
  expect(status).toBe(200)
  const wanted: Record<string, RegExp> = {
    'content-type': /^text\/event-stream/,
    'cache-control': /^no-store$/,
    'x-content-type-options': /^nosniff$/,
    'content-security-policy': /default-src 'none'/,
    'x-frame-options': /^DENY$/,
    'x-request-id': /^[\w-]{36}$/,
  }
  for (const [name, pattern] of Object.entries(wanted)) {
    guarantee.tried()
    if (!pattern.test(headers.get(name) ?? '')) guarantee.broke(`${name}: ${headers.get(name)}`)
  }
  guarantee.report()
})
