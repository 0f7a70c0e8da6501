import { Worker } from 'node:worker_threads'
import { Refused } from '../refused.ts'
import { limits } from './limits.ts'
import type { TaskName, Tasks } from './tasks.ts'

const boot = new URL('./boot.mjs', import.meta.url)
const workerModule = new URL('./worker.ts', import.meta.url).href

/**
 * Runs one task in a thread of its own, so that no file can hold up the server: a task that takes too long or too much
 * memory is ended and refused with `FILE_TOO_COMPLEX`. A few run at once, the others wait for their turn.
 */
export const runTask = async <Name extends TaskName>(
  name: Name,
  ...args: Parameters<Tasks[Name]>
): Promise<Awaited<ReturnType<Tasks[Name]>>> => {
  await takeTurn()
  try {
    return (await inThread(name, args)) as Awaited<ReturnType<Tasks[Name]>>
  } finally {
    giveTurn()
  }
}

const inThread = async (name: TaskName, args: unknown[]): Promise<unknown> => {
  const worker = new Worker(boot, {
    workerData: { module: workerModule, name, args },
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
    // boot.mjs registers the loader of TypeScript; the parent's flags would register another.
    execArgv: [],
  })
  const { promise, resolve, reject } = withResolvers<unknown>()
  const tooMuch = () => reject(new Refused('FILE_TOO_COMPLEX'))
  const clock = setTimeout(tooMuch, limits.milliseconds)
  worker.once('message', resolve)
  worker.once('error', (error: Error & { code?: string }) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : reject(error),
  )
  worker.once('exit', () => reject(new Error('a spreadsheet worker ended without an answer')))
  try {
    return await promise
  } finally {
    clearTimeout(clock)
    await worker.terminate()
  }
}

let running = 0
const waiting: (() => void)[] = []

const takeTurn = async (): Promise<void> => {
  if (running >= limits.threads) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
}

/** A turn is handed on without being given up, so that nobody can slip in between. */
const giveTurn = (): void => {
  const next = waiting.shift()
  if (next === undefined) running--
  else next()
}

const withResolvers = <Value>() => {
  let resolve!: (value: Value) => void
  let reject!: (error: Error) => void
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue
    reject = onError
  })
  return { promise, resolve, reject }
}
