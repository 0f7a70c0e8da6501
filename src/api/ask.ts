/** An answer, and its body as it was asked for; what says that it is JSON and is none stays text. */
export type Answer = { readonly response: Response; readonly data: unknown }

export type Asked = {
  readonly url: string
  readonly query?: Record<string, unknown>
  readonly init: RequestInit & { headers: Record<string, string> }
  readonly body?: Record<string, unknown> | FormData
  /** Left to the answer's own type where it is not said. */
  readonly as?: 'blob' | 'stream'
  /** How often it may be asked again where nobody answers, or the server says that it is for a moment. */
  readonly more?: number
}

const firstPause = 250
/** Of a server, a proxy, a database that is away. */
const passing = [502, 503, 504]
/** Seconds. */
const longestRetryAfter = 5

/**
 * Sends a call and reads what comes; a network that gives no answer throws as `fetch` does. What is asked again is the
 * same to the letter, its key too, and later each time by chance: who failed together must not come back together.
 */
export const ask = async ({ more = 0, ...once }: Asked): Promise<Answer> => {
  for (let tries = 0; ; tries++) {
    let answer: Answer | null = null
    try {
      answer = await askOnce(once)
      if (tries >= more || !isForAMoment(answer.response)) return answer
    } catch (error) {
      if (tries >= more || once.init.signal?.aborted || globalThis.navigator?.onLine === false) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseBefore(tries, answer)))
  }
}

/**
 * The same write that is still under way is answered 409 and when to retry; so is a user with too many calls (429). A
 * wait longer than a few seconds (failed logins) is for the person to decide.
 */
const isForAMoment = ({ status, headers }: Response): boolean => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return (
    passing.includes(status) ||
    (status === 409 && headers.has('retry-after')) ||
    (status === 429 && seconds <= longestRetryAfter)
  )
}

const pauseBefore = (tries: number, answer: Answer | null): number => {
  const own = firstPause * 2 ** tries * (1 + Math.random())
  if (answer?.response.status !== 429) return own
  return own + Number(answer.response.headers.get('retry-after')) * 1_000
}

const askOnce = async ({ url, query, init, body, as }: Asked): Promise<Answer> => {
  const isJson = body !== undefined && !(body instanceof FormData)
  // Resolved at each call: whoever wraps the page's fetch later is heard too.
  const response = await globalThis.fetch(url + searchOf(query), {
    ...init,
    headers: isJson ? { ...json, ...init.headers } : init.headers,
    body: isJson ? JSON.stringify(body) : body,
  })
  return { response, data: await bodyOf(response, as) }
}

const json = { 'Content-Type': 'application/json', Accept: 'application/json' }

const searchOf = (query: Record<string, unknown> = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined || one === null ? [] : [[name, String(one)]])),
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString().replaceAll('%2C', ',')}`
}

const bodyOf = async (response: Response, as: Asked['as']): Promise<unknown> => {
  if (response.body === null || response.status === 204) return undefined
  if (as === 'stream') return response.body
  if (as === 'blob') return response.blob()
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
