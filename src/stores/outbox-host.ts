import { createAtom, type ReadonlyAtom } from '@xstate/store'
import { type ActorRefFrom, createActor } from 'xstate'
import type { outboxMachine } from '../../machines/outbox/outbox-machine.ts'
import type { OutboxEmitted, OutboxEntry } from '../../machines/outbox/outbox-types.ts'
import { newIdempotencyKey } from '../api/call-options.ts'
import type { OfflineStore } from './offline-store.ts'

/** Outbox as displayed: entries in order, and its state. */
export type OutboxView = {
  entries: readonly OutboxEntry[]
  state: 'loading' | 'settled' | 'offline' | 'sending' | 'waiting' | 'locked'
}

export type OutboxAsked = Pick<OutboxEntry, 'resource' | 'kind' | 'verb' | 'record' | 'body'>

type OutboxActor = ActorRefFrom<typeof outboxMachine>
export type OutboxResult = Extract<OutboxEmitted, { type: 'outbox.sent' | 'outbox.refused' }>

const empty: OutboxView = { entries: [], state: 'settled' }

/** Runs the outbox of the signed-in user, starting with stored entries. `machine`: with its actors; `store`: persistence. */
export const createOutboxHost = (machine: typeof outboxMachine, store: OfflineStore) => {
  const view = createAtom<OutboxView>(empty)
  const listeners = new Set<(result: OutboxResult, isReported: boolean) => void>()
  const takenBack = new Set<string>()
  const tellers = new Set<(result: OutboxResult) => boolean>()
  const queuedListeners = new Set<(entries: readonly OutboxEntry[]) => void>()
  /** Added in this turn, without a network. */
  let queued: OutboxEntry[] = []
  const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel('waybill-outbox') : null
  let actor: OutboxActor | null = null
  let user: string | null = null
  let isUnkept = false

  const keep = (written: Promise<void>) => {
    written.then(
      () => others?.postMessage(user),
      () => {
        isUnkept = true
      },
    )
  }
  if (others !== null) {
    others.onmessage = ({ data }) => {
      if (data !== user || user === null) return
      void store.entries(user).then((entries) => actor?.send({ type: 'outbox.replaced', entries }))
    }
  }
  globalThis.addEventListener?.('online', () => actor?.send({ type: 'network.online' }))
  globalThis.addEventListener?.('offline', () => actor?.send({ type: 'network.offline' }))
  // Warns before closing if unsent changes are not persisted.
  globalThis.addEventListener?.('beforeunload', (event) => {
    if (isUnkept && view.get().entries.length > 0) event.preventDefault()
  })

  return {
    view: view as ReadonlyAtom<OutboxView>,
    /** Null on sign-out: stored entries stay. */
    signIn: (next: string | null): void => {
      if (next === user) return
      actor?.stop()
      user = next
      actor = null
      view.set(empty)
      if (next === null) return
      const started = createActor(machine, { input: { user: next, isOnline: navigator.onLine } })
      started.subscribe(({ value, context }) =>
        view.set({ entries: context.entries, state: value as OutboxView['state'] }),
      )
      started.on('outbox.keep', ({ entry }) => keep(store.keepEntry(entry)))
      started.on('outbox.forget', ({ id }) => keep(store.forgetEntry(id)))
      started.on('outbox.sent', (result) => tell(result))
      started.on('outbox.refused', (result) => tell(result))
      actor = started
      started.start()
    },
    /** Queues a change and returns its id (default: a new UUID v7). */
    add: (asked: OutboxAsked, id: string = newIdempotencyKey()): string | null => {
      if (actor === null || user === null) return null
      const entry: OutboxEntry = { ...asked, id, user, at: Date.now(), refusal: null }
      const isHeld = !navigator.onLine || view.get().state === 'offline' || view.get().state === 'waiting'
      actor.send({ type: 'outbox.add', entry })
      if (isHeld) tellQueued(entry)
      return id
    },
    /** Marks a sent change as undone. */
    tookBack: (id: string): void => void takenBack.add(id),
    wasTakenBack: (id: string): boolean => takenBack.has(id),
    discard: (id: string): void => actor?.send({ type: 'outbox.discard', id }),
    retry: (id: string): void => actor?.send({ type: 'outbox.retry', id }),
    flush: (): void => actor?.send({ type: 'outbox.flush' }),
    /** Called before other listeners; returning true means that the result was shown, so that others do not. */
    reportFirst: (teller: (result: OutboxResult) => boolean) => {
      tellers.add(teller)
      return () => void tellers.delete(teller)
    },
    /** Changes of one turn that wait for the network. */
    onQueued: (listener: (entries: readonly OutboxEntry[]) => void) => {
      queuedListeners.add(listener)
      return () => void queuedListeners.delete(listener)
    },
    /** `isReported`: already shown to the user. */
    onResult: (listener: (result: OutboxResult, isReported: boolean) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }

  function tellQueued(entry: OutboxEntry): void {
    queued.push(entry)
    if (queued.length > 1) return
    queueMicrotask(() => {
      const entries = queued
      queued = []
      for (const listener of queuedListeners) listener(entries)
    })
  }

  function tell(result: OutboxResult): void {
    others?.postMessage(user)
    const isReported = [...tellers].some((teller) => teller(result))
    for (const listener of listeners) listener(result, isReported)
  }
}

export type OutboxHost = ReturnType<typeof createOutboxHost>
