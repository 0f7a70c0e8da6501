import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Asked, Heard, Order } from './calls-beside.ts'

/**
 * Somebody who calls while something else goes on, in a separate process: reading an answer of megabytes here would
 * be their waiting.
 */
export const openCallsBeside = (asked: Asked) => {
  const child = fork(fileURLToPath(new URL('calls-beside.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  })
  const tell = (order: Order) => child.send(order)
  tell(asked)
  return {
    /** What the work came to, and the p95 of each call meanwhile, in milliseconds; those under way at its end count. */
    during: async <Result>(work: () => Promise<Result>) => {
      tell('begin')
      const result = await work()
      const answered = once(child, 'message') as Promise<[Heard]>
      tell('end')
      const [heard] = await answered
      if ('failure' in heard) throw new Error(heard.failure)
      return { result, took: heard.took }
    },
    close: () => child.kill(),
  }
}
