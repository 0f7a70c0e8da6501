import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | null = null

/** Megabytes of objects that are still held, after everything else was thrown away. */
export const usedMemory = async (): Promise<number> => {
  if (collect === null) {
    setFlagsFromString('--expose_gc')
    collect = runInNewContext('gc') as () => void
  }
  // What ends by a timer or a finalizer has its turn.
  for (let times = 0; times < 3; times++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    collect()
  }
  return process.memoryUsage().heapUsed / 1_048_576
}
