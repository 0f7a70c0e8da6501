import { setTimeout as sleep } from 'node:timers/promises'
import type { RawCall } from './cut-call.ts'

export type Told = { status: number; body: string; isReplay: boolean; waits: number }
type Door = { origin: string; token: string; key: string }

/** One call under a key, and its answer as it came. */
export const keyedFetch = async (
  { origin, token, key }: Door,
  { method, path, body, file }: RawCall,
): Promise<Omit<Told, 'waits'>> => {
  const type = file?.type ?? (body === undefined ? null : 'application/json')
  const payload = file === undefined ? JSON.stringify(body) : new Uint8Array(file.bytes)
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      ...(type === null ? {} : { 'content-type': type }),
    },
    ...(payload === undefined ? {} : { body: payload }),
  })
  const isReplay = response.headers.get('idempotency-replayed') === 'true'
  return { status: response.status, body: await response.text(), isReplay }
}

/** The same, again while the first is still at work. */
export const retried = async (door: Door, call: RawCall): Promise<Told> => {
  for (let waits = 0; ; waits++) {
    const told = await keyedFetch(door, call)
    if (!isAtWork(told)) return { ...told, waits }
    await sleep(10)
  }
}

export const isAtWork = ({ status, body }: Pick<Told, 'status' | 'body'>): boolean =>
  status === 409 && body.includes('IDEMPOTENCY_IN_FLIGHT')
