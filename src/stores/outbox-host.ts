import { createAtom, type ReadonlyAtom } from '@xstate/store'
import { type ActorRefFrom, createActor } from 'xstate'
import type { OutboxEmitted, OutboxEntry } from '../../machines/outbox/outbox-types.ts'
import type { outboxMachine } from '../../machines/outbox-machine.ts'
import { newIntent } from '../api/intent.ts'
import type { OfflineStore } from './offline-store.ts'

/** What the screen shows of it: what waits, in order, and why it does. */
export type OutboxView = {
  entries: readonly OutboxEntry[]
  state: 'loading' | 'settled' | 'offline' | 'sending' | 'waiting' | 'locked'
}

export type OutboxAsked = Pick<OutboxEntry, 'resource' | 'kind' | 'verb' | 'record' | 'body'>

type OutboxActor = ActorRefFrom<typeof outboxMachine>
export type Told = Extract<OutboxEmitted, { type: 'outbox.sent' | 'outbox.refused' }>

const empty: OutboxView = { entries: [], state: 'settled' }

/**
 * Runs the outbox of whoever is signed in, from the moment they are: what an earlier page could not send goes first.
 * `machine` has its actors bound; `store` is where entries are kept.
 */
export const createOutboxHost = (machine: typeof outboxMachine, store: OfflineStore) => {
  const view = createAtom<OutboxView>(empty)
  const listeners = new Set<(told: Told, isToldOf: boolean) => void>()
  const takenBack = new Set<string>()
  const tellers = new Set<(told: Told) => boolean>()
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
  // Closed without the network it would be lost with the page: say so.
  globalThis.addEventListener?.('beforeunload', (event) => {
    if (isUnkept && view.get().entries.length > 0) event.preventDefault()
  })

  return {
    view: view as ReadonlyAtom<OutboxView>,
    /** Null where nobody is signed in: what they asked for stays on the device. */
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
      started.on('outbox.sent', (told) => tell(told))
      started.on('outbox.refused', (told) => tell(told))
      actor = started
      started.start()
    },
    /** Queues a change, which goes at once where there is a network. Answers its id, a UUID v7 made now unless given. */
    add: (asked: OutboxAsked, id: string = newIntent()): string | null => {
      if (actor === null || user === null) return null
      actor.send({ type: 'outbox.add', entry: { ...asked, id, user, at: Date.now(), refusal: null } })
      return id
    },
    /** Whoever took a change back that had been sent says so: it is not to be taken back again. */
    tookBack: (id: string): void => void takenBack.add(id),
    wasTakenBack: (id: string): boolean => takenBack.has(id),
    discard: (id: string): void => actor?.send({ type: 'outbox.discard', id }),
    retry: (id: string): void => actor?.send({ type: 'outbox.retry', id }),
    flush: (): void => actor?.send({ type: 'outbox.flush' }),
    /** Asked before the listeners: whoever answers true tells the person in their own way, and nobody else has to. */
    tellOneself: (teller: (told: Told) => boolean) => {
      tellers.add(teller)
      return () => void tellers.delete(teller)
    },
    /** `isToldOf`: the person has been told already. */
    onTold: (listener: (told: Told, isToldOf: boolean) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }

  function tell(told: Told): void {
    others?.postMessage(user)
    const isToldOf = [...tellers].some((teller) => teller(told))
    for (const listener of listeners) listener(told, isToldOf)
  }
}

export type OutboxHost = ReturnType<typeof createOutboxHost>
