import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { workedMilliseconds } from '../../server/spreadsheets/thread-time.ts'

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
