import { assign, raise, setup } from 'xstate'
import type { ChangeReport, Target } from '../../domain/changes/changes.ts'
import type { Where } from '../../domain/lib/filter.ts'
import { type Failure, isOffline, toFailure } from '../failure.ts'
import { unimplementedActor } from '../unimplemented-actor.ts'

/** The machine is shared by all resources and only knows ids; `bind-resource` adds the record types. */
export type WithId = { id: string }
export type ListAsked = { where: Where; limit?: number; skip?: number; sort?: string }
export type Input = Record<string, unknown>

/** `idempotencyKey`: one per user intent; `version`: the one that was edited. */
export type Write =
  | { kind: 'create'; input: Input; idempotencyKey: string }
  | { kind: 'update'; id: string; input: Input; version: number; idempotencyKey: string }
  | { kind: 'remove'; target: Target; idempotencyKey: string }

type WriteKind = 'create' | 'update' | 'remove'

/** A record for create and update, a report for remove. */
export type WriteAnswer = WithId | ChangeReport

type Outcome = {
  asked: Write | null
  answer: WriteAnswer | null
  failure: Failure | null
}

type ResourceContext = {
  list: {
    items: readonly WithId[]
    total: number
    query: ListAsked | null
    /** The server did not answer: rows are from the last successful load. */
    isStale: boolean
    failure: Failure | null
  }
  one: { id: string | null; record: WithId | null; failure: Failure | null }
} & { [Kind in WriteKind]: Outcome }

type ResourceEvent =
  | { type: 'list.load'; query: ListAsked }
  | { type: 'list.refresh' }
  | { type: 'one.load'; id: string }
  | { type: 'write.submit'; write: Write }
  /** Repeats the write with its idempotency key. */
  | { type: 'write.retry'; kind: WriteKind }
  /** Clears the outcome, e.g. when a form opens. */
  | { type: 'write.clear'; kind: WriteKind }

const nothing: Outcome = { asked: null, answer: null, failure: null }

/**
 * State of a resource: regions list, record, create, update and remove, each idle, loading or saving, ready or failed. A newer
 * query aborts an older one. A successful write refreshes the list. If the server refuses, the list is emptied; if it does not
 * answer, rows stay, marked stale.
 */
