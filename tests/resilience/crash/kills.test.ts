import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { processIdentity } from '../../../server/db/data-folder.ts'
import { expectSoundHistory } from '../../support/api/sound-history.ts'
import { expectSoundInvoices } from '../../support/api/sound-invoices.ts'
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
import { type Gate, makeGate, untilMore } from '../../support/loss/gate.ts'
import { makeLedger } from '../../support/loss/ledger.ts'
import { makeSender, type Tried } from '../../support/loss/patient-sender.ts'
import { trackGuarantee } from '../../support/trust/guarantee.ts'
import { countServers, serverPid, someBackend } from './database-processes.ts'
import { type RunningWaybill, startWaybill } from './running-waybill.ts'

const TIMEOUT_MS = 90_000
let made = 0

/** Resolves once the server accepts a write. */
const untilWritten = async (url: string, { token, products }: Company): Promise<void> => {
  const until = performance.now() + TIMEOUT_MS
  while (performance.now() < until) {
    const written = await fetch(`${url}/api/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        country: 'ic',
        product: products.single.id,
        customerName: `Essai ${++made}`,
        customerPhone: '+2250701020304',
        customerAddress: 'Cocody, Abidjan',
        quantity: 1,
      }),
    }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (written) return
    await sleep(10)
  }
  throw new Error(`nothing written in ${TIMEOUT_MS} ms`)
}

const kills = rounds(100, 4)
const sizes = { many: rounds(5_000, 1_200), rows: rounds(1_100, 1_010) }
const writers = 4
/** From the kill to the first acknowledged write; more beside other tests. */
const MAX_RECOVERY_MS = rounds(5_000, 30_000)
/** In the other rounds the kill follows the next acknowledged heavy call within this time. */
const MAX_WAIT_MS = 2_500

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waybill-kills-'))
let waybill: RunningWaybill
beforeAll(async () => {
  chmodSync(dataDir, 0o711)
  waybill = await startWaybill(dataDir)
})
afterAll(async () => {
  await waybill?.end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

/** The processes to kill, in turn; the server recovers by itself if only its database died. */
const victims = [
  { name: 'server', pids: () => [waybill.pid], isServer: true },
  { name: 'database', pids: () => [serverPid(dataDir)], isServer: false },
  { name: 'both', pids: () => [waybill.pid, serverPid(dataDir)], isServer: true },
  { name: 'a backend', pids: () => [someBackend(dataDir)!], isServer: false },
]

it('kill -9 of the server, its database and both loses nothing, doubles nothing and halves nothing', async () => {
  const guarantee = trackGuarantee(
    'kill -9 under writes, bulks, imports and jobs: nothing lost, twice or half; up within 5 s',
  )
  const company = await seedCompany(dataDir, waybill.url, { some: 200, many: sizes.many, people: writers })
  const ledger = makeLedger(guarantee.broke)
  const gate = makeGate()
  let isOver = false
  const run: RunContext = {
    company,
    ledger,
    sizes,
    totals: newTotals(),
    broke: guarantee.broke,
    isOver: () => isOver,
  }
  const tried: Tried[] = []
  const onTried = (one: Tried) => void tried.push(one)
  const sendThrough = (by: Gate) =>
    makeSender({ url: () => waybill.url, token: company.token, gate: by, onTried }, guarantee.broke)
  const send = sendThrough(gate)
  const heavy = [changeMany, importFiles, runJobs].map((client) => ({ client, gate: makeGate() }))
  const clients = [
    ...Array.from({ length: writers }, (_, worker) => writeOrders(run, send, worker)),
    changeSome(run, send),
    ...heavy.map(({ client, gate: own }) => client(run, sendThrough(own))),
  ]
  const took: number[] = []
  for (let round = 0; round < kills; round++) {
    const { pids, isServer } = victims[round % victims.length]!
    // One heavy call at a time: two would starve the other clients.
    const { gate: heavyGate } = heavy[round % heavy.length]!
    gate.open()
    heavyGate.open()
    await untilMore(ledger.count, MAX_RECOVERY_MS)
    if (round % 2 === 0) await sleep(Math.random() * 700)
    else await untilMore(() => heavyDone(run), MAX_WAIT_MS)
    tried.length = 0
    const killed = pids()
    for (const pid of killed) process.kill(pid, 'SIGKILL')
    const killedAt = performance.now()
    if (!isServer) {
      // The server recovers by itself and answers calls meanwhile.
      await untilMore(ledger.count, MAX_RECOVERY_MS)
      if (tried.some(({ status }) => status === 0))
        guarantee.broke('no answer while only the database was gone')
    }
    await Promise.all([gate.close(), heavyGate.close()])
    if (isServer) waybill = await startWaybill(dataDir)
    await untilWritten(waybill.url, company)
    if (killed.some((pid) => processIdentity(pid) !== null)) guarantee.broke('what was killed still runs')
    took.push(performance.now() - killedAt)
    guarantee.tried()
    if (took.at(-1)! > MAX_RECOVERY_MS) guarantee.broke(`back after ${Math.round(took.at(-1)!)} ms`)
    if ((await countServers(dataDir)) !== 1) guarantee.broke('not one database server')
    await checkBooks(dataDir, run)
  }
  isOver = true
  for (const { open } of [gate, ...heavy.map((one) => one.gate)]) open()
  await Promise.all(clients)
  await checkBooks(dataDir, run)
  await checkHistory(send, guarantee.broke)
  const { some, many, imports, runs } = run.totals
  for (const [what, count] of Object.entries({ some: some.acknowledged, many: many.batches.length, runs }))
    expect(count, what).toBeGreaterThan(0)
  const medians = victims.map(
    ({ name }, at) => `${name} ${median(took.filter((_, round) => round % victims.length === at))}`,
  )
  guarantee.report(
    `writing again after ${median(took)} ms (median; ${medians.join(', ')}), ${Math.round(Math.max(...took))} ms (worst); ` +
      `${ledger.count()} single writes, ${some.acknowledged} bulks of ${company.someIds.length}, ${many.batches.length} of ${sizes.many}, ` +
      `${imports.acknowledged.size} imports, ${runs} other jobs acknowledged`,
  )
})

/** Number of acknowledged heavy calls. */
const heavyDone = ({ totals }: RunContext): number =>
  totals.many.batches.length + totals.imports.acknowledged.size + totals.runs

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((one, other) => one - other)[values.length >> 1]!)

/** After all writes: every record matches its history, and every parcel was billed once. */
const checkHistory = async (
  send: ReturnType<typeof makeSender>,
  broke: (why: string) => void,
): Promise<void> => {
  await send({ method: 'POST', path: '/invoices/generate' })
  const { context, close } = openDatabase(dataDir)
  const reportFailure = (error: Error) => broke(error.message.slice(0, 600))
  await expectSoundHistory({ context }).catch(reportFailure)
  await expectSoundInvoices({ context }).catch(reportFailure)
  await close()
}
