import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LoadPlan } from './load-plan.ts'
import type { Measured, Run } from './load-process.ts'

/** Opens the plan's streams in a separate process, makes these runs one after the other, and ends it. */
export const performLoad = async (
  { url, streams }: Pick<LoadPlan, 'url' | 'streams'>,
  runs: readonly Run[],
): Promise<Measured[]> => {
  const child = fork(fileURLToPath(new URL('load-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  })
  try {
    child.send({ url, streams, runs })
    const ended = once(child, 'exit').then(() => {
      throw new Error('The process that makes the load ended before its time.')
    })
    const [measured] = await Promise.race([once(child, 'message'), ended])
    return measured as Measured[]
  } finally {
    child.kill()
  }
}
