import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { freeBytes } from '../../server/spreadsheets/packed-import.ts'
import { workedMilliseconds } from '../../server/spreadsheets/thread-time.ts'

/** A process of its own: garbage of other tests, collected meanwhile, would count as freed. */
const measured = `
  import { freeBytes } from './server/spreadsheets/packed-import.ts'
  const megabytes = () => process.memoryUsage().external / 1024 / 1024
  const before = megabytes()
  const lists = Array.from({ length: 10 }, () => new Uint8Array(4 * 1024 * 1024))
  const taken = megabytes() - before
  freeBytes([...lists, lists[0]])
  const left = megabytes() - before
  const lengths = lists.map(({ byteLength }) => byteLength)
  freeBytes(lists)
  console.log(JSON.stringify({ taken, left, lengths }))`

it('frees memory at once, and may be given the same buffer twice', () => {
  const output = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', measured])
  const { taken, left, lengths } = JSON.parse(output.toString())
  expect(taken).toBeGreaterThan(35)
  expect(left).toBeLessThan(5)
  expect(lengths).toEqual(Array(10).fill(0))
})

it('bytes that share their memory with others stay', () => {
  const small = Buffer.from('kept')
  const part = new Uint8Array(10_000).subarray(0, 10)
  freeBytes([small, part])
  expect(small.toString()).toBe('kept')
  expect(part).toHaveLength(10)
})

const begin = async (work: string): Promise<{ worker: Worker; thread: string }> => {
  const threadName = `require('node:path').basename(require('node:fs').readlinkSync('/proc/thread-self'))`
  const worker = new Worker(`require('node:worker_threads').parentPort.postMessage(${threadName}); ${work}`, {
    eval: true,
    execArgv: [],
  })
  const [thread] = await once(worker, 'message')
  return { worker, thread: String(thread) }
}

it.skipIf(process.platform !== 'linux')(
  'a thread has worked as long as it had a processor, not as long as it has been there',
  async () => {
    const waits = await begin('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)')
    const works = await begin('for (;;);')
    const before = workedMilliseconds(waits.thread)!
    while (workedMilliseconds(works.thread)! < before + 300) await sleep(20)
    expect(workedMilliseconds(waits.thread)! - before).toBeLessThan(100)
    await Promise.all([waits.worker.terminate(), works.worker.terminate()])
  },
)

it('nothing is measured for a thread that does not exist', () => {
  expect(workedMilliseconds('0')).toBeNull()
})
