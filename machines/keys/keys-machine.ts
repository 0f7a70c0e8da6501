import { assign, emit, setup } from 'xstate'
import type { KeyBinding, KeyPress } from './key-binding.ts'
import { parseKeys } from './parse-keys.ts'
import { type KeyOutcome, resolveKey } from './resolve-key.ts'

/**
 * Milliseconds after the last keydown, by event timestamps. `hint`: until the which-key panel opens; null if there is none.
 * `timeout`: until a sequence expires while the panel is closed. `grace`: how long after that a late key is swallowed.
 */
export type KeyTiming = { hint: number | null; timeout: number; grace: number }

export type KeysInput = { bindings: readonly KeyBinding[]; timing?: KeyTiming }

export type KeysContext = {
  bindings: readonly KeyBinding[]
  timing: KeyTiming
  /** Steps typed so far; empty outside a sequence. */
  pending: readonly string[]
  /** Steps of the sequence that just expired: a key pressed in time may be handled after the timer. */
  expired: readonly string[]
  /** Flags and time of the last step. */
  flags: readonly string[]
  at: number
}

export type KeysEvent =
  | { type: 'key.pressed'; press: KeyPress }
  | { type: 'bindings.replaced'; bindings: readonly KeyBinding[] }
  /** The window lost focus, or a pointer went down. */
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
    /** Whether the pending sequence still has a continuation. */
    stillBegins: ({ context: { pending }, event }) =>
      event.type === 'bindings.replaced' && event.bindings.some(({ keys }) => begins(keys, pending)),
    showsHint: ({ context }) => context.timing.hint !== null,
    /** Pressed shortly after the sequence expired. */
    isTooLate: ({ context, event }) => {
      const { timing } = context
      const waited = waitedFor(context, event)
      return expires(timing) && waited >= timing.timeout && waited < timing.timeout + timing.grace
    },
    /** Pressed while the panel is open, and no continuation. */
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
  // Re-entered, so that both delays restart.
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
 * idle -> sequence (quiet, then hinted) -> idle. Emits `command` for each binding that fires. Tag `which-key`: the panel is
 * open; then nothing expires, and a key that is no continuation only closes it. After a quiet sequence expires, a late key is
 * swallowed, since alone it would run another command. Timers only control the panel: results depend on event timestamps,
 * however late events are handled.
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

/** Whether the key continues the sequence or is a repeat; false if it starts or fires something else. */
function isContinuation(pending: readonly string[], outcome: KeyOutcome | null): boolean {
  if (outcome?.kind === 'fired') return outcome.keys.startsWith(`${pending.join(' ')} `)
  if (outcome?.kind === 'pending') return outcome.pending.length > pending.length
  return outcome?.kind === 'held'
}

function outcomeOf(context: KeysContext, event: KeysEvent): KeyOutcome | null {
  if (event.type !== 'key.pressed') return null
  return resolveKey(context.bindings, stepsBefore(context, event.press), event.press)
}

/** The steps that a key may continue; none if the sequence had expired when it was pressed. */
export function stepsBefore(
  { pending, expired, at, timing }: KeysContext,
  press: KeyPress,
): readonly string[] {
  if (expires(timing) && press.at - at >= timing.timeout) return []
  return pending.length > 0 ? pending : expired
}

const waitedFor = ({ at }: KeysContext, event: KeysEvent): number =>
  event.type === 'key.pressed' ? event.press.at - at : 0

/** If the panel opens before the timeout, nothing expires. */
const expires = ({ hint, timeout }: KeyTiming): boolean => hint === null || hint > timeout
