import { AsyncLocalStorage } from 'node:async_hooks'
import { Refused } from './errors.ts'

/** Items waiting for their turn, taken round robin by user, and first in first out for each of them. */
type FairQueue<Item> = {
  push: (user: string | null, item: Item) => void
  /** The next item of the next user that may have one; null where there is none. */
  take: (canServe?: (user: string | null) => boolean) => Item | null
  remove: (user: string | null, item: Item) => void
  items: () => Item[]
  count: (user: string | null) => number
}

export const makeFairQueue = <Item>(): FairQueue<Item> => {
  // In the order of the next turns: the user that was served moves to the end.
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
  }
}

type SlotBounds = {
  slots: number
  /** How many one user may have at the same time: less than all, so that another user finds one free. */
  slotsPerUser: number
  /** How many more calls of one user may wait; the next one is refused with `TOO_MANY_CALLS`. */
  waitingPerUser: number
}

type FairSlots = {
  /**
   * Waits for a slot and answers how to give it back. The server's own work (null) is not bounded per user.
   * @throws Refused `TOO_MANY_CALLS`; the error of `onTimeout` after `timeoutMs`
   */
  acquire: (
    user: string | null,
    timeout?: { timeoutMs: number; onTimeout: () => Error },
  ) => Promise<() => void>
}

/** A few slots (threads, connections) shared by many users: fair turns, a share per user, a bounded queue per user. */
export const makeFairSlots = ({ slots, slotsPerUser, waitingPerUser }: SlotBounds): FairSlots => {
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
    acquire: async (user, timeout) => {
      if (free > 0 && canServe(user)) return grant(user)
      if (user !== null && queue.count(user) >= waitingPerUser) throw new Refused('TOO_MANY_CALLS')
      return new Promise((resolve, reject) => {
        const begin = (): void => {
          clearTimeout(timer)
          resolve(grant(user))
        }
        const timer =
          timeout === undefined
            ? undefined
            : setTimeout(() => {
                queue.remove(user, begin)
                reject(timeout.onTimeout())
              }, timeout.timeoutMs)
        queue.push(user, begin)
      })
    },
  }
}

type Work = { user: string | null }

const storage = new AsyncLocalStorage<Work>()

/** On whose behalf the running code works, for fair turns; null for the server's own work. Never for permissions. */
export const currentUser = (): string | null => storage.getStore()?.user ?? null

export const runAsUser = <Answer>(work: Work, run: () => Answer): Answer => storage.run(work, run)
