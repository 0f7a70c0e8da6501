import { Worker } from 'node:worker_threads'
import { usualBounds } from '../core/bounds.ts'
import { Refused } from '../core/errors.ts'
import { callerLeft, callerSignal, currentUser, makeFairSlots, runAsUser } from '../core/fair-slots.ts'
import { workerScript } from '../threads/worker-script.ts'
import { limits } from './limits.ts'
import type { PackedPiece } from './packed-import.ts'
import type { TaskAnswer, TaskName, Tasks, WorkerMessage } from './tasks.ts'
import { workedMilliseconds } from './thread-time.ts'

export type Thread = {
  answer: Promise<unknown>
  /** Produces the pieces now instead of after a delay. */
  hurry: () => void
  /** Resolves when all pieces are produced and the worker has ended. */
  end: Promise<void>
}

const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY'

export const isOutOfMemory = (error: unknown): boolean => (error as { code?: string }).code === outOfMemory

/** A worker thread for one task, with memory and time limits. */
export const openThread = async (
  name: TaskName,
  args: unknown[],
  megabytes: number,
  onPiece: (piece: PackedPiece) => void,
): Promise<Thread> => {
  const script = await workerScript('spreadsheet-thread')
  const worker = new Worker(script, {
    eval: typeof script === 'string',
    workerData: { name, args },
    // A small young generation keeps the thread's memory low.
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 6 },
    // Inherited flags would register a TypeScript loader.
    execArgv: [],
  })
  const answer = withResolvers<unknown>()
  const end = withResolvers<void>()
  const fail = (error: unknown): void => {
    answer.reject(error)
    end.reject(error)
  }
  const began = performance.now()
  // Only until the answer: later pieces are for a job, which outlives the call.
  let left = callerSignal()
  let thread: string | null = null
  const clock = setInterval(() => {
    if (left?.aborted) fail(callerLeft())
    else if (isOverTime(performance.now() - began, thread)) fail(new Refused('FILE_TOO_COMPLEX'))
  }, glance)
  worker.on('message', (message: WorkerMessage) => {
    if ('thread' in message) thread = message.thread
    else if ('answer' in message) {
      left = undefined
      answer.resolve(message.answer)
    } else if ('piece' in message) onPiece(message.piece)
    else end.resolve()
  })
  worker.once('error', fail)
  worker.once('exit', () => fail(new Error('a spreadsheet worker ended without an answer')))
  const ended = end.promise.finally(() => {
    clearInterval(clock)
    return worker.terminate()
  })
  // Only the caller awaiting `answer` gets this error.
  ended.catch(() => {})
  return { answer: answer.promise, hurry: () => worker.postMessage('hurry'), end: ended }
}

/** Milliseconds between checks. */
const glance = 250

/** Waiting for CPU does not count against a file. */
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

/** Runs a task without later pieces. */
export const runTask = async <Name extends TaskName>(
  name: Name,
  ...args: Parameters<Tasks[Name]>
): Promise<TaskAnswer<Name>> => {
  const { answer, end } = await startTask(name, args)
  await end
  return answer
}

/**
 * Runs a task in a worker: one that exceeds time or memory, or whose caller disconnects, is ended with `FILE_TOO_COMPLEX`. A
 * few run at once in fair turns by user. Resolves with the answer; `end` when all later pieces have arrived, delayed unless
 * `hurry` is called. A piece may arrive twice.
 */
export const startTask = async <Name extends TaskName>(
  name: Name,
  args: Parameters<Tasks[Name]>,
  onPiece: (piece: PackedPiece) => void = () => {},
): Promise<Started<TaskAnswer<Name>>> => {
  const giveTurn = await threads.acquire(currentUser(), undefined, callerSignal())
  const rooms = limits.heapMegabytes.map(
    (megabytes) => (): Promise<Thread> => openThread(name, args, megabytes, onPiece),
  )
  try {
    const { answer, hurry, end } = await inSomeRoom(rooms)
    const whole = end.finally(giveTurn)
    whole.catch(() => {})
    return { answer: answer as TaskAnswer<Name>, hurry, end: whole }
  } catch (error) {
    giveTurn()
    throw error
  }
}

type Started<Answer> = Omit<Thread, 'answer'> & { answer: Answer }

/** Tries increasing memory limits, starting over in each. */
const inSomeRoom = async ([open, ...larger]: (() => Promise<Thread>)[]): Promise<Started<unknown>> => {
  if (open === undefined) throw new Refused('FILE_TOO_COMPLEX')
  const again = async (error: unknown) => {
    if (!isOutOfMemory(error)) throw error
    return inSomeRoom(larger)
  }
  try {
    const thread = await open()
    const answer = await thread.answer
    const endElsewhere = async (error: unknown): Promise<void> => {
      // For a job, not the caller.
      const { hurry, end } = await runAsUser({ user: currentUser() }, () => again(error))
      hurry()
      return end
    }
    return { answer, hurry: thread.hurry, end: thread.end.catch(endElsewhere) }
  } catch (error) {
    return again(error)
  }
}

const threads = makeFairSlots({
  slots: limits.threads,
  slotsPerUser: limits.threads - 1,
  waitingPerUser: usualBounds.waitingSpreadsheets,
})

/** Threads of spreadsheets in use, and calls that wait for one. */
export const spreadsheetLoad = () => threads.load()
