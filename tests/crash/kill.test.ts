import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processIdentity } from '../../server/database/process-identity.ts'
import { countServers, processesOn, serverPid, someBackend } from './database-processes.ts'
import { makeOrderWriter, type WriterTarget } from './order-writer.ts'
import { type RunningWaybill, startWaybill } from './running-waybill.ts'
import { seed } from './seed.ts'

const rounds = 10
/** "Within seconds", on a machine that is busy with other tests. */
const longestReturn = 20_000

describe('kill -9 under writes', () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waybill-crash-'))
  const writer = makeOrderWriter()
  let waybill: RunningWaybill
  let account: Omit<WriterTarget, 'url'>
  const target = (): WriterTarget => ({ ...account, url: waybill.url })

  beforeAll(async () => {
    chmodSync(dataDir, 0o711)
    waybill = await startWaybill(dataDir)
    account = await seed(dataDir, waybill.url)
  })
  afterAll(async () => {
    await waybill?.end('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  })

  const untilAccepted = async (): Promise<number> => {
    const startedAt = performance.now()
    const before = writer.count()
    const stop = writer.write(target())
    while (writer.count() === before && performance.now() - startedAt < longestReturn) await sleep(5)
    await stop()
    return performance.now() - startedAt
  }

  const measure = (what: string, took: number[]) => {
    const sorted = took.toSorted((one, other) => one - other).map(Math.round)
    console.log(
      `[measured] kill -9 of ${what}, ${took.length} times: writing again after ${sorted[sorted.length >> 1]} ms (median), ${sorted.at(-1)} ms (worst); ${writer.count()} orders acknowledged so far, none lost`,
    )
  }

  const nodeKills = [
    ['the Node process', () => [waybill.pid]],
    ['the Node process and the database at once', () => [waybill.pid, serverPid(dataDir)]],
  ] as const

  it.each(nodeKills)('of %s: the next start has every acknowledged write', async (what, victims) => {
    const took: number[] = []
    for (let round = 0; round < rounds; round++) {
      const stop = writer.write(target())
      await sleep(150 + Math.random() * 250)
      const killed = victims()
      for (const pid of killed) process.kill(pid, 'SIGKILL')
      await stop()
      waybill = await startWaybill(dataDir)
      took.push(waybill.startedIn)
      expect(waybill.startedIn).toBeLessThan(longestReturn)
      expect(killed.map(processIdentity)).toEqual(killed.map(() => null))
      expect(await countServers(dataDir)).toBe(1)
      expect(await writer.missing(target())).toEqual([])
    }
    measure(what, took)
  })

  const databaseKills = [
    ['the database', () => serverPid(dataDir)],
    ['one of its backends', () => someBackend(dataDir)],
  ] as const

  it.each(databaseKills)(
    'of %s: the server goes on, says 503 meanwhile and loses nothing',
    async (what, victim) => {
      const took: number[] = []
      writer.failures.clear()
      for (let round = 0; round < rounds; round++) {
        const stop = writer.write(target())
        await sleep(150 + Math.random() * 250)
        process.kill(victim()!, 'SIGKILL')
        await stop()
        const returned = await untilAccepted()
        took.push(returned)
        expect(returned).toBeLessThan(longestReturn)
        expect(await countServers(dataDir)).toBe(1)
        expect(await writer.missing(target())).toEqual([])
      }
      expect([...writer.failures.keys()]).toEqual(['503'])
      measure(what, took)
    },
  )

  it('leaves no process behind when it is stopped', async () => {
    const { pid } = waybill
    await waybill.end('SIGTERM')
    expect(processIdentity(pid)).toBeNull()
    expect(processesOn(dataDir)).toEqual([])
  })
})
