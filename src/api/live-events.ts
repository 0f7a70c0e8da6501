import type { JobEvent, LiveEvent } from '../../domain/changes/changes.ts'
import { ApiProblem } from './api-problem.ts'
import type { ApiClient } from './client.ts'

/** One message of a `text/event-stream`. `id` is the last one given so far, which is what a resume asks for. */
export type StreamMessage = { id: string | null; event: string; data: string; retry: number | null }

/** Splits an event stream into messages, however the network has cut it; comments keep it alive and say nothing. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  let rest = ''
  const fields = emptyFields()
  const decoder = new TextDecoder()
  for await (const chunk of chunksOf(body)) {
    rest += decoder.decode(chunk, { stream: true })
    // A lone \r at the end may be the first half of \r\n.
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

/** Not every browser can iterate a stream. Leaving the loop lets go of the connection. */
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

/**
 * `live` once the stream is open; `resumed` says that nothing was missed since the last event. `waiting` while it is
 * down and will be tried again; `closed` when trying again is of no use (401, 403).
 */
export type LiveState = { phase: 'live'; resumed: boolean } | { phase: 'waiting' } | { phase: 'closed' }

export type LiveListener = {
  onEvent: (event: LiveEvent) => void
  /** How far a job of the caller's has come. */
  onJob?: (event: JobEvent) => void
  onState?: (state: LiveState) => void
  signal: AbortSignal
  /** Milliseconds before the first retry; doubled each time, up to thirty seconds. */
  firstDelay?: number
}

const longestDelay = 30_000

/**
 * Server-sent events over fetch, which unlike EventSource sends the token. Reconnects with `Last-Event-ID` and a growing,
 * scattered delay; resolves when the signal is aborted or the server has shut the door.
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
    // A stream that opens and dies at once must not be retried at full speed.
    cursor.delay = cursor.base
    if (event === 'message' && data !== '') onEvent(JSON.parse(data) as LiveEvent)
    if (event === 'job' && data !== '') onJob?.(JSON.parse(data) as JobEvent)
    // The server no longer has what came after our last event.
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
