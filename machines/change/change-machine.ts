import { type ActorRefFrom, and, assign, emit, setup } from 'xstate'
import { type ChangeVerb, type Confirmation, isForGood } from '../../domain/changes/change-verbs.ts'
import type { ChangeReport, Target } from '../../domain/changes/changes.ts'
import type { ResourceName } from '../../domain/resources.ts'
import { type Failure, toFailure } from '../failure.ts'
import { unimplementedActor } from '../unimplemented-actor.ts'

/**
 * The call that makes the change: status, comment, courier, statuses of a carrier's sheet, activation, deletion, the product of a
 * shop's line, working on a shop's events again, or making one order of two.
 */
export type ChangeKind =
  | 'status'
  | 'comment'
  | 'delivery'
  | 'sheet'
  | 'activation'
  | 'calls'
  | 'delete'
  | 'map'
  | 'replay'
  | 'merge'
  | 'message'
  | 'take-over'
  | 'free'

/**
 * `body`: the request body without its target (`{ status, comment }`), null until chosen. `verb`: the command; `effect`: the
 * action on the records; `subject`: the record, if there is exactly one and it is loaded.
 */
export type PendingChange = {
  kind: ChangeKind
  verb: string
  effect: ChangeVerb
  subject: { number: number; name: string } | null
  /** What the question says besides. */
  note?: string | undefined
  resource: ResourceName
  target: Target
  count: number
  body: Record<string, unknown> | null
  confirmation: Confirmation
}

export type ChangeInput = {
  change: PendingChange
  /** Report of the dry run, if it was made before. */
  expected?: ChangeReport | null
  /** Created with the change and reused by retries. */
  idempotencyKeys: { apply: string; undo: string }
  /** Milliseconds during which it can be undone; at least ten seconds. */
  undoWindow?: number
}

type ChangeContext = Required<ChangeInput> & {
  /** Null until applied, and for a queued change. */
  result: ChangeReport | null
  undone: ChangeReport | null
  /** Undo was requested before the answer; it runs after it. */
  undoAsked: boolean
  /** Epoch milliseconds until which it can be undone. Persisted, because a reload drops timers. */
  deadline: number | null
  failure: Failure | null
}

type ChangeEvent =
  | { type: 'change.choose'; body: Record<string, unknown> }
  | { type: 'change.confirm' }
  | { type: 'change.cancel' }
  | { type: 'change.retry' }
  | { type: 'change.undo' }
  | { type: 'change.dismiss' }
  /** A persisted change was restored: restart its timer with the remaining time. */
  | { type: 'change.resume' }

type ChangeEmitted =
  | { type: 'change.settled'; report: ChangeReport | null; change: PendingChange }
  | { type: 'change.undone'; report: ChangeReport; change: PendingChange }

/** `at`: epoch milliseconds of the answer. `report`: null if the change was queued to be sent later. */
export type Applied = { report: ChangeReport | null; at: number }

export type UndoInput = { resource: ResourceName; batchId: string | null; idempotencyKey: string }

const shortestUndoWindow = 10_000

/**
 * One change of one or several records: choosing -> checking (dry run) -> confirming -> applying -> settled -> undoable ->
 * undoing -> done. Nothing else asks for a confirmation: dialog, palette and macro show the state `confirming`. `failed` and a
 * change cancelled while applying can be retried with the same idempotency key, since the server may have applied it. An undo
 * requested while applying runs after the answer.
 */
