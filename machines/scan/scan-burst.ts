import { readKey } from '../../domain/lib/typed/read-key.ts'
import { looksLikeScan } from '../../domain/scans/scan-code.ts'

/** Milliseconds between two keydowns: beyond it the second is not of the same burst. */
export const MAX_GAP_MS = 50

/** Milliseconds between the digits of a scan on average: below what fingers can do. */
export const MAX_MEAN_GAP_MS = 35

/** Fewer digits are no scan, however fast. */
export const MIN_DIGITS = 6

/**
 * One keydown as the decoder sees it. `at` is `event.timeStamp`, in milliseconds: a busy page handles its keys late.
 *
 * - `digit`: on any layout, plain or with Shift, of either block.
 * - `mark`: `]`, which begins what a scanner may be set to say of the barcode's kind: `]C1`, `]d2`.
 * - `letter`: of that.
 * - `end`: what a scanner sends after the digits: Enter or Tab.
 * - `shift`: Shift by itself, which a scanner may press for each digit.
 * - `other`: anything else, digits with another modifier or while the key repeats among them.
 */
export type ScanKey =
  /** `isTyping`: the focus is where the digit would be text. */
  | { kind: 'digit'; digit: string; at: number; isTyping: boolean }
  | { kind: 'mark'; at: number; isTyping: boolean }
  | { kind: 'letter'; at: number }
  | { kind: 'end'; at: number }
  | { kind: 'shift' }
  | { kind: 'other' }

/** Digits that are held back until it is known what they are, behind a kind of barcode as `]X1` where the scanner says it. `isTyping` as it was at the first of them. */
export type ScanBurst = { digits: string; from: number; last: number; isTyping: boolean }

/** What is known when a key goes down; `scannedAt` is when the last scan ended, negative infinity before the first. */
export type ScanState = { burst: ScanBurst | null; scannedAt: number }

/** What a key makes of the burst before it. */
export type ScanOutcome =
  /** The key is held. What was held before it, if anything, was a person's. */
  | { kind: 'begun'; burst: ScanBurst }
  /** The key is held with those before it. */
  | { kind: 'continued'; burst: ScanBurst }
  /** The digits are a scan; neither they nor the key reach anything. */
  | { kind: 'scanned'; digits: string; at: number }
  /** A second key that the scanner ends its code with, as Enter twice for CR LF: it reaches nothing. */
  | { kind: 'swallowed' }
  /** What was held was a person's, and so is the key. */
  | { kind: 'ended' }
  /** The key says nothing. */
  | { kind: 'ignored' }

/** Resolves a keydown against the digits held before it; pure, so it may be asked twice. */
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
      const { at, isTyping } = key
      return { kind: 'begun', burst: { digits: ']', from: at, last: at, isTyping } }
    }
    case 'letter':
      return burst?.digits === ']' && isNext(burst, key.at)
        ? { kind: 'continued', burst: { ...burst, digits: ']X', last: key.at } }
        : { kind: 'ended' }
    case 'digit': {
      const { digit, at, isTyping } = key
      return burst !== null && isNext(burst, at)
        ? { kind: 'continued', burst: { ...burst, digits: burst.digits + digit, last: at } }
        : { kind: 'begun', burst: { digits: digit, from: at, last: at, isTyping } }
    }
  }
}

const isNext = ({ last }: ScanBurst, at: number): boolean => at - last <= MAX_GAP_MS

/**
 * In a text field only what is laid out like a printed code: a program that types for a person, a password manager or
 * a pasting tool, is as fast as a scanner, and its digits are text.
 */
const isScan = ({ digits: keys, from, last, isTyping }: ScanBurst): boolean => {
  const digits = readKey(keys)
  return (
    /^\d+$/.test(digits) &&
    digits.length >= MIN_DIGITS &&
    last - from < MAX_MEAN_GAP_MS * (keys.length - 1) &&
    (!isTyping || looksLikeScan(digits))
  )
}
