import type { RecordOf, Shapes } from '../lib/shape.ts'

/**
 * What was repaired, left out or assumed. `PHONE_OTHER`: the first phone number was unusable, another one of the order is taken.
 * `LINE_EMPTY`: no piece is left of a line. `LINE_SPLIT`: one line became two orders, since no price per piece makes its amount.
 */
export const intakeNoteCodes = [
  'PHONE_REPAIRED',
  'PHONE_UNLIKELY',
  'PHONE_OTHER',
  'NAME_MISSING',
  'ADDRESS_MISSING',
  'ADDRESS_CUT',
  'ADDRESS_ABROAD',
  'COMMENT_CUT',
  'AMOUNT_ROUNDED',
  'AMOUNT_MISSING',
  'LINE_EMPTY',
  'LINE_SPLIT',
] as const
export type IntakeNoteCode = (typeof intakeNoteCodes)[number]

/** `line`: of one line; null of the whole order. */
export const intakeNoteShapes = {
  line: { kind: 'text', nullable: true },
  code: { kind: 'choice', values: intakeNoteCodes },
} as const satisfies Shapes
export type IntakeNote = RecordOf<typeof intakeNoteShapes>