export const changeMachine = setup({
  types: {
    context: {} as ChangeContext,
    events: {} as ChangeEvent,
    input: {} as ChangeInput,
    emitted: {} as ChangeEmitted,
    tags: {} as 'busy' | 'asking',
  },
  actors: {
    check: unimplementedActor<ChangeReport, PendingChange>('check'),
    apply: unimplementedActor<Applied, { change: PendingChange; idempotencyKey: string }>('apply'),
    undo: unimplementedActor<ChangeReport, UndoInput>('undo'),
  },
  delays: {
    untilDeadline: ({ context }) => Math.max(0, (context.deadline ?? 0) - Date.now()),
  },
  guards: {
    isAgreed: ({ context }) => context.change.confirmation === 'never' && context.change.body !== null,
    isForeseen: ({ context }) => context.expected !== null && context.change.body !== null,
    isChosen: ({ context }) => context.change.body !== null,
    changesSomething: ({ context }) => (context.expected?.counts.changed ?? 0) > 0,
    isNamed: ({ context }) => context.change.subject !== null,
    isToBeUndone: ({ context }) => context.undoAsked,
    canUndo: ({ context }) =>
      context.result?.batchId != null &&
      context.result.counts.changed > 0 &&
      !isForGood(context.change.effect),
  },
  actions: {
    choose: assign({
      change: ({ context, event }) =>
        event.type === 'change.choose' ? { ...context.change, body: event.body } : context.change,
    }),
    settle: assign(({ context }, { report, at }: Applied) => ({
      result: report,
      deadline: at + context.undoWindow,
    })),
    tellSettled: emit(({ context }, report: ChangeReport | null) => ({
      type: 'change.settled' as const,
      report,
      change: context.change,
    })),
    tellUndone: emit(({ context }, report: ChangeReport) => ({
      type: 'change.undone' as const,
      report,
      change: context.change,
    })),
    fail: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    failCancelled: assign({ failure: cancelled }),
    forgive: assign({ failure: null }),
  },
}).createMachine({
  id: 'change',
  initial: 'choosing',
  context: ({ input }) => ({
    ...input,
    undoWindow: Math.max(shortestUndoWindow, input.undoWindow ?? shortestUndoWindow),
    expected: input.expected ?? null,
    result: null,
    undone: null,
    undoAsked: false,
    deadline: null,
    failure: null,
  }),
  states: {
    choosing: {
      tags: 'asking',
      always: [
        { guard: 'isAgreed', target: 'applying' },
        { guard: 'isForeseen', target: 'confirming' },
        { guard: 'isChosen', target: 'checking' },
      ],
      on: {
        'change.choose': { actions: 'choose' },
        'change.cancel': 'cancelled',
      },
    },
    checking: {
      tags: ['busy', 'asking'],
      invoke: {
        src: 'check',
        id: 'check',
        input: ({ context }) => context.change,
        onDone: { target: 'confirming', actions: assign({ expected: ({ event }) => event.output }) },
        onError: {
          target: 'failed.checking',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: {
        // The dialog names the single record, so it need not wait for the dry run.
        'change.confirm': { guard: 'isNamed', target: 'applying' },
        'change.cancel': 'cancelled',
      },
    },
    confirming: {
      tags: 'asking',
      on: {
        'change.confirm': { guard: 'changesSomething', target: 'applying' },
        'change.cancel': 'cancelled',
      },
    },
    applying: {
      tags: 'busy',
      invoke: {
        src: 'apply',
        id: 'apply',
        input: ({ context }) => ({ change: context.change, idempotencyKey: context.idempotencyKeys.apply }),
        onDone: {
          target: 'settled',
          actions: [
            { type: 'settle', params: ({ event }) => event.output },
            { type: 'tellSettled', params: ({ event }) => event.output.report },
          ],
        },
        onError: {
          target: 'failed.applying',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: {
        'change.cancel': { target: 'failed.applying', actions: 'failCancelled' },
        'change.undo': { actions: assign({ undoAsked: true }) },
      },
    },
    settled: {
      always: [
        { guard: and(['isToBeUndone', 'canUndo']), target: 'undoing' },
        { guard: 'canUndo', target: 'undoable' },
      ],
      on: { 'change.dismiss': 'done' },
    },
    undoable: {
      after: { untilDeadline: 'done' },
      on: {
        'change.undo': 'undoing',
        'change.resume': { target: 'undoable', reenter: true },
        'change.dismiss': 'done',
      },
    },
    undoing: {
      tags: 'busy',
      invoke: {
        src: 'undo',
        id: 'undo',
        input: ({ context }) => ({
          resource: context.change.resource,
          batchId: context.result?.batchId ?? null,
          idempotencyKey: context.idempotencyKeys.undo,
        }),
        onDone: {
          target: 'done',
          actions: [
            assign({ undone: ({ event }) => event.output }),
            { type: 'tellUndone', params: ({ event }) => event.output },
          ],
        },
        onError: {
          target: 'failed.undoing',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    failed: {
      exit: 'forgive',
      on: { 'change.dismiss': 'done' },
      // No initial state: entered at the state that failed.
      initial: 'checking',
      states: {
        checking: { on: { 'change.retry': '#change.checking' } },
        applying: { on: { 'change.retry': '#change.applying' } },
        undoing: { on: { 'change.retry': '#change.undoing' } },
      },
    },
    cancelled: { type: 'final' },
    done: { type: 'final' },
  },
})

export type ChangeActor = ActorRefFrom<typeof changeMachine>

function cancelled(): Failure {
  return { code: 'CANCELLED', detail: '', errors: [] }
}
