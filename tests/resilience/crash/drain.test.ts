import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockOrderRow } from '../../support/api/held-row.ts'
import { rounds } from '../../support/is-full.ts'
import { checkBooks } from '../../support/loss/check-books.ts'
import {
  changeMany,
  changeSome,
  importFiles,
  newTotals,
  type RunContext,
  runJobs,
  writeOrders,
} from '../../support/loss/clients.ts'
import { type Company, openDatabase, seedCompany } from '../../support/loss/company.ts'
import { makeGate, untilMore } from '../../support/loss/gate.ts'
import { makeLedger } from '../../support/loss/ledger.ts'
import { makeSender, type Tried } from '../../support/loss/patient-sender.ts'
import { trackGuarantee } from '../../support/trust/guarantee.ts'
import { processesOn } from './database-processes.ts'
import { type RunningWaybill, startWaybill } from './running-waybill.ts'

const stops = rounds(20, 2)
/** Index of the last stop, during which the waiting call is not released. */
const heldUp = rounds(1, 0)
const sizes = { many: rounds(5_000, 1_200), rows: 1_010 }
const writers = 4
/** From SIGTERM to the end of the process; beside other tests only a generous bound. */
const MAX_STOP_MS = rounds(20_000, 90_000)
/** A call this many milliseconds older than an answered one has reached the server. */
const onItsWay = rounds(200, 3_000)

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waybill-stops-'))
let waybill: RunningWaybill
beforeAll(async () => {
  chmodSync(dataDir, 0o711)
  waybill = await startWaybill(dataDir)
})
afterAll(async () => {
  await waybill?.end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

it('SIGTERM under load answers what is under way, refuses what is new, keeps what was acknowledged, and ends', async () => {
  const guarantee = trackGuarantee(
    'SIGTERM under load: calls under way are answered, new ones refused, nothing acknowledged is lost, the process ends',
  )
  const company = await seedCompany(dataDir, waybill.url, { some: 200, many: sizes.many, people: writers })
  const gate = makeGate()
  const tried: Tried[] = []
  let isOver = false
  const run: RunContext = {
    company,
    sizes,
    ledger: makeLedger(guarantee.broke),
    totals: newTotals(),
    broke: guarantee.broke,
    isOver: () => isOver,
  }
  const server = { url: () => waybill.url, token: company.token, gate }
  const send = makeSender({ ...server, onTried: (one) => tried.push(one) }, guarantee.broke)
  const clients = [
    ...Array.from({ length: writers }, (_, worker) => writeOrders(run, send, worker)),
    ...[changeSome, changeMany, importFiles, runJobs].map((client) => client(run, send)),
  ]
  const took: number[] = []
  const seen = { answered: 0, refused: 0 }
  for (let round = 0; round < stops + heldUp; round++) {
    tried.length = 0
    gate.open()
    const idleConnection = connect(Number(new URL(waybill.url).port), '127.0.0.1').on('error', () => {})
    const stream = listenToEvents(waybill.url, company)
    const waitingCall = await holdUp(waybill.url, company)
    await untilMore(run.ledger.count, MAX_STOP_MS)
    await sleep(Math.random() * 700)
    const arrived = performance.now() - onItsWay
    await fetch(`${waybill.url}/healthz`)
    const stoppedAt = performance.now()
    const ending = waybill.end('SIGTERM')
    if (round < stops) await waitingCall.release()
    const code = await ending
    took.push(performance.now() - stoppedAt)
    await gate.close()
    if (round >= stops) await waitingCall.release()
    else if ((await waitingCall.status) !== 200)
      guarantee.broke(`a call that was held up: ${await waitingCall.status}`)
    idleConnection.destroy()
    await stream
    guarantee.tried()
    if (code !== 0) guarantee.broke(`it ended with ${code}`)
    if (took.at(-1)! > MAX_STOP_MS) guarantee.broke(`it ended after ${Math.round(took.at(-1)!)} ms`)
    if (processesOn(dataDir).length > 0) guarantee.broke('its database is still there')
    for (const one of tried.filter(({ ended }) => ended > stoppedAt)) {
      const why = whyNot(one, arrived, round < stops)
      if (why !== null) guarantee.broke(`${one.call.method} ${one.call.path}: ${why}`)
      if (one.status >= 200 && one.status < 300) seen.answered++
      else seen.refused++
    }
    waybill = await startWaybill(dataDir)
    await checkBooks(dataDir, run)
  }
  isOver = true
  gate.open()
  await Promise.all(clients)
  await checkBooks(dataDir, run)
  expect(seen.answered).toBeGreaterThan(0)
  const sorted = took
    .slice(0, stops)
    .toSorted((one, other) => one - other)
    .map(Math.round)
  guarantee.report(
    `ended after ${sorted[sorted.length >> 1]} ms (median), ${sorted.at(-1)} ms (worst)` +
      `${heldUp === 0 ? '' : `, ${Math.round(Math.max(...took.slice(stops)))} ms held up by a lock`}; ` +
      `${seen.answered} calls under way answered, ${seen.refused} refused; ${run.ledger.count()} single writes kept`,
  )
})

/** What is wrong with the outcome of a call that was pending at SIGTERM; null if nothing is. */
const whyNot = ({ began, status, text }: Tried, arrived: number, isDrained: boolean): string | null => {
  if (status >= 200 && status < 300) return null
  const isUnderWay = began < arrived
  if (status === 0) return isUnderWay && isDrained ? 'it was under way, and had no answer' : null
  // Refused because the server stops or the pool is exhausted: no effect, to be retried.
  const isRefused = status === 503 && /"code":"(INTERRUPTED|OVERLOADED)"/.test(text)
  const isAtWork = status === 409 && text.includes('IDEMPOTENCY_IN_FLIGHT')
  return isRefused || isAtWork ? null : `${status} ${text.slice(0, 300)}`
}

const listenToEvents = async (url: string, { token }: Company): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${url}/api/events`, { headers })
    .then((response) => response.text())
    .catch(() => {})
}

type WaitingCall = { status: Promise<number>; release: () => Promise<void> }
let made = 0

/** A call that has certainly reached the server: it waits for an order that another connection has locked. */
const holdUp = async (url: string, { token, products }: Company): Promise<WaitingCall> => {
  const send = (method: string, path: string, body: object) =>
    fetch(`${url}/api/orders${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const created = await send('POST', '', {
    country: 'ic',
    product: products.single.id,
    customerName: `Attente ${++made}`,
    customerPhone: '+2250701020304',
    customerAddress: 'Cocody, Abidjan',
    quantity: 1,
  })
  const { id } = (await created.json()) as { id: string }
  const { context, close } = openDatabase(dataDir)
  const row = await lockOrderRow({ context }, id)
  const status = send('PUT', `/status/${id}`, { status: 'NOT_REACHABLE' }).then(
    (answer) => answer.status,
    () => 0,
  )
  await row.reached()
  return {
    status,
    release: async () => {
      await row.release()
      await close()
    },
  }
}
