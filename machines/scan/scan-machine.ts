import { assign, emit, setup } from 'xstate'
import { MAX_GAP_MS, resolveScanKey, type ScanKey, type ScanOutcome, type ScanState } from './scan-burst.ts'

export type ScanEvent =
  | { type: 'key.pressed'; key: ScanKey }
  /** The window lost the focus, or a pointer went down. */
  | { type: 'burst.dropped' }

export type ScanEmitted =
  /** What was held is a person's: it is to reach what it would have reached. */
  | { type: 'keys.released' }
  /** What was held is a scan: it is to reach nothing. */
  | { type: 'code.scanned'; digits: string }

/**
 * idle -> holding (waiting, settling) -> idle. Tells the digits of a barcode scanner, which types like a keyboard, from
 * those of a person. The caller holds back each key that comes to `begun` or `continued` until the machine says what it is.
 * The timers only release: what a key is depends on when it was pressed, however late it is handled.
 */
export const scanMachine = setup({
  types: {
    context: {} as ScanState,
    events: {} as ScanEvent,
    emitted: {} as ScanEmitted,
  },
  delays: {
    gap: MAX_GAP_MS,
    /** Another turn of the event loop. */
    turn: 0,
  },
  guards: {
    comesTo: ({ context, event }, kind: ScanOutcome['kind']) => outcomeOf(context, event)?.kind === kind,
    /** Keys that were pressed in time wait to be handled: provided by the page. */
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
          // Re-entered, so that the delay counts from this key.
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
        /** The timer may run before keys that were pressed earlier: they get their turn first. */
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
