import { useEffectEvent, useLayoutEffect } from 'react'
import { createActor } from 'xstate'
import {
  MAX_GAP_MS,
  resolveScanKey,
  type ScanKey,
  type ScanOutcome,
  type ScanState,
} from '../../machines/scan/scan-burst.ts'
import { scanMachine } from '../../machines/scan/scan-machine.ts'
import { isBufferingKeys, isModifier, replayKeys } from './key-buffer.tsx'
import { focusTarget, isTyping } from './key-resolver.ts'
import { captureKeys } from './listen-to-keys.ts'

/** Calls `onScan` with the digits of each code that is scanned while it is mounted. Put it before what captures keys. */
export const ScanDecoder = ({ onScan }: { onScan: (digits: string) => void }) => {
  const scan = useEffectEvent(onScan)
  useLayoutEffect(() => attachScanDecoder((digits) => scan(digits)), [])
  return null
}

/** The part of a `KeyboardEvent` that the decoder of scans reads: `key`, which a layout decides, only for a bracket. */
export type ScanInput = Pick<
  KeyboardEvent,
  'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'isComposing' | 'keyCode' | 'timeStamp'
> & { key?: string; getModifierState?: (name: string) => boolean }

/** A keydown as the scan machine takes it; `isTyping` is whether the focus is where it would be text. */
export const readScanKey = (input: ScanInput, isTyping: boolean): ScanKey => {
  const { code, timeStamp: at } = input
  if (input.repeat || isComposed(input) || hasModifier(input)) return { kind: 'other' }
  // Where the scanner types by another layout than the computer's it is another sign, which in a field is a person's.
  if (input.key === ']' || (code === 'BracketRight' && !isTyping)) return { kind: 'mark', at, isTyping }
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return { kind: 'digit', digit, at, isTyping }
  if (endCodes.has(code)) return { kind: 'end', at }
  if (/^Key[A-Z]$/.test(code)) return { kind: 'letter', at }
  return code === 'ShiftLeft' || code === 'ShiftRight' ? { kind: 'shift' } : { kind: 'other' }
}

const endCodes = new Set(['Enter', 'NumpadEnter', 'Tab'])

/** What an input method sends instead of the key it consumed. */
const composingKeyCode = 229

const isComposed = ({ isComposing, keyCode }: ScanInput): boolean =>
  isComposing || keyCode === composingKeyCode

/** Any but Shift, which types the digits on AZERTY. */
const hasModifier = (input: ScanInput): boolean =>
  input.ctrlKey || input.metaKey || input.altKey || (input.getModifierState?.('AltGraph') ?? false)

/**
 * Takes the keys of a barcode scanner out of those of the page and calls `onScan` with its digits. Digits are held back
 * for as long as they may be a scan; those of a person are then dispatched again, in their order.
 *
 * Attach it before anything else captures keys, so that a scan is recognized while a part of the page is loading.
 *
 * @returns detach
 */
export const attachScanDecoder = (onScan: (digits: string) => void): (() => void) => {
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
    // Not one of a device: it is being replayed, here or by a buffer.
    if (!event.isTrusted) return
    // What is typed ahead is mostly for the field of what is being opened.
    const key = readScanKey(event, isBufferingKeys() || isTyping(focusTarget(event)))
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

/** Keys that only a scanner presses. */
const scannerOnly: ReadonlySet<ScanOutcome['kind']> = new Set(['scanned', 'swallowed'])

/** Keys of a person that were held back, on their way to the page, and those that have to wait for them. */
const createReplayQueue = () => {
  const waiting: KeyboardEvent[] = []
  let isReplaying = false
  /** The page has handled the last key, and has not rendered that yet. */
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
    /** What was replayed before a key went down has been rendered by then. */
    forget: () => {
      isHandled = false
    },
    /** Takes a key that has to wait for those before it. One that only the browser can act on cannot. */
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
 * How long to wait for the key after the last one. A busy machine brings the keys of a scanner later and farther apart than
 * they were pressed: the later the last one came, the longer.
 */
const gapOnThisPage = ({ context: { burst } }: { context: ScanState }): number =>
  burst === null ? MAX_GAP_MS : MAX_GAP_MS + Math.min(MAX_LAG_MS, 2 * (performance.now() - burst.last))

/** Milliseconds: at most as much is added to `MAX_GAP_MS`, where the last key came 600 ms after it was pressed. */
const MAX_LAG_MS = 1_200

/** Chromium says so; elsewhere another turn of the event loop has to do. */
const isInputPending = (): boolean => {
  const { scheduling } = navigator as Navigator & { scheduling?: { isInputPending?: () => boolean } }
  return scheduling?.isInputPending?.() === true
}
