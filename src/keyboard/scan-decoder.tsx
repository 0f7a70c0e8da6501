import { useEffectEvent, useLayoutEffect } from 'react'
import { createActor } from 'xstate'
import {
  longestGap,
  MAX_GAP_MS,
  resolveScanKey,
  type ScanKey,
  type ScanOutcome,
  type ScanState,
  scanMachine,
} from '../../machines/scan/scan-machine.ts'
import { isBufferingKeys, isModifier, replayKeys } from './key-buffer.tsx'
import { focusTarget, isTyping } from './key-resolver.ts'
import { captureKeys } from './listen-to-keys.ts'

type ScanDecoderProps = {
  onScan: (digits: string) => void
  /** Whether the page waits for codes, so that slower keys still make one. */
  isAwaited?: () => boolean
}

/** Calls `onScan` with the digits of each scan while mounted. Mount it before components that capture keys. */
export const ScanDecoder = ({ onScan, isAwaited = () => false }: ScanDecoderProps) => {
  const scan = useEffectEvent(onScan)
  const awaited = useEffectEvent(isAwaited)
  useLayoutEffect(
    () =>
      attachScanDecoder(
        (digits) => scan(digits),
        () => awaited(),
      ),
    [],
  )
  return null
}

/** The event properties that the decoder reads; `key` depends on the layout and is only used for a bracket. */
export type ScanInput = Pick<
  KeyboardEvent,
  'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'isComposing' | 'keyCode' | 'timeStamp'
> & { key?: string; getModifierState?: (name: string) => boolean }

/** Converts a keydown for the scan machine. `isTyping`: a text field has focus; `isAwaited`: the page waits for codes. */
export const readScanKey = (input: ScanInput, isTyping: boolean, isAwaited = false): ScanKey => {
  const { code, timeStamp: at } = input
  if (input.repeat || isComposed(input) || hasModifier(input)) return { kind: 'other' }
  // With another layout in the scanner, `BracketRight` types another character; in a text field it is taken as typed.
  if (input.key === ']' || (code === 'BracketRight' && !isTyping))
    return { kind: 'mark', at, isTyping, isAwaited }
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return { kind: 'digit', digit, at, isTyping, isAwaited }
  if (endCodes.has(code)) return { kind: 'end', at }
  if (/^Key[A-Z]$/.test(code)) return { kind: 'letter', at }
  return code === 'ShiftLeft' || code === 'ShiftRight' ? { kind: 'shift' } : { kind: 'other' }
}

const endCodes = new Set(['Enter', 'NumpadEnter', 'Tab'])

/** `keyCode` of events consumed by an input method. */
const composingKeyCode = 229

const isComposed = ({ isComposing, keyCode }: ScanInput): boolean =>
  isComposing || keyCode === composingKeyCode

/** Shift excluded: it types the digits on AZERTY. */
const hasModifier = (input: ScanInput): boolean =>
  input.ctrlKey || input.metaKey || input.altKey || (input.getModifierState?.('AltGraph') ?? false)

/**
 * Intercepts a barcode scanner's keydowns and calls `onScan` with the digits. Digits are held back while they may be a scan;
 * typed ones are dispatched again in order. Attach it before any other capture listener, so that scans work while a component
 * loads. @returns detach
 */
export const attachScanDecoder = (
  onScan: (digits: string) => void,
  isAwaited: () => boolean = () => false,
): (() => void) => {
  const actor = createActor(
    scanMachine.provide({ guards: { isInputPending }, delays: { gap: gapOnThisPage } }),
  ).start()
  const keys = createReplayQueue()
  let held: KeyboardEvent[] = []
  const takeHeld = () => {
    const taken = held
    held = []
    return taken
  }
  actor.on('keys.released', () => keys.replay(takeHeld()))
  actor.on('code.scanned', ({ digits }) => {
    held = []
    onScan(digits)
  })

  const onKeyDown = (event: KeyboardEvent) => {
    // A replayed event, from here or a buffer.
    if (!event.isTrusted) return
    // Text typed ahead is usually for a field that is still loading.
    const key = readScanKey(event, isBufferingKeys() || isTyping(focusTarget(event)), isAwaited())
    const outcome = resolveScanKey(actor.getSnapshot().context, key)
    keys.forget()
    actor.send({ type: 'key.pressed', key })
    if (outcome.kind === 'begun' || outcome.kind === 'continued') held.push(event)
    else if (!scannerOnly.has(outcome.kind) && !keys.take(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const drop = () => actor.send({ type: 'burst.dropped' })

  const stopListening = captureKeys(onKeyDown)
  document.addEventListener('pointerdown', drop, true)
  window.addEventListener('blur', drop)
  return () => {
    drop()
    actor.stop()
    stopListening()
    document.removeEventListener('pointerdown', drop, true)
    window.removeEventListener('blur', drop)
  }
}

/** Outcomes of keys that only a scanner sends. */
const scannerOnly: ReadonlySet<ScanOutcome['kind']> = new Set(['scanned', 'swallowed'])

/** Queue of typed events being dispatched again, and of later ones that must wait for them. */
const createReplayQueue = () => {
  const waiting: KeyboardEvent[] = []
  let isReplaying = false
  /** The page handled the last event, but has not rendered yet. */
  let isHandled = false
  const drain = () => {
    isReplaying = true
    replayKeys(waiting, 0, (wasHandled) => {
      isReplaying = false
      isHandled = wasHandled
    })
  }
  return {
    replay: (keys: readonly KeyboardEvent[]) => {
      waiting.push(...keys)
      if (!isReplaying) drain()
    },
    /** Earlier replayed events are rendered by the time of a new keydown. */
    forget: () => {
      isHandled = false
    },
    /** Queues an event behind earlier ones, unless only the browser can perform its default action. */
    take: (event: KeyboardEvent): boolean => {
      if (!(isReplaying || isHandled) || isModifier(event) || isOfBrowser(event)) return false
      waiting.push(event)
      if (!isReplaying) {
        isReplaying = true
        requestAnimationFrame(drain)
      }
      return true
    },
  }
}

const isOfBrowser = ({ key, ctrlKey, altKey, metaKey, isComposing }: KeyboardEvent): boolean =>
  ctrlKey || altKey || metaKey || isComposing || key === 'Tab'

/**
 * Maximum wait for the next key. Grows with the delay of the last event: a busy machine delivers a scanner's keys later and
 * farther apart.
 */
const gapOnThisPage = ({ context: { burst } }: { context: ScanState }): number =>
  burst === null ? MAX_GAP_MS : longestGap(burst) + Math.min(MAX_LAG_MS, 2 * (performance.now() - burst.last))

/** Milliseconds. Adds at most this to the gap, reached at a delay of 600 ms. */
const MAX_LAG_MS = 1_200

/** Only Chromium supports this; elsewhere one more turn of the event loop is waited for. */
const isInputPending = (): boolean => {
  const { scheduling } = navigator as Navigator & { scheduling?: { isInputPending?: () => boolean } }
  return scheduling?.isInputPending?.() === true
}
