import { assign, emit, setup } from 'xstate'
import { readKey } from '../../domain/lib/typed/read-key.ts'
import { looksLikeScan } from '../../domain/scans/scan-code.ts'

/** Maximum milliseconds between two keydowns of one burst. */
export const MAX_GAP_MS = 50

/** Maximum average milliseconds between the digits of a scan; people type slower. */
export const MAX_MEAN_GAP_MS = 35

/**
 * Maximum milliseconds between two keydowns of a burst on a page that waits for codes: wireless scanners and busy machines are
 * slower than `MAX_GAP_MS`, and there a lone digit would start something else.
 */
export const MAX_AWAITED_GAP_MS = 200

/** Minimum number of digits of a scan. */
export const MIN_DIGITS = 6

/**
 * One keydown for the decoder. `at`: `event.timeStamp` in milliseconds, because a busy page handles keys late.
 * - `digit`: on any layout, with or without Shift, both blocks.
 * - `mark`: `]`, start of a scanner's AIM prefix: `]C1`, `]d2`.
 * - `letter`: part of that prefix.
 * - `end`: Enter or Tab, sent after the digits.
 * - `shift`: Shift alone, which some scanners press for each digit.
 * - `other`: anything else, such as digits with another modifier or key repeat.
 */
export type ScanKey =
  /** `isTyping`: a text field has the focus. `isAwaited`: the page waits for codes. */
  | { kind: 'digit'; digit: string; at: number; isTyping: boolean; isAwaited?: boolean }
  | { kind: 'mark'; at: number; isTyping: boolean; isAwaited?: boolean }
  | { kind: 'letter'; at: number }
  | { kind: 'end'; at: number }
  | { kind: 'shift' }
  | { kind: 'other' }

/**
 * Digits held back until they are known to be a scan or typed, with the AIM prefix if sent. `isTyping`, `isAwaited`: at the first
 * digit.
 */
type ScanBurst = { digits: string; from: number; last: number; isTyping: boolean; isAwaited: boolean }

/** State at a keydown. `scannedAt`: end of the last scan, negative infinity before the first. */
export type ScanState = { burst: ScanBurst | null; scannedAt: number }

/** Effect of a keydown on the burst. */
export type ScanOutcome =
  /** Starts a burst with this key; a former burst was typed by a person. */
  | { kind: 'begun'; burst: ScanBurst }
  /** The key belongs to the burst. */
  | { kind: 'continued'; burst: ScanBurst }
  /** The digits are a scan: swallow them and this key. */
  | { kind: 'scanned'; digits: string; at: number }
  /** A second end key (CR LF): swallow it. */
  | { kind: 'swallowed' }
  /** The burst was typed, and so is this key. */
  | { kind: 'ended' }
  /** The key does not concern the burst. */
  | { kind: 'ignored' }

/** Resolves a keydown against the burst. Pure. */
export const resolveScanKey = ({ burst, scannedAt }: ScanState, key: ScanKey): ScanOutcome => {
  switch (key.kind) {
    case 'shift':
      return { kind: 'ignored' }
    case 'other':
      return { kind: 'ended' }
    case 'end':
      if (burst === null) return { kind: key.at - scannedAt <= MAX_GAP_MS ? 'swallowed' : 'ended' }
      return isNext(burst, key.at) && isScan(burst)
        ? { kind: 'scanned', digits: readKey(burst.digits), at: key.at }
        : { kind: 'ended' }
    case 'mark': {
      const { at, isTyping, isAwaited = false } = key
      return { kind: 'begun', burst: { digits: ']', from: at, last: at, isTyping, isAwaited } }
    }
    case 'letter':
      return burst?.digits === ']' && isNext(burst, key.at)
        ? { kind: 'continued', burst: { ...burst, digits: ']X', last: key.at } }
        : { kind: 'ended' }
    case 'digit': {
      const { digit, at, isTyping, isAwaited = false } = key
      return burst !== null && isNext(burst, at)
        ? { kind: 'continued', burst: { ...burst, digits: burst.digits + digit, last: at } }
        : { kind: 'begun', burst: { digits: digit, from: at, last: at, isTyping, isAwaited } }
    }
  }
}

/** Maximum milliseconds until the next key of a burst. */
export const longestGap = ({ isAwaited }: ScanBurst): number => (isAwaited ? MAX_AWAITED_GAP_MS : MAX_GAP_MS)

const isNext = (burst: ScanBurst, at: number): boolean => at - burst.last <= longestGap(burst)

/**
 * In a text field only codes with our layout count: password managers and pasting tools type as fast as a scanner, and their
 * digits are text. Where codes are awaited, one with our layout counts at any pace.
 */
const isScan = ({ digits: keys, from, last, isTyping, isAwaited }: ScanBurst): boolean => {
  const digits = readKey(keys)
  const isFast = last - from < MAX_MEAN_GAP_MS * (keys.length - 1)
  const isOurs = looksLikeScan(digits)
  return (
    /^\d+$/.test(digits) &&
    digits.length >= MIN_DIGITS &&
    (isFast || (isAwaited && isOurs)) &&
    (!isTyping || isOurs)
  )
}

export type ScanEvent =
  | { type: 'key.pressed'; key: ScanKey }
  /** The window lost focus, or a pointer went down. */
  | { type: 'burst.dropped' }

type ScanEmitted =
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
    gap: ({ context: { burst } }) => (burst === null ? MAX_GAP_MS : longestGap(burst)),
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
