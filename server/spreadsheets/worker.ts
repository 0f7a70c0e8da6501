import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { yieldToCalls } from '../threads/yield-to-calls.ts'
import { movedBy, type TaskName, type TaskResult, tasks, type WorkerMessage } from './tasks.ts'
import { ownThread } from './thread-time.ts'

yieldToCalls()

/** One task per worker, so that its memory is freed. */
const { name, args } = workerData as { name: TaskName; args: unknown[] }
const run = tasks[name] as (...args: unknown[]) => Promise<TaskResult<unknown>>
const wanted = once(parentPort!, 'message')
const tell = (message: WorkerMessage, moved: ArrayBuffer[] = []): void =>
  parentPort!.postMessage(message, moved)

tell({ thread: ownThread() })

run(...args).then(async ({ answer, rest }) => {
  tell({ answer }, movedBy(name, answer))
  if (rest !== undefined) await Promise.race([wanted, sleep(rest.putOff)])
  for (const piece of rest?.pieces ?? [])
    tell({ piece }, 'lines' in piece ? [piece.lines.buffer as ArrayBuffer] : [])
  tell({ ended: true })
})
