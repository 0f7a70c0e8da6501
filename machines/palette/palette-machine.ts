import { and, assign, setup } from 'xstate'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import { toFailure } from '../failure.ts'
import { unimplementedActor } from '../unimplemented-actor.ts'
import {
  answered,
  argumentPage,
  type Invocation,
  type PaletteContext,
  type PaletteEvent,
  type PaletteFrame,
  pageFrame,
  typedQuery,
} from './palette-types.ts'

/**
 * closed -> open (query, scope, page stack) -> argument -> confirming -> running. Tag `visible`: the palette is on screen. It
 * is hidden and its pages are dropped before a command runs, so that focus is back on the page.
 */
export const paletteMachine = setup({
  types: {
    context: {} as PaletteContext,
    events: {} as PaletteEvent,
    tags: {} as 'visible' | 'busy',
  },
  actors: {
    preview: unimplementedActor<ChangeReport, Invocation | null>('preview'),
    /** Reports failures itself, since the palette is closed. */
    run: unimplementedActor<void, { invocation: Invocation | null; preview: ChangeReport | null }>('run'),
  },
  guards: {
    asksMore: ({ context }) => (context.invocation?.asks.length ?? 0) > 0,
    needsPreview: ({ context }) => context.invocation?.previews === true && context.preview === null,
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
    changesSomething: ({ context }) => (context.preview?.counts.changed ?? 0) > 0,
  },
  actions: {
    openFrames: assign(({ event }) =>
      event.type === 'palette.open'
        ? {
            // A command opened by its shortcut starts at its argument, without a page to go back to.
            frames: event.invocation?.asks.length ? [] : [pageFrame({ kind: 'root' }, event.query ?? '')],
            invocation: event.invocation ?? null,
            preview: null,
            failure: null,
          }
        : {},
    ),
    leavePages: assign({ frames: [] }),
    forget: assign({ invocation: null, preview: null, failure: null }),
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
        context.invocation === null
          ? context.frames
          : [...context.frames, pageFrame(argumentPage(context.invocation))],
      invocation: null,
    })),
    letGo: assign({ invocation: null, preview: null, failure: null }),
    fail: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
  },
}).createMachine({
  id: 'palette',
  initial: 'closed',
  context: { frames: [], invocation: null, preview: null, failure: null },
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
        'palette.close': 'closed',
        'palette.open': { target: '.deciding', actions: 'openFrames' },
      },
      states: {
        /** Continues an invocation with its next argument, dry run or execution; without one, returns to the last page. */
        deciding: {
          always: [
            { guard: 'asksMore', target: 'argument', actions: 'askNext' },
            { guard: 'needsPreview', target: 'confirming' },
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
                target: 'confirming.ready',
                actions: 'answer',
              },
              { guard: 'isStillAsked', target: 'deciding', actions: 'answer' },
            ],
            'page.push': { target: 'open', actions: 'push' },
            'page.back': { guard: 'isDeep', target: 'deciding', actions: 'pop' },
          },
        },
        confirming: {
          initial: 'loading',
          on: { 'page.back': { target: 'deciding', actions: 'letGo' } },
          states: {
            loading: {
              tags: 'busy',
              invoke: {
                src: 'preview',
                id: 'preview',
                input: ({ context }) => context.invocation,
                onDone: {
                  target: 'ready',
                  actions: assign({ preview: ({ event }) => event.output, failure: null }),
                },
                onError: {
                  target: 'failed',
                  actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            ready: { on: { 'command.confirm': { guard: 'changesSomething', target: '#palette.running' } } },
            failed: { on: { 'preview.retry': 'loading' } },
          },
        },
      },
    },
    running: {
      tags: 'busy',
      invoke: {
        src: 'run',
        id: 'run',
        input: ({ context }) => ({ invocation: context.invocation, preview: context.preview }),
        onDone: 'closed',
        onError: 'closed',
      },
      // The palette can be reopened while a command is still running.
      on: { 'palette.open': { target: 'shown', actions: 'openFrames' } },
    },
  },
})
