import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../report/samples.ts'

/** Somebody who makes every one of these calls once in so many milliseconds, whatever else goes on. */
export const callsBeside = <Name extends string>(
  calls: Record<Name, (index: number) => Promise<unknown>>,
  every = 50,
) => {
  const names = Object.keys(calls) as Name[]
  const took = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  const open: Promise<void>[] = []
  let isGoing = true
  let failure: unknown = null
  const call = async (name: Name, index: number): Promise<void> => {
    const began = performance.now()
    try {
      await calls[name](index)
      took[name].push(performance.now() - began)
    } catch (error) {
      failure ??= error
      isGoing = false
    }
  }
  const going = (async () => {
    for (let index = 0; isGoing; index++) {
      for (const name of names) open.push(call(name, index))
      await sleep(every)
    }
  })()
  return {
    /** Waits for those under way; the p95 of each, in milliseconds. */
    stop: async (): Promise<Record<Name, number>> => {
      isGoing = false
      await going
      await Promise.all(open)
      if (failure !== null) throw failure
      return Object.fromEntries(names.map((name) => [name, percentile(took[name], 95)])) as Record<
        Name,
        number
      >
    },
  }
}
