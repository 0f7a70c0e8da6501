import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '../../../domain/changes/changes.ts'
import type { Job } from '../../../domain/jobs/job.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { Claim } from '../../../domain/triage/claim.ts'
import { readEvents } from '../../support/api/event-reader.ts'
import { insertUser } from '../../support/api/insert-user.ts'
import { orderInput } from '../../support/api/shop.ts'
import {
  type Answer,
  type CompanyOfThree,
  openCompanyOfThree,
} from '../../support/instances/company-of-three.ts'
import { isFull, rounds } from '../../support/is-full.ts'
import { untilMore } from '../../support/loss/gate.ts'
import { trackGuarantee } from '../../support/trust/guarantee.ts'
import { makeOrderWriter } from './order-writer.ts'

type Coded = Pick<Problem, 'code'>

/** Time in which the other instances must write something; beside other tests a generous bound. */
const MAX_GAP_MS = rounds(5_000, 30_000)

let three: CompanyOfThree
beforeAll(async () => {
  three = await openCompanyOfThree()
})
afterAll(() => three?.close())

const times = <Result>(count: number, make: (at: number) => Result): Result[] =>
  Array.from({ length: count }, (_, at) => make(at))
const newOrder = (options: { key?: string; origin?: string } = {}) =>
  three.ask<Order & Coded>('POST', '/orders', { body: orderInput(three.product), ...options })

