import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { Refused } from './errors.ts'

/** Queue with round robin by user, first in first out within a user. */
type FairQueue<Item> = {
  push: (user: string | null, item: Item) => void
  /** The next item of a user that may be served; null for none. */
  take: (canServe?: (user: string | null) => boolean) => Item | null
  remove: (user: string | null, item: Item) => void
  items: () => Item[]
  count: (user: string | null) => number
  size: () => number
}

export const makeFairQueue = <Item>(): FairQueue<Item> => {
  // In order of turns: a served user moves to the end.
  const waiting = new Map<string | null, Item[]>()
  const store = (user: string | null, items: Item[]): void => {
    waiting.delete(user)
    if (items.length > 0) waiting.set(user, items)
  }
  return {
    push: (user, item) => {
      const items = waiting.get(user)
      if (items === undefined) waiting.set(user, [item])
      else items.push(item)
    },
    take: (canServe = () => true) => {
      for (const [user, [first, ...others]] of waiting) {
        if (!canServe(user)) continue
        store(user, others)
        return first!
      }
      return null
    },
    remove: (user, item) => {
      const items = waiting.get(user)?.filter((one) => one !== item)
      if (items?.length === 0) waiting.delete(user)
      else if (items !== undefined) waiting.set(user, items)
    },
    items: () => [...waiting.values()].flat(),
    count: (user) => waiting.get(user)?.length ?? 0,
    size: () => [...waiting.values()].reduce((size, { length }) => size + length, 0),
  }
}

type SlotBounds = {
  slots: number
  /** Slots per user: fewer than all, to leave one for others. */
  slotsPerUser: number
  /** Maximum waiting calls per user; beyond it `TOO_MANY_CALLS`. */
  waitingPerUser: number
  /** Maximum waiting calls in all; beyond it, users with a waiting call get `OVERLOADED`. */
  waitingInAll?: number
}

type FairSlots = {
  /**
   * Waits for a slot; resolves to its release function. The server's own work (null) has no limit per user. `left`: ends the
   * wait when the caller disconnects (`callerLeft`). @throws Refused `TOO_MANY_CALLS`, `OVERLOADED`, `CANCELLED`; the error of
   * `onTimeout` after `timeoutMs`
   */
  acquire: (
    user: string | null,
    timeout?: { timeoutMs: number; onTimeout: () => Error },
    left?: AbortSignal,
  ) => Promise<() => void>
  /** Slots in use, and calls that wait for one. */
  load: () => { used: number; waiting: number }
}

/** Slots (threads, connections) shared by users: fair turns, a share and a bounded queue per user. */
export const makeFairSlots = ({
  slots,
  slotsPerUser,
  waitingPerUser,
  waitingInAll = Number.POSITIVE_INFINITY,
}: SlotBounds): FairSlots => {
  const queue = makeFairQueue<() => void>()
  const used = new Map<string | null, number>()
  let free = slots

  const canServe = (user: string | null): boolean => user === null || (used.get(user) ?? 0) < slotsPerUser

  const grant = (user: string | null): (() => void) => {
    free--
    used.set(user, (used.get(user) ?? 0) + 1)
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      free++
      const left = used.get(user)! - 1
      if (left === 0) used.delete(user)
      else used.set(user, left)
      serve()
    }
  }

  const serve = (): void => {
    while (free > 0) {
      const begin = queue.take(canServe)
      if (begin === null) return
      begin()
    }
  }

  return {
    acquire: async (user, timeout, left) => {
      refuseLeft(left)
      if (free > 0 && canServe(user)) return grant(user)
      if (user !== null) refuseWaiting(queue.count(user))
      return new Promise((resolve, reject) => {
        const begin = (): void => {
          stopWaiting()
          resolve(grant(user))
        }
        const giveUp = (error: Error): void => {
          stopWaiting()
          queue.remove(user, begin)
          reject(error)
        }
        const leave = (): void => giveUp(callerLeft())
        const timer =
          timeout === undefined ? undefined : setTimeout(() => giveUp(timeout.onTimeout()), timeout.timeoutMs)
        const stopWaiting = (): void => {
          clearTimeout(timer)
          left?.removeEventListener('abort', leave)
        }
        left?.addEventListener('abort', leave)
        queue.push(user, begin)
      })
    },
    load: () => ({ used: slots - free, waiting: queue.size() }),
  }

  /** A user with none waiting always gets a place, whatever others have queued. */
  function refuseWaiting(own: number): void {
    if (own >= waitingPerUser) throw new Refused('TOO_MANY_CALLS')
    if (own > 0 && queue.size() >= waitingInAll) throw new Refused('OVERLOADED')
  }
}

/** Identity of running work. `response`: of the waiting call; its work ends when the caller disconnects. */
export type Work = { user: string | null; response?: ServerResponse; left?: AbortSignal }

const storage = new AsyncLocalStorage<Work>()

/** User of the running code for fair scheduling; null for the server itself. Never use it for permissions. */
export const currentUser = (): string | null => storage.getStore()?.user ?? null

export const runAsUser = <Answer>(work: Work, run: () => Answer): Answer => storage.run(work, run)

/** Aborts when the caller of the running code disconnects. Undefined without a caller. */
export const callerSignal = (): AbortSignal | undefined => {
  const work = storage.getStore()
  if (work?.response === undefined) return undefined
  work.left ??= signalOf(work.response)
  return work.left
}

const signalOf = (response: ServerResponse): AbortSignal => {
  const controller = new AbortController()
  if (response.destroyed) controller.abort()
  else response.once('close', () => (response.writableEnded ? undefined : controller.abort()))
  return controller.signal
}

/** Ends work of a disconnected call. Not a bug: nobody reads the answer. */
export const callerLeft = (): Refused => new Refused('CANCELLED', { reason: 'the caller left' })

/** @throws Refused `CANCELLED` */
export const refuseLeft = (left: AbortSignal | undefined): void => {
  if (left?.aborted) throw callerLeft()
}
