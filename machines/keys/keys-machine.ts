import { assign, emit, setup } from 'xstate'
import type { KeyBinding, KeyPress } from './key-binding.ts'
import { parseKeys } from './parse-keys.ts'
import { type KeyOutcome, resolveKey } from './resolve-key.ts'

/**
 * Milliseconds after the last key, between the times at which keys were pressed. `hint`: until which-key lists what may
 * follow; null where nothing lists it. `timeout`: until a sequence expires whose continuations are not shown. `grace`:
 * after that, how long the next key runs nothing.
 */
export type KeyTiming = { hint: number | null; timeout: number; grace: number }

export type KeysInput = { bindings: readonly KeyBinding[]; timing?: KeyTiming }

export type KeysContext = {
  bindings: readonly KeyBinding[]
  timing: KeyTiming
  /** Steps typed so far; empty outside a sequence. */
  pending: readonly string[]
  /** Steps of the sequence that has just expired: a key that was pressed in time may still be handled. */
  expired: readonly string[]
  /** The flags under which the last of them was typed, and when. */
  flags: readonly string[]
  at: number
}

export type KeysEvent =
  | { type: 'key.pressed'; press: KeyPress }
  | { type: 'bindings.replaced'; bindings: readonly KeyBinding[] }
  /** The window lost the focus, or a pointer went down. */
  | { type: 'sequence.dropped' }

export type KeysEmitted = { type: 'command'; command: string; keys: string }

const defaultTiming: KeyTiming = { hint: 400, timeout: 1_200, grace: 300 }

const keysSetup = setup({
  types: {
    context: {} as KeysContext,
    events: {} as KeysEvent,
    input: {} as KeysInput,
    emitted: {} as KeysEmitted,
    tags: {} as 'which-key',
  },
  delays: {
    hint: ({ context }) => context.timing.hint ?? 0,
    timeout: ({ context }) => context.timing.timeout,
  },
  guards: {
    /** Whether what was begun can still be gone on with. */
    stillBegins: ({ context: { pending }, event }) =>
      event.type === 'bindings.replaced' && event.bindings.some(({ keys }) => begins(keys, pending)),
    showsHint: ({ context }) => context.timing.hint !== null,
    /** Pressed just after the sequence expired. */
    isTooLate: ({ context, event }) => {
      const { timing } = context
      const waited = waitedFor(context, event)
      return expires(timing) && waited >= timing.timeout && waited < timing.timeout + timing.grace
    },
    /** Pressed once the continuations are shown, and none of them. */
    missesHint: ({ context, event }) => {
      const { pending, timing } = context
      if (expires(timing) || waitedFor(context, event) < (timing.hint ?? 0)) return false
      return !isContinuation(pending, outcomeOf(context, event))
    },
    comesTo: ({ context, event }, kind: KeyOutcome['kind']) => outcomeOf(context, event)?.kind === kind,
  },
  actions: {
    emitCommand: emit(({ context, event }) => {
      const outcome = outcomeOf(context, event)
      if (outcome?.kind !== 'fired') throw new Error(`No command fires on ${event.type}`)
      return { type: 'command' as const, command: outcome.command, keys: outcome.keys }
    }),
    keepStep: assign(({ context, event }) => {
      const outcome = outcomeOf(context, event)
      if (event.type !== 'key.pressed' || outcome?.kind !== 'pending') return {}
      return { pending: outcome.pending, expired: [], flags: event.press.flags, at: event.press.at }
    }),
    dropSteps: assign({ pending: [], expired: [], flags: [] }),
    expireSteps: assign({ pending: [], expired: ({ context }) => context.pending }),
    replaceBindings: assign(({ event }) =>
      event.type === 'bindings.replaced' ? { bindings: event.bindings } : {},
    ),
  },
})

const afterFirstKey = [
  { guard: 'isTooLate', target: '#keys.idle' },
  { guard: 'missesHint', target: '#keys.idle' },
  { guard: { type: 'comesTo', params: 'fired' }, target: '#keys.idle', actions: 'emitCommand' },
  // Re-entered, so that both delays count from this key.
  {
    guard: { type: 'comesTo', params: 'pending' },
    target: '#keys.sequence',
    reenter: true,
    actions: 'keepStep',
  },
  { guard: { type: 'comesTo', params: 'held' } },
  { target: '#keys.idle' },
] as const

/**
 * idle -> sequence (quiet, then hinted) -> idle. Emits `command` for every binding that fires. The tag `which-key` is
 * set while the continuations are shown: then nothing expires, and a key that is none of them only closes the hint. A
 * quiet sequence that expires swallows the key that comes just too late, which would otherwise run a command of its own.
 * The timers only show and hide: what a key does depends on when it was pressed, however late it and they are handled.
 */
export const keysMachine = keysSetup.createMachine({
  id: 'keys',
  initial: 'idle',
  context: ({ input }) => ({
    bindings: input.bindings,
    timing: input.timing ?? defaultTiming,
    pending: [],
    expired: [],
    flags: [],
    at: 0,
  }),
  on: {
    'bindings.replaced': { target: '.idle', actions: 'replaceBindings' },
  },
  states: {
    idle: {
      entry: 'dropSteps',
      on: {
        'key.pressed': [
          { guard: { type: 'comesTo', params: 'fired' }, actions: 'emitCommand' },
          { guard: { type: 'comesTo', params: 'pending' }, target: 'sequence', actions: 'keepStep' },
        ],
      },
    },
    sequence: {
      initial: 'quiet',
      on: {
        'key.pressed': [...afterFirstKey],
        'sequence.dropped': 'idle',
        'bindings.replaced': [
          { guard: 'stillBegins', actions: 'replaceBindings' },
          { target: 'idle', actions: 'replaceBindings' },
        ],
      },
      states: {
        quiet: { after: { hint: { guard: 'showsHint', target: 'hinted' }, timeout: '#keys.expired' } },
        hinted: { tags: 'which-key' },
      },
    },
    expired: {
      entry: 'expireSteps',
      on: {
        'key.pressed': [...afterFirstKey],
        'sequence.dropped': 'idle',
        'bindings.replaced': { actions: 'replaceBindings' },
      },
    },
  },
})

const begins = (keys: string, pending: readonly string[]): boolean => {
  const steps = parseKeys(keys) ?? []
  return steps.length > pending.length && pending.every((step, index) => steps[index] === step)
}

/** Whether a key goes on with the sequence, or is held too long; not whether it begins or fires something else. */
function isContinuation(pending: readonly string[], outcome: KeyOutcome | null): boolean {
  if (outcome?.kind === 'fired') return outcome.keys.startsWith(`${pending.join(' ')} `)
  if (outcome?.kind === 'pending') return outcome.pending.length > pending.length
  return outcome?.kind === 'held'
}

function outcomeOf(context: KeysContext, event: KeysEvent): KeyOutcome | null {
  if (event.type !== 'key.pressed') return null
  return resolveKey(context.bindings, stepsBefore(context, event.press), event.press)
}

/** The steps that a key may continue: none once the sequence had expired when it was pressed. */
export function stepsBefore(
  { pending, expired, at, timing }: KeysContext,
  press: KeyPress,
): readonly string[] {
  if (expires(timing) && press.at - at >= timing.timeout) return []
  return pending.length > 0 ? pending : expired
}

const waitedFor = ({ at }: KeysContext, event: KeysEvent): number =>
  event.type === 'key.pressed' ? event.press.at - at : 0

/** Where the continuations are shown before the timeout, nothing expires. */
const expires = ({ hint, timeout }: KeyTiming): boolean => hint === null || hint > timeout
