import { setTimeout as sleep } from 'node:timers/promises'
import type { JobEvent } from '../../domain/changes/changes.ts'
import { readLivingSessions, type Session, sessionChannel } from '../auth/sessions.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import { jobChannel, readNotice } from './job-notice.ts'
import { listen } from './listen.ts'
import { eventChannel, eventsAfter, newestEventId, readEvents, type StoredEvent } from './read-events.ts'

/**
 * An open stream. Its session is re-read while open: revoked or expired ones end it. `session` has the user's current role and
 * country; `onEvent` is never called while a change of them is pending.
 */
export type Subscriber = {
  session: Session
  onEvent: (event: StoredEvent) => void
  /** Progress of the user's jobs. */
  onJob: (event: JobEvent) => void
  /** The client must refetch: too many events were missed, or its scope changed. */
  onReset: () => void
  onHeartbeat: () => void
  end: () => void
}

export type EventHub = {
  /** Resolves once the hub listens: all later commits reach the subscriber. */
  subscribe: (subscriber: Subscriber) => Promise<() => void>
  /** Re-reads the sessions of a user's streams: then events read before may be written. */
  refresh: (userId: string) => Promise<void>
  count: (userId: string) => number
  close: () => Promise<void>
}

type Log = { warn: (message: string) => void }

export const heartbeat = 15_000
const remembered = 5_000
const longestWait = 5_000
/** Maximum events queued for a stream while its session is read. */
const mostWaiting = 1_000

const verbsOf = ({ actor }: Session): string => [...(actor.key?.verbs ?? [])].join()

