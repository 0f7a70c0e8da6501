import { and, assign, setup } from 'xstate'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { ChangeActor } from '../change/change-machine.ts'
import { type Failure, toFailure } from '../failure.ts'
import { unimplementedActor } from '../unimplemented-actor.ts'
import {
  answered,
  argumentFrame,
  type Invocation,
  type PaletteContext,
  type PaletteEvent,
  type PaletteFrame,
  pageFrame,
  typedQuery,
} from './palette-types.ts'

/** `ask`: shows the confirmation in the palette; null elsewhere. `preview`: the dry run shown in the row; null if none. */
export type RunInput = {
  invocation: Invocation | null
  preview: ChangeReport | null
  ask: ((change: ChangeActor) => void) | null
}

/** `code`: why it failed; null on success. */
export type Ran = { code: Failure['code'] | null }

/**
 * closed -> open (query, scope, page stack) -> argument -> confirming -> running. Gathers the arguments of commands. In
 * `confirming` the command already runs and the palette shows its confirmation. Tag `visible`: the palette is on screen. It
 * is hidden and its pages are dropped before other commands run, so that focus is back on the page.
 */
export const paletteMachine = setup({
  types: {
    context: {} as PaletteContext,
    events: {} as PaletteEvent,
    tags: {} as 'visible' | 'busy',
  },
  actors: {
    /** Runs the command. Without `ask` the palette is closed, and failures are reported in a toast. */
    run: unimplementedActor<Ran, RunInput>('run'),
    /** Confirms the change shown in the palette. */
    agree: unimplementedActor<void, { invocation: Invocation | null; change: ChangeActor | null }>('agree'),
  },
  guards: {
    asksMore: ({ context }) => (context.invocation?.asks.length ?? 0) > 0,
    asksHere: ({ context }) => context.invocation?.previews === true && context.preview === null,
    isInvoked: ({ context }) => context.invocation !== null,
    isStillAsked: ({ context, event }) => {
      const page = context.frames.at(-1)?.page
      const of = event.type === 'argument.give' ? event.of : undefined
      return of === undefined || (page?.kind === 'argument' && page.name === of)
    },
    showsPreview: ({ event }) => event.type === 'argument.give' && event.preview != null,
    isArgument: ({ context }) => context.frames.at(-1)?.page.kind === 'argument',
    isDeep: ({ context }) => context.frames.length > 1,
    isScoped: ({ context }) => context.frames.at(-1)?.scope != null,
    isForeseen: ({ context: { change, preview } }) => change === null && (preview?.counts.changed ?? 0) > 0,
    isReady: ({ context }) => {
      const change = context.change?.getSnapshot()
      return change?.matches('confirming') === true && change.can({ type: 'change.confirm' })
    },
  },
  actions: {
    openFrames: assign(({ event }) =>
      event.type === 'palette.open'
        ? {
            // A command opened by its shortcut starts at its argument, without a page to go back to.
            frames: event.invocation?.asks.length ? [] : [pageFrame({ kind: 'root' }, event.query ?? '')],
            invocation: event.invocation ?? null,
            preview: null,
            change: null,
            failure: null,
          }
        : {},
    ),
    leavePages: assign({ frames: [] }),
    forget: assign({ invocation: null, preview: null, change: null, failure: null }),
    editTop: assign({
      frames: ({ context }, edit: Partial<PaletteFrame>) =>
        context.frames.map((frame, index) =>
          index === context.frames.length - 1 ? { ...frame, ...edit } : frame,
        ),
    }),
    push: assign({
      frames: ({ context, event }) =>
        event.type === 'page.push' ? [...context.frames, pageFrame(event.page)] : context.frames,
    }),
    pop: assign({ frames: ({ context }) => context.frames.slice(0, -1) }),
    choose: assign(({ event }) =>
      event.type === 'command.choose' ? { invocation: event.invocation, preview: event.preview ?? null } : {},
    ),
    answer: assign(({ context, event }) => {
      const page = context.frames.at(-1)?.page
      return event.type === 'argument.give' && page?.kind === 'argument'
        ? { invocation: answered(page.invocation, event), preview: event.preview ?? null }
        : {}
    }),
    askNext: assign(({ context }) => ({
      frames:
        context.invocation === null ? context.frames : [...context.frames, argumentFrame(context.invocation)],
      invocation: null,
    })),
    showQuestion: assign(({ event }) =>
      event.type === 'change.asked' ? { change: event.change, failure: null } : {},
    ),
    /** Cancels a change that asks for confirmation after the palette has left the command. */
    cancelLate: ({ event }) => {
      if (event.type === 'change.asked') event.change.send({ type: 'change.cancel' })
    },
    cancelChange: ({ context: { change } }) => {
      if (change?.getSnapshot().hasTag('asking')) change.send({ type: 'change.cancel' })
    },
    fail: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error), change: null })),
  },
}).createMachine({
  id: 'palette',
  initial: 'closed',
  context: { frames: [], invocation: null, preview: null, change: null, failure: null },
  on: { 'change.asked': { actions: 'cancelLate' } },
  states: {
    closed: {
      entry: 'forget',
      on: { 'palette.open': { target: 'shown', actions: 'openFrames' } },
    },
    shown: {
      tags: 'visible',
      exit: 'leavePages',
      initial: 'deciding',
      on: {
        'palette.close': { target: 'closed', actions: 'cancelChange' },
        'palette.open': { target: '.deciding', actions: ['cancelChange', 'openFrames'] },
      },
      states: {
        /** Continues an invocation with its next argument or runs it; without one, returns to the last page. */
        deciding: {
          always: [
            { guard: 'asksMore', target: 'argument', actions: 'askNext' },
            { guard: 'asksHere', target: 'confirming' },
            { guard: 'isInvoked', target: '#palette.running' },
            { guard: 'isArgument', target: 'argument' },
            { target: 'open' },
          ],
        },
        open: {
          on: {
            'query.type': {
              actions: {
                type: 'editTop',
                params: ({ event }) => ({ query: typedQuery(event.query), highlighted: null }),
              },
            },
            'scope.set': {
              actions: {
                type: 'editTop',
                params: ({ event }) => ({
                  scope: event.scope,
                  query: typedQuery(event.query ?? ''),
                  highlighted: null,
                }),
              },
            },
            'item.highlight': {
              actions: { type: 'editTop', params: ({ event }) => ({ highlighted: event.item }) },
            },
            'page.push': { actions: 'push' },
            'page.back': [
              { guard: 'isScoped', actions: { type: 'editTop', params: { scope: null } } },
              { guard: 'isDeep', target: 'deciding', actions: 'pop' },
            ],
            'command.choose': { target: 'deciding', actions: 'choose' },
          },
        },
        argument: {
          on: {
            'query.type': {
              actions: {
                type: 'editTop',
                params: ({ event }) => ({ query: typedQuery(event.query), highlighted: null }),
              },
            },
            'item.highlight': {
              actions: { type: 'editTop', params: ({ event }) => ({ highlighted: event.item }) },
            },
            'argument.give': [
              {
                guard: and(['isStillAsked', 'showsPreview']),
                target: 'confirming',
                actions: 'answer',
              },
              { guard: 'isStillAsked', target: 'deciding', actions: 'answer' },
            ],
            'page.push': { target: 'open', actions: 'push' },
            'page.back': { guard: 'isDeep', target: 'deciding', actions: 'pop' },
          },
        },
        confirming: {
          initial: 'asked',
          on: { 'page.back': { target: 'deciding', actions: ['cancelChange', 'forget'] } },
          states: {
            asked: {
              invoke: {
                src: 'run',
                id: 'ask',
                input: ({ context: { invocation, preview }, self }) => ({
                  invocation,
                  preview,
                  ask: (change) => self.send({ type: 'change.asked', change }),
                }),
                onDone: [
                  {
                    guard: ({ event }) => event.output.code !== null,
                    target: 'failed',
                    actions: {
                      type: 'fail',
                      params: ({ event }) => ({ error: { code: event.output.code } }),
                    },
                  },
                  { target: '#palette.closed' },
                ],
                onError: {
                  target: 'failed',
                  actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
                },
              },
              on: {
                'change.asked': { actions: 'showQuestion' },
                'command.confirm': [
                  { guard: 'isReady', target: '#palette.agreeing' },
                  // The row has shown the dry run; the change has not arrived yet.
                  { guard: 'isForeseen', target: '#palette.running' },
                ],
              },
            },
            failed: { on: { 'preview.retry': 'asked' } },
          },
        },
      },
    },
    agreeing: {
      tags: 'busy',
      invoke: {
        src: 'agree',
        id: 'agree',
        input: ({ context: { invocation, change } }) => ({ invocation, change }),
        onDone: 'closed',
        onError: 'closed',
      },
      on: { 'palette.open': { target: 'shown', actions: 'openFrames' } },
    },
    running: {
      tags: 'busy',
      invoke: {
        src: 'run',
        id: 'run',
        input: ({ context: { invocation, preview } }) => ({ invocation, preview, ask: null }),
        onDone: 'closed',
        onError: 'closed',
      },
      // The palette can be reopened while a command is still running.
      on: { 'palette.open': { target: 'shown', actions: 'openFrames' } },
    },
  },
})
