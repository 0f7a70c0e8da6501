import type { JobEvent, LiveEvent } from '../../domain/changes/changes.ts'
import { ApiProblem } from './api-problem.ts'
import type { ApiClient } from './client.ts'

/** A message of a `text/event-stream`. `id`: the last one received, for resuming. */
export type StreamMessage = { id: string | null; event: string; data: string; retry: number | null }

/** Splits an event stream into messages across chunk borders; skips comments. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  let rest = ''
  const fields = emptyFields()
  const decoder = new TextDecoder()
  for await (const chunk of chunksOf(body)) {
    rest += decoder.decode(chunk, { stream: true })
    // A final \r may be the first half of \r
    // .
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line !== '') readLine(fields, line)
      else if (fields.data.length > 0 || fields.retry !== null) yield dispatch(fields)
    }
  }
}

type Fields = { id: string | null; event: string; data: string[]; retry: number | null }

const emptyFields = (): Fields => ({ id: null, event: 'message', data: [], retry: null })

const readLine = (fields: Fields, line: string): void => {
  const colon = line.indexOf(':')
  const name = colon < 0 ? line : line.slice(0, colon)
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
  if (name === 'data') fields.data.push(value)
  if (name === 'event') fields.event = value
  if (name === 'id' && !value.includes('\0')) fields.id = value
  if (name === 'retry' && /^\d+$/.test(value)) fields.retry = Number(value)
}

const dispatch = (fields: Fields): StreamMessage => {
  const { id, event, data, retry } = fields
  Object.assign(fields, emptyFields(), { id })
  return { id, event, data: data.join('\n'), retry }
}

/** Not every browser can iterate a stream. Leaving the loop closes the connection. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** `live`: open; `resumed`: no event was missed. `waiting`: down, will retry. `closed`: retrying is pointless (401, 403). */
export type LiveState = { phase: 'live'; resumed: boolean } | { phase: 'waiting' } | { phase: 'closed' }

export type LiveListener = {
  onEvent: (event: LiveEvent) => void
  /** Progress of the caller's jobs. */
  onJob?: (event: JobEvent) => void
  onState?: (state: LiveState) => void
  signal: AbortSignal
  /** Milliseconds before the first retry; doubles up to thirty seconds. */
  firstDelay?: number
}

const longestDelay = 30_000

/**
 * Server-sent events over fetch, because EventSource cannot send the token. Reconnects with `Last-Event-ID` and backoff with
 * jitter; resolves when aborted or refused.
 */
export async function openLiveEvents(client: ApiClient, listener: LiveListener): Promise<void> {
  const { signal, onState, firstDelay = 1_000 } = listener
  const cursor: Cursor = { lastId: null, delay: firstDelay, base: firstDelay }
  while (!signal.aborted) {
    try {
      await readOnce(client, listener, cursor)
    } catch (error) {
      if (signal.aborted) break
      if (isShut(error)) {
        onState?.({ phase: 'closed' })
        return
      }
    }
    if (signal.aborted) break
    onState?.({ phase: 'waiting' })
    await pause(cursor.delay * (0.5 + Math.random() / 2), signal)
    cursor.delay = Math.min(cursor.delay * 2, longestDelay)
  }
}

type Cursor = { lastId: string | null; delay: number; base: number }

async function readOnce(
  client: ApiClient,
  { onEvent, onJob, onState, signal }: LiveListener,
  cursor: Cursor,
): Promise<void> {
  const response = await client.raw('/events', {
    signal,
    responseType: 'stream',
    headers: { Accept: 'text/event-stream', ...(cursor.lastId ? { 'Last-Event-ID': cursor.lastId } : {}) },
  })
  if (response.body === null) return
  onState?.({ phase: 'live', resumed: cursor.lastId !== null })
  for await (const { id, event, data, retry } of readEventStream(response.body)) {
    if (id) cursor.lastId = id
    if (retry !== null) cursor.base = retry
    // Reset only after a message, so that a stream that closes at once is not retried at full speed.
    cursor.delay = cursor.base
    if (event === 'message' && data !== '') onEvent(JSON.parse(data) as LiveEvent)
    if (event === 'job' && data !== '') onJob?.(JSON.parse(data) as JobEvent)
    // The server no longer has the events after our last one.
    if (event === 'reset') onState?.({ phase: 'live', resumed: false })
  }
}

const isShut = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 401 || error.status === 403)

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
  })
