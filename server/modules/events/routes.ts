import type { OutgoingHttpHeaders } from 'node:http'
import type { Writable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jobEventShapes, liveEventShapes } from '../../../domain/changes/changes.ts'
import { Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { createEventHub, type Subscriber } from '../../events/event-hub.ts'
import { eventsAfter, messageFor, newestEventId, type StoredEvent } from '../../events/read-events.ts'
import { refuseQuery } from '../../http/request-parts.ts'
import { describe } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { shapesSchema } from '../../openapi/schemas.ts'

const eventCalls = {
  stream: describe.call({
    id: 'streamEvents',
    isOpenToKeys: true,
    tag: 'events',
    summary: 'Follow what changes, as server-sent events',
    detail:
      "Messages are changed records, from now on or from after `Last-Event-ID`; some may come twice. Events named `job` tell how far the caller's long work has come; `reset` says that what came since is not known any more.",
    background: true,
    headers: ['Last-Event-ID'],
    answers: {
      200: {
        media: 'text/event-stream',
        schema: {
          anyOf: [
            titled('LiveEvent', shapesSchema(liveEventShapes)),
            titled('JobEvent', shapesSchema(jobEventShapes)),
          ],
        },
      },
    },
    refuses: ['TOO_MANY_ATTEMPTS'],
  }),
}

const mostStreams = 8

const reset = 'event: reset\ndata: {}\n\n'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // Closes the connection with the stream, so that shutdown does not wait.
  connection: 'close',
}

/**
 * `GET events`: `LiveEvent` messages from now or after `Last-Event-ID`; some may repeat. Event `reset`: missed events are
 * unknown. Ends with its session.
 */
export const eventRoutes = (app: FastifyInstance, context: ServerContext): void => {
  const hub = createEventHub(context, { warn: (message) => app.log.warn(message) })
  app.addHook('preClose', () => hub.close())

  app.get('/events', { exposeHeadRoute: false, ...eventCalls.stream }, async (request, reply) => {
    refuseQuery(request)
    const { session } = request
    if (session === null) throw new Refused('UNAUTHORIZED')
    if (hub.count(session.user.id) >= mostStreams) throw new Refused('TOO_MANY_ATTEMPTS', { retryAfter: 30 })
    const lastId = readLastId(request)
    const stream = reply.raw
    // Queue of new events until missed ones are sent.
    let held: StoredEvent[] | null = []
    const writer = throttledWriter(stream)
    const messageOf = (event: StoredEvent): string => messageFor(subscriber.session.actor, event) ?? ''
    const subscriber: Subscriber = {
      session,
      onEvent: (event) => (held === null ? writer.write(messageOf(event)) : held.push(event)),
      onJob: (event) => held === null && writer.write(`event: job\ndata: ${JSON.stringify(event)}\n\n`),
      onReset: () => held === null && writer.write(reset),
      onHeartbeat: () => held === null && writer.write(':\n\n'),
      end: () => (held === null ? writer.end() : stream.destroy()),
    }
    const left = new Promise<void>((resolve) => stream.once('close', () => resolve()))
    const unsubscribe = await hub.subscribe(subscriber)
    left.then(unsubscribe)
    const missed = await readMissed(context, lastId).catch((error: unknown) => {
      unsubscribe()
      throw error
    })
    // The session or user may have changed before the subscription or the missed events' commit.
    await hub.refresh(session.user.id).catch((error: unknown) => {
      unsubscribe()
      throw error
    })
    reply.hijack()
    // A hijacked reply does not send headers set by hooks.
    stream.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers })
    const messages = [...(missed.events ?? []), ...held].map(messageOf)
    const opening = [`retry: 2000\nid: ${missed.from}\n\n`, missed.events === null ? reset : '', ...messages]
    writer.write(opening.join(''))
    held = null
  })
}

type Missed = { from: number; events: StoredEvent[] | null }

/** Start of the stream, and the events since the client's last. */
const readMissed = async (context: ServerContext, lastId: number | null): Promise<Missed> => {
  if (lastId === null) return { from: await newestEventId(context), events: [] }
  const [newest, events] = [await newestEventId(context), await eventsAfter(context, lastId)]
  if (events === null && newest === 0 && lastId === 0) return { from: 0, events: [] }
  return { from: events === null ? newest : lastId, events }
}

/** An invalid id counts as expired. */
const readLastId = (request: FastifyRequest): number | null => {
  const header = request.headers['last-event-id']
  if (header === undefined || header === '') return null
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : -1
}

/** Milliseconds for a reader to receive the rest. */
const patience = 5_000

type ThrottledWriter = {
  write: (text: string) => void
  /** Flushes first. */
  end: () => void
}

/** Milliseconds: imperceptible, and merges many events. */
const pace = 100

/** Bytes buffered for a slow reader before it is disconnected; it resumes later. */
const mostBuffered = 1_000_000

/** Writes the first chunk after a pause at once, and later ones together: fewer packets and wake-ups for all streams. */
export const throttledWriter = (stream: Writable): ThrottledWriter => {
  let waiting = ''
  let timer: NodeJS.Timeout | null = null
  const isOpen = (): boolean => !stream.destroyed && !stream.writableEnded
  const send = (): void => {
    stream.write(waiting)
    waiting = ''
    if (stream.writableLength > mostBuffered) stream.destroy()
    else timer = setTimeout(resume, pace).unref()
  }
  const resume = (): void => {
    timer = null
    if (waiting !== '' && isOpen()) send()
  }
  return {
    write: (text) => {
      if (text === '' || !isOpen()) return
      waiting += text
      if (timer === null) send()
    },
    end: () => {
      if (timer !== null) clearTimeout(timer)
      if (waiting !== '') stream.write(waiting)
      stream.end()
      // A reader that does not read is disconnected.
      setTimeout(() => stream.destroy(), patience).unref()
    },
  }
}