/** Listens for changes on one connection per process and passes them to all streams. Starts with the first stream. */
export const createEventHub = (context: ServerContext, log: Log): EventHub => {
  const subscribers = new Set<Subscriber>()
  const pending = new Set<number>()
  const delivered = new Set<number>()
  /** Number of pending session reads by user. */
  const holds = new Map<string, number>()
  const waiting = new Map<Subscriber, StoredEvent[]>()
  /** Notifications may have been missed, including changes of users. */
  let isDeaf = false
  let lastRead: Promise<void> = Promise.resolve()
  let newest = 0
  let isReading = false
  let listening: ReturnType<typeof startListening> | null = null

  /** A stream that fails is ended, and resumes from its last event; others continue. */
  const tellEach = (tell: (subscriber: Subscriber) => void): void => {
    for (const subscriber of [...subscribers]) {
      try {
        if (hasExpired(subscriber)) end(subscriber)
        else tell(subscriber)
      } catch (error) {
        log.warn(`A stream could not be written to and was ended: ${(error as Error).message}`)
        subscriber.end()
      }
    }
  }

  /** A key that ends while its stream is open. */
  const hasExpired = ({ session: { expiresAt } }: Subscriber): boolean =>
    expiresAt !== null && expiresAt <= context.now().getTime()

  const end = (subscriber: Subscriber): void => {
    subscribers.delete(subscriber)
    subscriber.end()
  }

  const deliver = (event: StoredEvent): void => {
    if (delivered.has(event.id)) return
    delivered.add(event.id)
    if (delivered.size > remembered) delivered.delete(delivered.values().next().value!)
    newest = Math.max(newest, event.id)
    tellEach((subscriber) => {
      if (isHeld(subscriber)) hold(subscriber, event)
      else subscriber.onEvent(event)
    })
  }

  const isHeld = ({ session }: Subscriber): boolean => isDeaf || holds.has(session.user.id)

  const hold = (subscriber: Subscriber, event: StoredEvent): void => {
    const events = waiting.get(subscriber) ?? []
    waiting.set(subscriber, events)
    if (events.length <= mostWaiting) events.push(event)
  }

  /** Delivers queued events by the current scope. */
  const release = (): void =>
    tellEach((subscriber) => {
      const events = waiting.get(subscriber)
      if (events === undefined || isHeld(subscriber)) return
      waiting.delete(subscriber)
      if (events.length > mostWaiting) subscriber.onReset()
      else for (const event of events) subscriber.onEvent(event)
    })

  /** Delivers events missed while disconnected, by a scope read later. */
  const catchUp = async (): Promise<void> => {
    const missed = await eventsAfter(context, newest)
    const now = missed === null ? await newestEventId(context) : newest
    await readSessions(null)
    isDeaf = false
    if (missed === null) {
      newest = now
      tellEach((subscriber) => subscriber.onReset())
    } else missed.forEach(deliver)
    release()
  }

  const readPending = async (): Promise<void> => {
    if (isReading) return
    isReading = true
    while (pending.size > 0) {
      const ids = [...pending].slice(0, remembered)
      try {
        for (const event of await readEvents(context, ids)) deliver(event)
        for (const id of ids) pending.delete(id)
      } catch (error) {
        log.warn(`Live events could not be read, again in a second: ${(error as Error).message}`)
        await sleep(1_000, undefined, { ref: false })
        if (listening === null) break
      }
    }
    isReading = false
  }

  const tellOfJob = (payload: string): void => {
    const { actor, ...event } = readNotice(payload)
    tellEach((subscriber) => {
      // A key hears of no jobs: they may be those of its owner.
      if (subscriber.session.user.id === actor && subscriber.session.actor.key === undefined)
        subscriber.onJob(event)
    })
  }

  /** Sequential, so that older results never replace newer ones. */
  const readSessions = (userId: string | null): Promise<void> => {
    const read = lastRead.then(() => readSessionsNow(userId))
    lastRead = read.catch(() => undefined)
    return read
  }

  const readSessionsNow = async (userId: string | null): Promise<void> => {
    const open = [...subscribers].filter(({ session }) => userId === null || session.user.id === userId)
    if (open.length === 0) return
    const living = await readLivingSessions(
      context,
      open.map(({ session }) => session),
    )
    for (const subscriber of open) {
      const session = living.get(subscriber.session.tokenHash.toString('hex'))
      if (!session?.actor.isEmailVerified || !session.actor.isActivated) {
        // Its queued events are dropped.
        end(subscriber)
        continue
      }
      const isMoved =
        session.actor.country !== subscriber.session.actor.country ||
        session.actor.role !== subscriber.session.actor.role ||
        verbsOf(session) !== verbsOf(subscriber.session)
      subscriber.session = session
      if (isMoved) subscriber.onReset()
    }
  }

  /**
   * Notifications arrive in commit order: events after a user's change wait until the session is read. Streams whose session
   * cannot be read end; clients reconnect.
   */
  const followUser = async (userId: string): Promise<void> => {
    holds.set(userId, (holds.get(userId) ?? 0) + 1)
    try {
      await readSessions(userId)
    } catch {
      for (const subscriber of [...subscribers]) {
        if (subscriber.session.user.id === userId) end(subscriber)
      }
    }
    const left = holds.get(userId)! - 1
    if (left > 0) holds.set(userId, left)
    else holds.delete(userId)
    release()
  }

  const startListening = () => {
    let heard = () => {}
    const up = new Promise<void>((resolve) => {
      heard = resolve
    })
    let wasUp = false
    const connection = listen(context.connectionConfig, [eventChannel, sessionChannel, jobChannel], {
      onNotice: (channel, payload) => {
        if (channel === sessionChannel) void followUser(payload)
        else if (channel === jobChannel) tellOfJob(payload)
        else {
          pending.add(Number(payload))
          void readPending()
        }
      },
      onUp: async () => {
        if (wasUp) await catchUp()
        else newest = await newestEventId(context)
        isDeaf = false
        wasUp = true
        heard()
      },
      onDown: () => {
        isDeaf = true
      },
      onWarning: (message) => log.warn(message),
    })
    const beat = setInterval(() => {
      tellEach((subscriber) => subscriber.onHeartbeat())
      readSessions(null).catch(() => undefined)
    }, heartbeat)
    beat.unref()
    const close = async () => {
      clearInterval(beat)
      await connection.close()
    }
    return { up, close }
  }

  return {
    subscribe: async (subscriber) => {
      listening ??= startListening()
      subscribers.add(subscriber)
      const isUp = await Promise.race([
        listening.up.then(() => true),
        sleep(longestWait, false, { ref: false }),
      ])
      if (!isUp) {
        subscribers.delete(subscriber)
        throw new Refused('DATABASE_UNAVAILABLE')
      }
      return () => {
        subscribers.delete(subscriber)
        waiting.delete(subscriber)
      }
    },
    refresh: readSessions,
    count: (userId) => [...subscribers].filter(({ session }) => session.user.id === userId).length,
    close: async () => {
      for (const subscriber of [...subscribers]) subscriber.end()
      subscribers.clear()
      const stopping = listening
      listening = null
      await stopping?.close()
    },
  }
}
