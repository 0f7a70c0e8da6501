import { Worker } from 'node:worker_threads'
import { Refused } from '../refused.ts'
import { limits } from './limits.ts'
import type { PackedPiece } from './pack-lines.ts'
import type { TaskName, Told } from './tasks.ts'
import { workedMilliseconds } from './thread-time.ts'
import { workerScript } from './worker-script.ts'

export type Thread = {
  answer: Promise<unknown>
  /** Somebody waits for its pieces, which it else makes when the answer has had its time to leave. */
  hurry: () => void
  /** Until it has made all of its pieces and is gone. */
  end: Promise<void>
}

const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY'
export const isOutOfMemory = (error: unknown): boolean => (error as { code?: string }).code === outOfMemory

/** A thread for one task, with so much memory and so much time. */
export const openThread = async (
  name: TaskName,
  args: unknown[],
  megabytes: number,
  onPiece: (piece: PackedPiece) => void,
): Promise<Thread> => {
  const script = await workerScript()
  const worker = new Worker(script, {
    eval: typeof script === 'string',
    workerData: { name, args },
    // Young things die soon: a small room for them keeps the thread's memory from growing by them.
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 6 },
    // The parent's flags would register a loader of TypeScript.
    execArgv: [],
  })
  const answer = withResolvers<unknown>()
  const end = withResolvers<void>()
  const fail = (error: unknown): void => {
    answer.reject(error)
    end.reject(error)
  }
  const began = performance.now()
  let thread: string | null = null
  const clock = setInterval(() => {
    if (isOverTime(performance.now() - began, thread)) fail(new Refused('FILE_TOO_COMPLEX'))
  }, glance)
  worker.on('message', (told: Told) => {
    if ('thread' in told) thread = told.thread
    else if ('answer' in told) answer.resolve(told.answer)
    else if ('piece' in told) onPiece(told.piece)
    else end.resolve()
  })
  worker.once('error', fail)
  worker.once('exit', () => fail(new Error('a spreadsheet worker ended without an answer')))
  const ended = end.promise.finally(() => {
    clearInterval(clock)
    return worker.terminate()
  })
  // Who waits for the answer alone hears of it there.
  ended.catch(() => {})
  return { answer: answer.promise, hurry: () => worker.postMessage('hurry'), end: ended }
}

/** Milliseconds. */
const glance = 250

/** What a thread waits for the processor is not held against its file. */
const isOverTime = (passed: number, thread: string | null): boolean => {
  const worked = thread === null ? null : workedMilliseconds(thread)
  return worked === null
    ? passed > limits.untoldMilliseconds
    : worked > limits.workedMilliseconds || passed > limits.milliseconds
}

const withResolvers = <Value>() => {
  let resolve!: (value: Value) => void
  let reject!: (error: unknown) => void
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue
    reject = onError
  })
  return { promise, resolve, reject }
}
