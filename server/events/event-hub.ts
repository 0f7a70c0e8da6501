import { setTimeout as sleep } from 'node:timers/promises'
import type { JobEvent } from '../../domain/changes/changes.ts'
import { readLivingSessions, type Session, sessionChannel } from '../auth/sessions.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import { jobChannel, readNotice } from './job-notice.ts'
import { listen } from './listen.ts'
import { eventChannel, eventsAfter, newestEventId, readEvents, type StoredEvent } from './read-events.ts'

/** One open stream. Its session is looked at again while it is open: what was revoked or has expired ends it. */
export type Subscriber = {
  session: Session
  onEvent: (event: StoredEvent) => void
  /** How far a job of theirs is. */
  onJob: (event: JobEvent) => void
  /** Too many events were missed to replay them. */
  onReset: () => void
  onHeartbeat: () => void
  end: () => void
}

export type EventHub = {
  /** Resolves once the hub listens: every later commit reaches the subscriber. */
  subscribe: (subscriber: Subscriber) => Promise<() => void>
  count: (userId: string) => number
  close: () => Promise<void>
}

type Log = { warn: (message: string) => void }

export const heartbeat = 15_000
const remembered = 5_000
const longestWait = 5_000

/** Hears of changes on one connection a process and passes them to every open stream. Starts with the first stream. */
export const createEventHub = (context: ServerContext, log: Log): EventHub => {
  const subscribers = new Set<Subscriber>()
  const pending = new Set<number>()
  const delivered = new Set<number>()
  let newest = 0
  let isReading = false
  let listening: ReturnType<typeof startListening> | null = null

  /** A stream that cannot be written to is ended, and resumes after its last event; the others go on. */
  const tellEach = (tell: (subscriber: Subscriber) => void): void => {
    for (const subscriber of [...subscribers]) {
      try {
        tell(subscriber)
      } catch (error) {
        log.warn(`A stream could not be written to and was ended: ${(error as Error).message}`)
        subscriber.end()
      }
    }
  }

  const deliver = (event: StoredEvent): void => {
    if (delivered.has(event.id)) return
    delivered.add(event.id)
    if (delivered.size > remembered) delivered.delete(delivered.values().next().value!)
    newest = Math.max(newest, event.id)
    tellEach((subscriber) => subscriber.onEvent(event))
  }

  /** What was said while the connection was lost. */
  const catchUp = async (): Promise<void> => {
    const missed = await eventsAfter(context, newest)
    if (missed !== null) return missed.forEach(deliver)
    newest = await newestEventId(context)
    tellEach((subscriber) => subscriber.onReset())
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
      if (subscriber.session.user.id === actor) subscriber.onJob(event)
    })
  }

  const lookAtSessions = async (userId: string | null): Promise<void> => {
    const open = [...subscribers].filter(({ session }) => userId === null || session.user.id === userId)
    if (open.length === 0) return
    const living = await readLivingSessions(
      context,
      open.map(({ session }) => session.tokenHash),
    )
    for (const subscriber of open) {
      const session = living.get(subscriber.session.tokenHash.toString('hex'))
      if (session?.actor.isEmailVerified && session.actor.isActivated) subscriber.session = session
      else subscriber.end()
    }
  }

  const startListening = () => {
    let heard = () => {}
    const up = new Promise<void>((resolve) => {
      heard = resolve
    })
    let wasUp = false
    const connection = listen(context.connectionConfig, [eventChannel, sessionChannel, jobChannel], {
      onNotice: (channel, payload) => {
        if (channel === sessionChannel) lookAtSessions(payload).catch(() => undefined)
        else if (channel === jobChannel) tellOfJob(payload)
        else {
          pending.add(Number(payload))
          void readPending()
        }
      },
      onUp: async () => {
        if (wasUp) await catchUp()
        else newest = await newestEventId(context)
        wasUp = true
        heard()
        await lookAtSessions(null)
      },
      onWarning: (message) => log.warn(message),
    })
    const beat = setInterval(() => {
      tellEach((subscriber) => subscriber.onHeartbeat())
      lookAtSessions(null).catch(() => undefined)
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
      // It may have ended after it was read and before anybody listened for it.
      await lookAtSessions(subscriber.session.user.id)
      return () => subscribers.delete(subscriber)
    },
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