describe('three instances behind a balancer', () => {
  it('publish each change to the streams of all of them', async () => {
    const guarantee = trackGuarantee('three instances: each change reaches the streams of all of them')
    const streams = await Promise.all(
      three.instances.flatMap(({ url }) => times(2, () => readEvents(url, { token: three.admin.token }))),
    )
    const made = await Promise.all(times(rounds(100, 15), () => newOrder()))
    const ids = made.map((one) => one!.body.id)
    const isHeard = (id: string) => (stream: (typeof streams)[number]) =>
      stream.messages.some(({ data }) => data.ids?.includes(id))
    await expect
      .poll(() => ids.every((id) => streams.every(isHeard(id))))
      .toBe(true)
      .catch(() => {})
    for (const id of ids)
      for (const stream of streams) {
        guarantee.tried()
        if (!isHeard(id)(stream)) guarantee.broke(`a stream has not heard of ${id}`)
      }
    for (const { close } of streams) close()
    const used = new Set(made.map((one) => one!.instance))
    if (used.size !== 3) guarantee.broke(`only ${used.size} instances were asked`)
    guarantee.report(`${ids.length} changes, ${streams.length} streams`)
  })

  it('give an order to one caller only', async () => {
    const guarantee = trackGuarantee('three instances: no order is claimed by two callers at once')
    await three.orders(rounds(300, 60))
    const agents = await Promise.all(times(6, () => three.signIn()))
    const claims = await Promise.all(
      agents.map(async ({ token }) => {
        const claimed: string[] = []
        for (;;) {
          const body = { where: {}, keep: claimed, count: 2 }
          const answer = await three.ask<Claim & Coded>('POST', '/orders/claim', { token, body })
          guarantee.tried()
          if (answer?.status !== 200) {
            guarantee.broke(`a claim was answered ${answer?.status} ${answer?.body.code}`)
            return claimed
          }
          const { order, ahead } = answer.body
          if (order === null || claimed.length >= 90) return claimed
          claimed.push(order.id, ...ahead.map(({ id }) => id))
        }
      }),
    )
    const all = claims.flat()
    if (new Set(all).size !== all.length)
      guarantee.broke(`${all.length - new Set(all).size} orders were given twice`)
    guarantee.report(`${all.length} orders in ${agents.length} hands`)
  })

  it('answer a call again under its key, wherever it arrives', async () => {
    const guarantee = trackGuarantee('three instances: one effect a key, whichever instance gets the retry')
    for (let round = 0; round < rounds(100, 15); round++) {
      const key = newId()
      const body = orderInput(three.product)
      const origins = three.instances.map(({ url }) => url)
      const send = (origin: string) => three.ask<Order & Coded>('POST', '/orders', { body, key, origin })
      const answers = await Promise.all(origins.map(send))
      for (const origin of origins) answers.push(await send(origin))
      const { rows } = await three.context.pool.query<{ id: string }>(
        'select id from orders where customer_name = $1',
        [body.customerName],
      )
      guarantee.sum(answers, (answer) =>
        answer?.status === 201 && answer.body.id === rows[0]?.id
          ? null
          : answer?.body.code === 'IDEMPOTENCY_IN_FLIGHT'
            ? null
            : `answered ${answer?.status} ${answer?.body.code}`,
      )
      if (rows.length !== 1) guarantee.broke(`${rows.length} orders under one key`)
      const other = await three.ask<Problem>('POST', '/orders', { body: orderInput(three.product), key })
      guarantee.tried()
      if (other?.status !== 422) guarantee.broke(`another body under the key was answered ${other?.status}`)
    }
    guarantee.report()
  })

  it('do a job once, also where the one that does it is killed', async () => {
    const guarantee = trackGuarantee('three instances: a job is done once, also where its instance is killed')
    for (let round = 0; round < rounds(4, 1); round++) {
      const ids = await three.orders(1_200)
      const status = 'NOT_REACHABLE'
      const headers = { prefer: 'respond-async' }
      const begun = await three.ask<Job>('PUT', '/orders/status', {
        body: { ids, status },
        headers,
        key: newId(),
      })
      guarantee.tried(ids.length)
      if (begun?.status !== 202) {
        guarantee.broke(`a job was answered ${begun?.status}`)
        continue
      }
      if (round > 0) {
        await sleep(Math.random() * 200)
        await three.kill(round % 3)
      }
      await expect
        .poll(async () => (await three.ask<Job>('GET', `/jobs/${begun.body.id}`))?.body.status)
        .toBe('DONE')
        .catch(() => guarantee.broke('a job was not done'))
      const { rows } = await three.context.pool.query<{ changes: number; records: number }>(
        `select count(*)::int as changes, count(distinct record_id)::int as records from changes
         where record_id = any($1::uuid[]) and verb = 'order.not-reachable'`,
        [ids],
      )
      const { changes, records } = rows[0]!
      if (changes !== ids.length || records !== ids.length)
        guarantee.broke(`${changes} changes of ${records} orders, not ${ids.length}`)
      if (round > 0) await three.restart(round % 3)
    }
    guarantee.report('changes counted one by one')
  })

  it('lose nothing acknowledged when one is killed under load', async () => {
    const guarantee = trackGuarantee('three instances: kill -9 of one under load loses nothing acknowledged')
    const target = { url: three.balancer.url, token: three.admin.token, product: three.product.id }
    const writer = makeOrderWriter(6)
    const gaps: number[] = []
    for (let round = 0; round < rounds(12, 1); round++) {
      const stop = writer.write(target)
      await untilMore(writer.count, MAX_GAP_MS)
      await sleep(Math.random() * 200)
      await three.kill(round % 3)
      const killedAt = performance.now()
      const goesOn = await untilMore(writer.count, MAX_GAP_MS)
      gaps.push(performance.now() - killedAt)
      if (!goesOn) guarantee.broke(`the two others wrote nothing in ${MAX_GAP_MS} ms`)
      await untilMore(writer.count, MAX_GAP_MS)
      await stop()
      await three.restart(round % 3)
    }
    guarantee.tried(writer.count())
    for (const why of await writer.missing(target)) guarantee.broke(why)
    for (const why of writer.failures.keys())
      if (why !== 'no answer') guarantee.broke(`a call was answered ${why}`)
    const cut = writer.failures.get('no answer') ?? 0
    guarantee.report(
      `${rounds(12, 1)} kills, ${cut} calls cut, the next write within ${Math.round(Math.max(...gaps))} ms`,
    )
  })

  it('count logins and mails together, also after a restart', async () => {
    const guarantee = trackGuarantee(
      'three instances: limits of logins and mails hold across them and a restart',
    )
    const { pool } = three.context
    const logIn = (email: string, at: number) =>
      three.ask<Problem>('POST', '/sessions', {
        token: null,
        body: { email, password: 'wrong password' },
        origin: three.instances[at % 3]!.url,
      })
    const isShut = (answer: Answer<Problem> | null) =>
      answer?.status === 429 && answer.body.code === 'TOO_MANY_ATTEMPTS'
    const count = (all: readonly (Answer<Problem> | null)[]) => all.filter((answer) => !isShut(answer)).length

    const [one, another] = [await insertUser(three.context), await insertUser(three.context)]
    const passed = count(await Promise.all(times(12, (at) => logIn(one.email, at))))
    guarantee.tried(12)
    if (passed !== 5) guarantee.broke(`${passed} logins of one account were looked at at once, not 5`)
    await Promise.all(
      times(6, (at) =>
        three.ask('POST', '/forget-password', {
          token: null,
          body: { email: another.email },
          origin: three.instances[at % 3]!.url,
        }),
      ),
    )
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int from mails where "user" = $1',
      [another.id],
    )
    guarantee.tried(6)
    if (rows[0]!.count !== 2) guarantee.broke(`${rows[0]!.count} mails to one address within an hour, not 2`)

    const ended = isFull ? [0, 1, 2] : [0]
    for (const at of ended) await three.kill(at)
    await Promise.all(ended.map((at) => three.restart(at)))
    guarantee.tried(3)
    if (count(await Promise.all(times(3, (at) => logIn(one.email, at)))) > 0)
      guarantee.broke('open after a restart')
    await three.ask('POST', '/forget-password', { token: null, body: { email: another.email } })
    const after = await pool.query<{ count: number }>('select count(*)::int from mails where "user" = $1', [
      another.id,
    ])
    guarantee.tried()
    if (after.rows[0]!.count !== 2) guarantee.broke('a third mail after a restart')

    await pool.query("delete from attempts where key like 'address:%'")
    const emails = times(40, (at) => `nobody-${at}@test.example`)
    const addresses = count(await Promise.all(emails.map(logIn)))
    guarantee.tried(emails.length)
    if (addresses !== 20)
      guarantee.broke(`${addresses} logins from one address were looked at at once, not 20`)
    guarantee.report()
  })
})
