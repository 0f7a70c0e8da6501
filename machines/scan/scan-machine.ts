import { assign, emit, setup } from 'xstate'
import { MAX_GAP_MS, resolveScanKey, type ScanKey, type ScanOutcome, type ScanState } from './scan-burst.ts'

export type ScanEvent =
  | { type: 'key.pressed'; key: ScanKey }
  /** The window lost focus, or a pointer went down. */
  | { type: 'burst.dropped' }

export type ScanEmitted =
  /** The held keys were typed: dispatch them. */
  | { type: 'keys.released' }
  /** The held keys are a scan: drop them. */
  | { type: 'code.scanned'; digits: string }

/**
 * idle -> holding (waiting, settling) -> idle. Tells a barcode scanner's digits, sent as key presses, from typed ones. The
 * caller holds back each key with outcome `begun` or `continued` until the machine decides. Timers only release keys: the
 * decision depends on event timestamps, however late events are handled.
 */
export const scanMachine = setup({
  types: {
    context: {} as ScanState,
    events: {} as ScanEvent,
    emitted: {} as ScanEmitted,
  },
  delays: {
    gap: MAX_GAP_MS,
    /** One more turn of the event loop. */
    turn: 0,
  },
  guards: {
    comesTo: ({ context, event }, kind: ScanOutcome['kind']) => outcomeOf(context, event)?.kind === kind,
    /** Whether earlier key presses are still queued; provided by the page. */
    isInputPending: () => false,
  },
  actions: {
    emitReleased: emit({ type: 'keys.released' }),
    emitScanned: emit(({ context, event }) => {
      const outcome = outcomeOf(context, event)
      if (outcome?.kind !== 'scanned') throw new Error(`Nothing is scanned on ${event.type}`)
      return { type: 'code.scanned' as const, digits: outcome.digits }
    }),
    keepBurst: assign(({ context, event }) => {
      const outcome = outcomeOf(context, event)
      return outcome?.kind === 'begun' || outcome?.kind === 'continued' ? { burst: outcome.burst } : {}
    }),
    keepEnd: assign(({ context, event }) => {
      const outcome = outcomeOf(context, event)
      return outcome?.kind === 'scanned' ? { scannedAt: outcome.at } : {}
    }),
    dropBurst: assign({ burst: null }),
  },
}).createMachine({
  id: 'scan',
  initial: 'idle',
  context: { burst: null, scannedAt: Number.NEGATIVE_INFINITY },
  states: {
    idle: {
      entry: 'dropBurst',
      on: {
        'key.pressed': {
          guard: { type: 'comesTo', params: 'begun' },
          target: 'holding',
          actions: 'keepBurst',
        },
      },
    },
    holding: {
      initial: 'waiting',
      on: {
        'key.pressed': [
          // Re-entered, so that the delay restarts.
          {
            guard: { type: 'comesTo', params: 'continued' },
            target: 'holding',
            reenter: true,
            actions: 'keepBurst',
          },
          {
            guard: { type: 'comesTo', params: 'begun' },
            target: 'holding',
            reenter: true,
            actions: ['emitReleased', 'keepBurst'],
          },
          {
            guard: { type: 'comesTo', params: 'scanned' },
            target: 'idle',
            actions: ['emitScanned', 'keepEnd'],
          },
          { guard: { type: 'comesTo', params: 'ended' }, target: 'idle', actions: 'emitReleased' },
        ],
        'burst.dropped': { target: 'idle', actions: 'emitReleased' },
      },
      states: {
        waiting: { after: { gap: 'settling' } },
        /** Keys pressed before the timer fired may still be queued: handle them first. */
        settling: {
          after: {
            turn: [
              { guard: 'isInputPending', target: 'settling', reenter: true },
              { target: '#scan.idle', actions: 'emitReleased' },
            ],
          },
        },
      },
    },
  },
})

function outcomeOf(state: ScanState, event: ScanEvent): ScanOutcome | null {
  return event.type === 'key.pressed' ? resolveScanKey(state, event.key) : null
}
