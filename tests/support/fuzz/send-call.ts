import type { TestApi } from '../api/start-api.ts'
import { readAnswer } from '../contract/check-answer.ts'
import { isFull } from '../is-full.ts'
import type { FuzzedCall } from './make-call.ts'

export type SentCall = Pick<FuzzedCall, 'method' | 'url' | 'headers' | 'payload'>
type Answer = Parameters<typeof readAnswer>[2]

/** Milliseconds. With other tests running, only a hang is significant. */
const HANG_MS = 30_000
const MAX_ANSWER_MS = isFull ? 5_000 : HANG_MS

/** Null if there is no response. */
export const sendCall = (
  { app }: Pick<TestApi, 'app'>,
  call: SentCall,
  token: string | null,
): Promise<Answer | null> => {
  const { method, url, headers, payload } = call
  const answering = app.inject({
    method: method as 'GET',
    url,
    headers: { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    ...(payload === undefined ? {} : { payload }),
  })
  let timer: NodeJS.Timeout
  const hanging = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), HANG_MS)
  })
  return Promise.race([answering, hanging]).finally(() => clearTimeout(timer))
}

export const isJson = ({ headers, body }: Answer): boolean =>
  body !== '' && String(headers['content-type']).includes('json')

/** What is wrong with a response: a server error, too slow, or not as documented; null if nothing is. */
export const faultOf = async (
  { app }: Pick<TestApi, 'app'>,
  call: SentCall,
  answer: Answer,
  /** Measured duration; omitted with other tests running. */
  took = 0,
): Promise<string | null> => {
  if (answer.statusCode >= 500) return `answered ${answer.statusCode} ${answer.body.slice(0, 300)}`
  if (took > MAX_ANSWER_MS) return `took ${Math.round(took)} ms`
  const { method, url, payload, headers } = call
  const isSent = payload !== undefined && payload !== '' && headers['content-type'] === 'application/json'
  const body = isSent && answer.statusCode < 300 ? payload : undefined
  try {
    await readAnswer(app, { method, url, body }, answer)
    return null
  } catch (error) {
    return String(error)
  }
}

export const formatCall = ({ method, url, headers, payload }: SentCall): string =>
  `${method} ${url.slice(0, 300)}\n  ${JSON.stringify(headers).slice(0, 300)}\n  ${payload?.slice(0, 500)}`
