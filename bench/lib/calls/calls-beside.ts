import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../report/samples.ts'

/** Of each name the paths that are asked for, in turn. */
export type Asked = { url: string; token: string; paths: Record<string, string[]> }
export type Order = Asked | 'begin' | 'end'
/** The p95 of each, in milliseconds. */
export type Heard = { took: Record<string, number> } | { failure: string }

const every = 50

/** A separate process (`open-calls-beside.ts`): somebody who makes each call once in 50 ms, whatever else goes on. */
const main = ({ url, token, paths }: Asked): void => {
  const names = Object.keys(paths)
  let took = new Map<string, number[]>()
  let failure: string | null = null
  let isGoing = false
  let going: Promise<unknown> = Promise.resolve()

  const call = async (name: string, index: number): Promise<void> => {
    const path = paths[name]![index % paths[name]!.length]!
    const began = performance.now()
    const answer = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    await answer.text()
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
    took.get(name)!.push(performance.now() - began)
  }
  const go = async (): Promise<void> => {
    const open: Promise<void>[] = []
    for (let index = 0; isGoing; index++) {
      for (const name of names) open.push(call(name, index))
      await sleep(every)
    }
    await Promise.all(open)
  }
  process.on('message', async (order: Order) => {
    isGoing = order === 'begin'
    if (isGoing) {
      took = new Map(names.map((name) => [name, []]))
      going = go().catch((error: unknown) => {
        failure ??= String(error)
      })
      return
    }
    await going
    const heard: Heard =
      failure === null
        ? { took: Object.fromEntries([...took].map(([name, all]) => [name, percentile(all, 95)])) }
        : { failure }
    process.send?.(heard)
  })
}

process.once('message', main)
