import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import { multipartBody, multipartType } from '../spreadsheets/upload.ts'
import type { Gate } from './gate.ts'

export type Sent = { method: 'POST' | 'PUT'; path: string; body?: unknown; file?: Buffer }
export type Answered<Body> = { status: number; body: Body; tries: number }

/** Retries a call under one idempotency key until it gets a final answer. */
export type Send = <Body = Record<string, unknown>>(call: Sent) => Promise<Answered<Body>>

/** One attempt: start, end and answer; status 0 if there was none. */
export type Tried = { call: Sent; began: number; ended: number; status: number; text: string }

type Server = { url: () => string; token: string; gate: Gate; onTried?: (tried: Tried) => void }

const noAnswer = { status: 0, text: '' }

/** Whether an answer is to be retried under the same key. */
const passing = new Set([0, 503])

export const makeSender = ({ url, token, gate, onTried }: Server, broke: (why: string) => void): Send => {
  const tryOnce = async ({ method, path, body, file }: Sent, key: string, cut: AbortSignal) => {
    const response = await fetch(`${url()}/api${path}`, {
      method,
      signal: cut,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(file === undefined ? { 'content-type': 'application/json' } : { 'content-type': multipartType }),
      },
      body: file === undefined ? JSON.stringify(body ?? {}) : new Uint8Array(multipartBody(file)),
    })
    return { status: response.status, text: await response.text() }
  }
  return async <Body>(call: Sent) => {
    const key = newId()
    for (let tries = 1; ; tries++) {
      const { status, text } = await gate
        .pass(async (cut) => {
          const began = performance.now()
          const answer = await tryOnce(call, key, cut).catch(() => noAnswer)
          onTried?.({ call, began, ended: performance.now(), ...answer })
          return answer
        })
        .catch(() => noAnswer)
      if (status >= 200 && status < 300) return { status, body: readJson(text) as Body, tries }
      const isAtWork = status === 409 && text.includes('IDEMPOTENCY_IN_FLIGHT')
      if (!passing.has(status) && !isAtWork) {
        broke(`${call.method} ${call.path} (try ${tries}): ${status} ${text.slice(0, 300)}`)
        return { status, body: readJson(text) as Body, tries }
      }
      await sleep(25)
    }
  }
}

const readJson = (text: string): unknown => (text.startsWith('{') ? JSON.parse(text) : null)