export const resourceMachine = setup({
  types: {
    context: {} as ResourceContext,
    events: {} as ResourceEvent,
    tags: {} as 'busy',
  },
  actors: {
    list: unimplementedActor<{ items: readonly WithId[]; total: number }, ListAsked | null>('list'),
    one: unimplementedActor<WithId, string | null>('one'),
    write: unimplementedActor<WriteAnswer, Write | null>('write'),
  },
  guards: {
    hasQuery: ({ context }) => context.list.query !== null,
    concerns: ({ event }, kind: WriteKind) =>
      event.type === 'write.submit'
        ? event.write.kind === kind
        : (event.type === 'write.retry' || event.type === 'write.clear') && event.kind === kind,
  },
  actions: {
    takeQuery: assign({
      list: ({ context, event }) =>
        event.type === 'list.load' ? { ...context.list, query: event.query } : context.list,
    }),
    fillList: assign({
      list: ({ context }, page: { items: readonly WithId[]; total: number }) => ({
        ...context.list,
        ...page,
        isStale: false,
        failure: null,
      }),
    }),
    failList: assign({
      list: ({ context }, { error }: { error: unknown }) => {
        const failure = toFailure(error)
        return isOffline(failure)
          ? { ...context.list, failure, isStale: true }
          : { ...context.list, failure, isStale: false, items: [], total: 0 }
      },
    }),
    takeId: assign({
      one: ({ context, event }) =>
        event.type === 'one.load'
          ? // Never show the previous record's fields.
            { id: event.id, record: context.one.id === event.id ? context.one.record : null, failure: null }
          : context.one,
    }),
    fillOne: assign({ one: ({ context }, record: WithId) => ({ ...context.one, record, failure: null }) }),
    failOne: assign({
      one: ({ context }, { error }: { error: unknown }) => {
        const failure = toFailure(error)
        return { ...context.one, record: isOffline(failure) ? context.one.record : null, failure }
      },
    }),
    takeWrite: assign(({ event }) =>
      event.type === 'write.submit' ? { [event.write.kind]: { ...nothing, asked: event.write } } : {},
    ),
    fillWrite: assign(({ context }, { kind, answer }: { kind: WriteKind; answer: WriteAnswer }) => ({
      [kind]: { ...context[kind], answer, failure: null },
    })),
    failWrite: assign(({ context }, { kind, error }: { kind: WriteKind; error: unknown }) => ({
      [kind]: { ...context[kind], failure: toFailure(error) },
    })),
    clearWrite: assign((_, kind: WriteKind) => ({ [kind]: nothing })),
    refreshList: raise({ type: 'list.refresh' }),
  },
}).createMachine({
  id: 'resource',
  type: 'parallel',
  context: {
    list: { items: [], total: 0, query: null, isStale: false, failure: null },
    one: { id: null, record: null, failure: null },
    create: nothing,
    update: nothing,
    remove: nothing,
  },
  states: {
    list: {
      initial: 'idle',
      on: {
        'list.load': { target: '.loading', actions: 'takeQuery' },
        'list.refresh': { guard: 'hasQuery', target: '.loading' },
      },
      states: {
        idle: {},
        loading: {
          tags: 'busy',
          // Repeated here: re-entering the parent would re-enter all regions.
          on: {
            'list.load': { target: 'loading', reenter: true, actions: 'takeQuery' },
            'list.refresh': { target: 'loading', reenter: true },
          },
          invoke: {
            src: 'list',
            id: 'list',
            input: ({ context }) => context.list.query,
            onDone: {
              target: 'ready',
              actions: { type: 'fillList', params: ({ event }) => event.output },
            },
            onError: {
              target: 'failed',
              actions: { type: 'failList', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        ready: {},
        failed: {},
      },
    },
    one: {
      initial: 'idle',
      on: { 'one.load': { target: '.loading', actions: 'takeId' } },
      states: {
        idle: {},
        loading: {
          tags: 'busy',
          on: { 'one.load': { target: 'loading', reenter: true, actions: 'takeId' } },
          invoke: {
            src: 'one',
            id: 'one',
            input: ({ context }) => context.one.id,
            onDone: { target: 'ready', actions: { type: 'fillOne', params: ({ event }) => event.output } },
            onError: {
              target: 'failed',
              actions: { type: 'failOne', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        ready: {},
        failed: {},
      },
    },
    create: writing('create'),
    update: writing('update'),
    remove: writing('remove'),
  },
})

/** A second submit while saving is a double click: ignored. */
function writing<const Kind extends WriteKind>(kind: Kind) {
  const concerns = { type: 'concerns', params: kind } as const
  const submit = { guard: concerns, target: 'saving', actions: 'takeWrite' } as const
  const clear = { guard: concerns, target: 'idle' } as const
  return {
    initial: 'idle',
    states: {
      idle: {
        entry: { type: 'clearWrite', params: kind } as const,
        on: { 'write.submit': submit },
      },
      saving: {
        tags: 'busy',
        invoke: {
          src: 'write',
          id: kind,
          input: ({ context }: { context: ResourceContext }) => context[kind].asked,
          onDone: {
            target: 'ready',
            actions: [
              {
                type: 'fillWrite',
                params: ({ event }: { event: { output: WriteAnswer } }) => ({
                  kind,
                  answer: event.output,
                }),
              },
              'refreshList',
            ],
          },
          onError: {
            target: 'failed',
            actions: {
              type: 'failWrite',
              params: ({ event }: { event: { error: unknown } }) => ({ kind, error: event.error }),
            },
          },
        },
      },
      ready: { on: { 'write.submit': submit, 'write.clear': clear } },
      failed: {
        on: {
          'write.submit': submit,
          'write.retry': { guard: concerns, target: 'saving' },
          'write.clear': clear,
        },
      },
    },
  } as const
}
