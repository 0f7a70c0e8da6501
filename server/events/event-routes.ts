import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerContext } from '../context.ts'
import { refuseQuery } from '../plugins/request-parts.ts'
import { Refused } from '../refused.ts'
import { eventCalls } from './event-calls.ts'
import { createEventHub, type Subscriber } from './event-hub.ts'
import { eventsAfter, newestEventId } from './read-events.ts'
import { type StoredEvent, visibleTo } from './visible-to.ts'

const mostStreams = 8
/** A reader this far behind is let go: it resumes from where it was. */
const mostBuffered = 1_000_000

const reset = 'event: reset\ndata: {}\n\n'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // A stream that has ended leaves nothing behind that the server would have to wait for.
  connection: 'close',
  'x-content-type-options': 'nosniff',
}

/**
 * `GET events`: messages of `LiveEvent`, from now on or from after `Last-Event-ID`; some may come twice. The event
 * `reset` says that what came since is not known any more. The stream ends with its session.
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
    // Until what was missed is told, what happens waits its turn.
    let held: StoredEvent[] | null = []
    const tell = (event: StoredEvent): void => {
      const live = visibleTo(subscriber.session.actor, event)
      if (live === null || stream.destroyed) return
      stream.write(`id: ${live.id}\ndata: ${JSON.stringify(live)}\n\n`)
      if (stream.writableLength > mostBuffered) stream.destroy()
    }
    const subscriber: Subscriber = {
      session,
      onEvent: (event) => (held === null ? tell(event) : held.push(event)),
      onJob: (event) => held === null && stream.write(`event: job\ndata: ${JSON.stringify(event)}\n\n`),
      onReset: () => held === null && stream.write(reset),
      onHeartbeat: () => held === null && stream.write(':\n\n'),
      end: () => (held === null ? stream.end() : stream.destroy()),
    }
    const left = new Promise<void>((resolve) => stream.once('close', () => resolve()))
    const unsubscribe = await hub.subscribe(subscriber)
    left.then(unsubscribe)
    const missed = await readMissed(context, lastId).catch((error: unknown) => {
      unsubscribe()
      throw error
    })
    reply.hijack()
    stream.writeHead(200, { ...headers, 'x-request-id': request.id })
    stream.write(`retry: 2000\nid: ${missed.from}\n\n`)
    if (missed.events === null) stream.write(reset)
    for (const event of [...(missed.events ?? []), ...held]) tell(event)
    held = null
  })
}

type Missed = { from: number; events: StoredEvent[] | null }

/** Where the stream begins, and what lies between there and the last event that the client has seen. */
const readMissed = async (context: ServerContext, lastId: number | null): Promise<Missed> => {
  if (lastId === null) return { from: await newestEventId(context), events: [] }
  const [newest, events] = [await newestEventId(context), await eventsAfter(context, lastId)]
  if (events === null && newest === 0 && lastId === 0) return { from: 0, events: [] }
  return { from: events === null ? newest : lastId, events }
}

/** What is no id of ours is an id that is not known any more. */
const readLastId = (request: FastifyRequest): number | null => {
  const header = request.headers['last-event-id']
  if (header === undefined || header === '') return null
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : -1
}
