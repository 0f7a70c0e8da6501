import { type LayoutName, type Stroke, typedOn } from './keyboards.ts'

export type ScannerOptions = {
  /** Layout of the computer; scanners send key positions of a US keyboard. */
  layout?: LayoutName
  /** Whether it presses Shift for each digit, as configured for AZERTY. */
  shift?: boolean
  block?: 'row' | 'numpad'
  end?: 'Enter' | 'NumpadEnter' | 'Tab'
}

/** Keystrokes of a barcode scanner for a code. */
export const scanStrokes = (
  digits: string,
  { layout = 'QWERTY', shift = false, block = 'row', end = 'Enter' }: ScannerOptions = {},
): Stroke[] => [
  ...[...digits].flatMap((digit) => [
    ...(shift ? [{ key: 'Shift', code: 'ShiftLeft', shiftKey: true, ctrlKey: false }] : []),
    { ...digitStroke(digit, { layout, shift, block }), shiftKey: shift, ctrlKey: false },
  ]),
  { key: end === 'Tab' ? 'Tab' : 'Enter', code: end, shiftKey: false, ctrlKey: false },
]

const digitStroke = (
  digit: string,
  { layout, shift, block }: Required<Pick<ScannerOptions, 'layout' | 'shift' | 'block'>>,
) => {
  if (block === 'row') return { key: typedOn(layout, `Digit${digit}`, shift)!, code: `Digit${digit}` }
  // With Num Lock, Shift turns keypad digits into navigation keys.
  return { key: shift ? numpadMoves[Number(digit)]! : digit, code: `Numpad${digit}` }
}

const numpadMoves = [
  ...['Insert', 'End', 'ArrowDown', 'PageDown', 'ArrowLeft'],
  ...['Clear', 'ArrowRight', 'Home', 'ArrowUp', 'PageUp'],
]
