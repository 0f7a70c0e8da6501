import { and, assign, emit, enqueueActions, not, setup } from 'xstate'
import type { Claim } from '../../domain/triage/claim.ts'
import { type Failure, toFailure } from '../failure.ts'
import { unimplementedActor } from '../unimplemented-actor.ts'
import { afterClaim, backInHand, claimRequest, isAsked, isPassed, undoable } from './triage-rules.ts'
import {
  type ClaimRequest,
  type Handled,
  handSize,
  type TriageContext,
  type TriageEmitted,
  type TriageEvent,
  type TriageInput,
} from './triage-types.ts'

const renewal = 2 * 60_000
const lookout = 60_000

/**
 * Calling customers one after the other. `hand`: the order on screen and the next ones, all claimed, so that an outcome shows
 * the next at once. claiming (fills the hand, renews claims) -> ready. A listener sends each outcome with its idempotency key;
 * it stays in `handled` until acknowledged, and a refused order returns to the hand. Decisions are possible in every state
 * except `paused`, where nothing is claimed.
 */
export const triageMachine = setup({
  types: {
    context: {} as TriageContext,
    events: {} as TriageEvent,
    input: {} as TriageInput,
    emitted: {} as TriageEmitted,
  },
  actors: { claim: unimplementedActor<Claim, ClaimRequest>('claim') },
  delays: {
    rest: ({ context: { hand, nextAt } }) => {
      if (hand.length > 0) return renewal
      const due = nextAt === null ? Number.POSITIVE_INFINITY : Date.parse(nextAt) - Date.now()
      return Math.max(1_000, Math.min(lookout, due))
    },
    backoff: ({ context: { tries } }) => Math.min(30_000, 1_000 * 2 ** tries),
  },
  guards: {
    isSeen: ({ context, event }) => 'order' in event && context.hand[0]?.id === event.order,
    wantsMore: ({ context: { isStale, isDrained, hand } }) =>
      isStale || (!isDrained && hand.length < handSize),
    isUndoing: ({ context, event }) =>
      context.handled.some(
        ({ state, order }) => state === 'undoing' && 'order' in event && order.id === event.order,
      ),
    isOffline: (_, { error }: { error: unknown }) => toFailure(error).code === 'OFFLINE',
  },
  actions: {
    decide: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'order.decide' && event.type !== 'order.skip') return
      const [order, ...hand] = context.hand
      if (order === undefined) return
      const decision = event.type === 'order.decide' ? event.decision : null
      const { id, at } = event
      const state = decision === null ? 'done' : 'sending'
      const handled: Handled = { id, order, decision, at, state, batchId: null }
      const { [order.id]: _, ...troubles } = context.troubles
      enqueue.assign({
        hand,
        handled: [handled, ...context.handled],
        passed: isPassed(handled) ? [...context.passed, order.id] : context.passed,
        troubles,
        notice: null,
        isStale: context.isStale || hand.length === 0,
      })
      if (decision !== null) enqueue(emit({ type: 'triage.send' as const, id, order, decision }))
    }),
    undo: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'order.undo') return
      const found = undoable(context.handled).find(({ id }) => event.id === undefined || id === event.id)
      if (found === undefined) return
      const { id, order, batchId, decision } = found
      enqueue.assign({
        hand: [order, ...context.hand.filter((other) => other.id !== order.id)],
        handled:
          decision === null
            ? context.handled.filter((other) => other !== found)
            : context.handled.map((other) => (other === found ? { ...found, state: 'undoing' } : other)),
        passed: context.passed.filter((passed) => passed !== order.id),
        notice: null,
        isStale: true,
      })
      if (decision !== null) enqueue(emit({ type: 'triage.takeBack' as const, id, batchId }))
    }),
    acknowledge: assign(({ context, event }) => {
      if (event.type !== 'outcome.sent') return {}
      const found = context.handled.find(({ id }) => id === event.id)
      if (found === undefined) return {}
      const state = found.state === 'undoing' ? ('undoing' as const) : ('done' as const)
      const known = { ...found, batchId: event.batchId, state }
      return {
        handled: context.handled.map((other) => (other === found ? known : other)),
        // The number waiting is announced without this order.
        isStale: context.isStale || (context.hand.length === 0 && isAsked(context, found.order.id)),
      }
    }),
    bringBack: assign(({ context, event }) => {
      if (event.type !== 'outcome.refused') return {}
      const found = context.handled.find(({ id }) => id === event.id)
      if (found === undefined) return {}
      return {
        handled: context.handled.filter((other) => other !== found),
        hand: found.state === 'undoing' ? context.hand : backInHand(context.hand, found.order),
        passed: context.passed.filter((passed) => passed !== found.order.id),
        troubles: { ...context.troubles, [found.order.id]: event.code },
        isStale: true,
      }
    }),
    forget: assign({
      handled: ({ context, event }) =>
        event.type === 'outcome.undone'
          ? context.handled.filter(({ id }) => id !== event.id)
          : context.handled,
      isStale: true,
    }),
    leaveIt: assign(({ context, event }) => {
      if (event.type !== 'outcome.stayed') return {}
      const found = context.handled.find(({ id }) => id === event.id)
      if (found === undefined) return {}
      return {
        handled: context.handled.map((other) =>
          other === found ? { ...found, state: 'done' as const } : other,
        ),
        hand: context.hand.filter(({ id }) => id !== found.order.id),
        isStale: true,
      }
    }),
    lookAgain: assign(({ context, event }) => {
      if (event.type !== 'orders.changed') return {}
      const { ids, isOwn, taken } = event
      const held = context.hand.map(({ id }) => id).filter((id) => ids === null || ids.includes(id))
      return {
        // New orders matter only while the hand is not full.
        isStale: context.isStale || held.length > 0 || (!isOwn && context.hand.length < handSize),
        touched: isOwn ? context.touched : [...context.touched, ...held],
        taken: { ...context.taken, ...taken },
      }
    }),
    startOver: assign({ passed: [], isStale: true, isDrained: false }),
    ask: assign({ asked: ({ context }) => claimRequest(context), isStale: false }),
    take: assign(({ context }, { claim }: { claim: Claim }) => afterClaim(context, claim)),
    fail: assign(({ context }, { error }: { error: unknown }): { failure: Failure; tries: number } => ({
      failure: toFailure(error),
      tries: context.tries + 1,
    })),
    letGo: emit({ type: 'triage.letGo' as const }),
    keepForLater: assign({
      resume: ({ context }) => context.hand.slice(0, 1).map(({ id }) => id),
      // Orders that are let go of are left to call like the others.
      left: ({ context }) => context.left + context.hand.length,
      hand: [],
      isDrained: false,
    }),
  },
}).createMachine({
  id: 'triage',
  context: ({ input }) => ({
    where: input.where,
    hand: [],
    asked: null,
    touched: [],
    taken: {},
    isDrained: false,
    isStale: false,
    left: 0,
    waiting: 0,
    nextAt: null,
    opensAt: null,
    spent: 0,
    handled: input.handled ?? [],
    passed: input.passed ?? [],
    troubles: {},
    notice: null,
    failure: null,
    tries: 0,
    resume: input.resume ?? [],
  }),
  initial: 'claiming',
  on: {
    'order.decide': { guard: and(['isSeen', not('isUndoing')]), actions: 'decide' },
    'order.skip': { guard: and(['isSeen', not('isUndoing')]), actions: 'decide' },
    'order.undo': { actions: 'undo' },
    'outcome.sent': { actions: 'acknowledge' },
    'outcome.refused': { actions: 'bringBack' },
    'outcome.undone': { actions: 'forget' },
    'outcome.stayed': { actions: 'leaveIt' },
    'orders.changed': { actions: 'lookAgain' },
    'triage.again': { actions: 'startOver' },
    'triage.pause': '.paused',
  },
  states: {
    claiming: {
      entry: 'ask',
      on: {
        // The answer under way was read before this event.
        'outcome.undone': { target: 'claiming', reenter: true, actions: 'forget' },
      },
      invoke: {
        src: 'claim',
        id: 'claim',
        input: ({ context }) => claimRequest(context),
        onDone: {
          target: 'ready',
          actions: { type: 'take', params: ({ event }) => ({ claim: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isOffline', params: ({ event }) => ({ error: event.error }) },
            target: 'offline',
            actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'failed',
            actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    ready: {
      always: { guard: 'wantsMore', target: 'claiming' },
      after: { rest: 'claiming' },
      on: { 'network.offline': 'offline' },
    },
    failed: {
      after: { backoff: 'claiming' },
      on: { 'triage.retry': 'claiming', 'network.online': 'claiming', 'network.offline': 'offline' },
    },
    offline: {
      after: { backoff: 'claiming' },
      on: { 'triage.retry': 'claiming', 'network.online': 'claiming' },
    },
    paused: {
      entry: ['keepForLater', 'letGo'],
      on: {
        'triage.resume': 'claiming',
        'order.decide': {},
        'order.skip': {},
        'triage.pause': {},
        // An undo resumes the session.
        'order.undo': { target: 'claiming', actions: 'undo' },
      },
    },
  },
})
