import type { ScanKey } from '../../machines/scan/scan-burst.ts'

/** The part of a `KeyboardEvent` that the decoder of scans reads: never `key`, which a layout decides. */
export type ScanInput = Pick<
  KeyboardEvent,
  'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'isComposing' | 'keyCode' | 'timeStamp'
> & { getModifierState?: (name: string) => boolean }

/** A keydown as the scan machine takes it; `isTyping` is whether the focus is where it would be text. */
export const readScanKey = (input: ScanInput, isTyping: boolean): ScanKey => {
  const { code, timeStamp: at } = input
  if (input.repeat || isComposed(input) || hasModifier(input)) return { kind: 'other' }
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return { kind: 'digit', digit, at, isTyping }
  if (endCodes.has(code)) return { kind: 'end', at }
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
