import { assign, emit, enqueueActions, setup } from 'xstate'
import { type Failure, toFailure } from '../failure.ts'
import { unimplementedActor } from '../unimplemented-actor.ts'
import {
  byAge,
  nextEntry,
  type OutboxContext,
  type OutboxEmitted,
  type OutboxEntry,
  type OutboxEvent,
  type SendOutcome,
} from './outbox-types.ts'

const firstDelay = 2_000
const longestDelay = 30_000

/** Milliseconds until the next attempt, after `tries` failures. */
export const pauseAfter = (tries: number): number =>
  Math.min(longestDelay, firstDelay * 2 ** Math.max(0, tries - 1))

/** After so many server errors a change counts as refused, so that others are not blocked. */
export const mostTries = 5

/**
 * Sends queued changes, one at a time, oldest first: loading -> settled (queue empty), offline, sending, waiting (transient
 * failure), locked (session ended). A refused change stays with its code until the user decides.
 */
export const outboxMachine = setup({
  types: {
    context: {} as OutboxContext,
    events: {} as OutboxEvent,
    input: {} as { user: string; isOnline?: boolean },
    emitted: {} as OutboxEmitted,
    tags: {} as 'stopped',
  },
  actors: {
    load: unimplementedActor<readonly OutboxEntry[], { user: string }>('load'),
    /** Sends the entry, then deletes it or stores its refusal. Rejects if it is to be retried. */
    send: unimplementedActor<SendOutcome, OutboxEntry>('send'),
  },
  delays: {
    backoff: ({ context }) => pauseAfter(context.tries),
  },
  guards: {
    hasNothing: ({ context }) => nextEntry(context.entries) === null,
    isOffline: ({ context }) => !context.isOnline,
    isOnItsWay: ({ context, event }) => event.type === 'outbox.discard' && event.id === context.sending,
    isLocked: (_, { error }: { error: unknown }) => lockingCodes.includes(toFailure(error).code),
    isHopeless: ({ context }, { error }: { error: unknown }) =>
      context.tries + 1 >= mostTries && toFailure(error).code === 'INTERNAL',
  },
  actions: {
    add: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'outbox.add' || event.entry.user !== context.user) return
      const { entry } = event
      enqueue(emit({ type: 'outbox.keep' as const, entry }))
      enqueue.assign({ entries: byAge([...context.entries.filter(({ id }) => id !== entry.id), entry]) })
    }),
    discard: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'outbox.discard') return
      const { id } = event
      enqueue(emit({ type: 'outbox.forget' as const, id }))
      enqueue.assign({ entries: context.entries.filter((entry) => entry.id !== id) })
    }),
    retry: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'outbox.retry') return
      const found = context.entries.find(({ id }) => id === event.id)
      if (found === undefined) return
      const entry = { ...found, refusal: null }
      enqueue(emit({ type: 'outbox.keep' as const, entry }))
      enqueue.assign({ entries: context.entries.map((other) => (other.id === entry.id ? entry : other)) })
    }),
    replace: assign({
      entries: ({ context, event }) =>
        event.type === 'outbox.replaced' ? ownEntries(context.user, event.entries) : context.entries,
    }),
    settle: enqueueActions(({ context, enqueue }, outcome: SendOutcome) => {
      const entry = context.entries.find(({ id }) => id === context.sending)
      enqueue.assign({ tries: 0, failure: null })
      if (entry === undefined) return
      enqueue.assign({
        entries:
          outcome.kind === 'refused'
            ? context.entries.map((other) =>
                other.id === entry.id ? { ...other, refusal: outcome.code } : other,
              )
            : context.entries.filter(({ id }) => id !== entry.id),
      })
      if (outcome.kind === 'sent') {
        enqueue(emit({ type: 'outbox.sent' as const, entry, report: outcome.report }))
      }
      if (outcome.kind === 'refused') {
        enqueue(emit({ type: 'outbox.refused' as const, entry, code: outcome.code }))
      }
    }),
    giveUp: enqueueActions(({ context, enqueue }) => {
      const first = context.entries.find(({ id }) => id === context.sending)
      if (first === undefined) return
      const entry: OutboxEntry = { ...first, refusal: 'INTERNAL' }
      enqueue(emit({ type: 'outbox.keep' as const, entry }))
      enqueue.assign({
        tries: 0,
        failure: null,
        entries: context.entries.map((other) => (other.id === entry.id ? entry : other)),
      })
      enqueue(emit({ type: 'outbox.refused' as const, entry, code: 'INTERNAL' as const }))
    }),
    fail: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    startOver: assign({ tries: 0 }),
    setOnline: assign({ isOnline: ({ event }) => event.type !== 'network.offline' }),
  },
}).createMachine({
  id: 'outbox',
  context: ({ input }) => ({
    user: input.user,
    entries: [],
    sending: null,
    isOnline: input.isOnline ?? true,
    tries: 0,
    failure: null,
  }),
  initial: 'loading',
  on: {
    'network.online': { actions: 'setOnline' },
    'network.offline': { actions: 'setOnline' },
    'outbox.add': { actions: 'add' },
  },
  states: {
    loading: {
      invoke: {
        src: 'load',
        id: 'load',
        input: ({ context }) => ({ user: context.user }),
        onDone: {
          target: 'deciding',
          // Entries added meanwhile may be in both or only here.
          actions: assign({
            entries: ({ context, event }) =>
              ownEntries(context.user, [
                ...event.output.filter(({ id }) => !context.entries.some((entry) => entry.id === id)),
                ...context.entries,
              ]),
          }),
        },
        onError: {
          target: 'deciding',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    deciding: {
      always: [
        { guard: 'hasNothing', target: 'settled' },
        { guard: 'isOffline', target: 'offline' },
        { target: 'sending' },
      ],
    },
    settled: {
      tags: 'stopped',
      on: {
        'outbox.add': { target: 'deciding', actions: 'add' },
        'outbox.retry': { target: 'deciding', actions: 'retry' },
        'outbox.discard': { target: 'deciding', actions: 'discard' },
        'outbox.replaced': { target: 'deciding', actions: 'replace' },
      },
    },
    offline: {
      tags: 'stopped',
      on: {
        'network.online': { target: 'deciding', actions: ['setOnline', 'startOver'] },
        'outbox.flush': { target: 'sending', actions: 'startOver' },
        'outbox.retry': { target: 'deciding', actions: 'retry' },
        'outbox.discard': { target: 'deciding', actions: 'discard' },
        'outbox.replaced': { target: 'deciding', actions: 'replace' },
      },
    },
    sending: {
      entry: assign({ sending: ({ context }) => firstOf(context).id }),
      invoke: {
        src: 'send',
        id: 'send',
        input: ({ context }) => firstOf(context),
        onDone: {
          target: 'deciding',
          actions: { type: 'settle', params: ({ event }) => event.output },
        },
        onError: [
          {
            guard: { type: 'isLocked', params: ({ event }) => ({ error: event.error }) },
            target: 'locked',
            actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'isHopeless', params: ({ event }) => ({ error: event.error }) },
            target: 'deciding',
            actions: 'giveUp',
          },
          {
            target: 'waiting',
            actions: ['countTry', { type: 'fail', params: ({ event }) => ({ error: event.error }) }],
          },
        ],
      },
      on: {
        // The entry being sent may already be applied; only others can be discarded.
        'outbox.discard': [{ guard: 'isOnItsWay' }, { actions: 'discard' }],
        'outbox.retry': { actions: 'retry' },
        'outbox.replaced': { actions: 'replace' },
      },
    },
    waiting: {
      tags: 'stopped',
      after: { backoff: 'deciding' },
      on: {
        'network.online': { target: 'deciding', actions: ['setOnline', 'startOver'] },
        'network.offline': { target: 'offline', actions: 'setOnline' },
        'outbox.flush': { target: 'deciding', actions: 'startOver' },
        'outbox.retry': { target: 'deciding', actions: 'retry' },
        'outbox.discard': { target: 'deciding', actions: 'discard' },
        'outbox.replaced': { target: 'deciding', actions: 'replace' },
      },
    },
    /** Signed out or deactivated: everything waits for the next session. */
    locked: {
      tags: 'stopped',
      on: {
        'outbox.flush': { target: 'deciding', actions: 'startOver' },
        'outbox.discard': { actions: 'discard' },
        'outbox.replaced': { actions: 'replace' },
      },
    },
  },
})

const lockingCodes: readonly Failure['code'][] = ['UNAUTHORIZED', 'EMAIL_NOT_VERIFIED', 'NOT_ACTIVATED']

function ownEntries(user: string, entries: readonly OutboxEntry[]): OutboxEntry[] {
  return byAge(entries.filter((entry) => entry.user === user))
}

function firstOf({ entries }: OutboxContext): OutboxEntry {
  const entry = nextEntry(entries)
  if (entry === null) throw new Error('nothing waits to be sent')
  return entry
}
