import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadPlan, PlannedCall } from './load-plan.ts'

/**
 * `rate`: calls a second that come whether or not earlier ones are answered; null: one after the other, by so many `workers` at once,
 * in turn at these `urls`.
 */
export type Run = {
  calls: readonly PlannedCall[]
  rate: number | null
  workers?: number
  urls?: readonly string[]
}
export type Measured = { milliseconds: number[]; errors: string[]; events: number; seconds: number }

/** A separate process (`open-load.ts`), so that what measures waits for nothing that the rest of the bench does. */
const main = ({ url, streams, runs }: Pick<LoadPlan, 'url' | 'streams'> & { runs: Run[] }): void => {
  const agent = new http.Agent({ keepAlive: true })
  let events = 0
  const open = streams.map((token) =>
    listen(url, token, (heard) => {
      events += heard
    }),
  )
  const work = async () => {
    await Promise.all(open)
    const measured: Measured[] = []
    for (const run of runs) {
      events = 0
      measured.push({ ...(await perform(url, agent, run)), events })
    }
    process.send?.(measured)
  }
  work().catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
}

const perform = async (url: string, agent: http.Agent, { calls, rate, workers = 1, urls = [url] }: Run) => {
  const milliseconds: number[] = []
  const errors: string[] = []
  const began = performance.now()
  const make = async (call: PlannedCall, intended: number, at = 0) => {
    const error = await ask(urls[at % urls.length]!, agent, call).catch((reason: Error) => reason.message)
    milliseconds.push(performance.now() - intended)
    if (error !== null) errors.push(`${call.method} ${call.path}: ${error}`)
  }
  const underWay: Promise<void>[] = []
  if (rate === null) {
    const left = [...calls.entries()].toReversed()
    const work = async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop())
        await make(next[1], performance.now(), next[0])
    }
    await Promise.all(Array.from({ length: workers }, work))
  } else {
    for (const [at, call] of calls.entries()) {
      const intended = began + (at * 1000) / rate
      const early = intended - performance.now()
      if (early > 0) await sleep(early)
      // A timer is a millisecond late at most; where it is early, the call counts from when it was really sent.
      underWay.push(make(call, Math.min(intended, performance.now())))
    }
  }
  await Promise.all(underWay)
  return { milliseconds, errors, seconds: (performance.now() - began) / 1000 }
}

/** Null, or what was answered instead of success. */
const ask = (
  url: string,
  agent: http.Agent,
  { method, path, token, body }: PlannedCall,
): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? null : JSON.stringify(body)
    const headers = {
      authorization: `Bearer ${token}`,
      ...(text !== null && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    }
    const request = http.request(`${url}/api${path}`, { method, agent, headers }, (response) => {
      let answer = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        answer += chunk
      })
      response.on('end', () => {
        const { statusCode = 0 } = response
        resolve(statusCode < 300 ? null : `${statusCode} ${answer.slice(0, 200)}`)
      })
    })
    request.on('error', reject)
    request.end(text)
  })

/** Resolves once the stream is open, and stays open. */
const listen = (url: string, token: string, onEvents: (count: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    const request = http.get(`${url}/api/events`, { agent: false, headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`a stream answered ${response.statusCode}`))
      response.setEncoding('utf8').on('data', (chunk: string) => {
        onEvents(chunk.split('\ndata: ').length - 1)
      })
      resolve()
    })
    request.on('error', reject)
  })

process.once('message', main)
