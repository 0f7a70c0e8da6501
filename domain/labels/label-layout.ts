import type { LabelFormatName } from './label-format-names.ts'

/** The texts of a label. Positions: `labelFormats`; wording: `label-texts.ts`. */
export const labelFields = [
  'number',
  'reprint',
  'digits',
  'customerName',
  'customerPhone',
  'customerAddress',
  'product',
  'caption',
  'amount',
  'seller',
  'delivery',
] as const
export type LabelField = (typeof labelFields)[number]

/** In millimetres from the label's top left corner. */
export type Box = { x: number; y: number; width: number; height: number }

/** `size`: maximum font size in millimetres; longer texts are set smaller. */
export type TextBox = Box & { size: number; isBold?: true; align?: 'center' | 'end' }

export type LabelFormat = {
  /** In millimetres. */
  page: { width: number; height: number }
  label: { width: number; height: number }
  columns: number
  rows: number
  /** Code 128, with a quiet zone of ten modules on both sides (ISO/IEC 15417). */
  bars: Box
  /** QR, with a quiet zone of four modules (ISO/IEC 18004). */
  square: Box
  texts: Record<LabelField, TextBox>
}

const tall = { columns: 1, rows: 1 }

export const labelFormats: Record<LabelFormatName, LabelFormat> = {
  '100x150': {
    ...tall,
    page: { width: 100, height: 150 },
    label: { width: 100, height: 150 },
    bars: { x: 7, y: 16, width: 56, height: 20 },
    square: { x: 71, y: 16, width: 24, height: 24 },
    texts: {
      number: { x: 5, y: 5, width: 52, height: 8.5, size: 6.5, isBold: true },
      reprint: { x: 57, y: 7.4, width: 38, height: 5, size: 4, isBold: true, align: 'end' },
      digits: { x: 5, y: 36.5, width: 60, height: 5, size: 4, align: 'center' },
      customerName: { x: 5, y: 43, width: 90, height: 13, size: 5.6, isBold: true },
      customerPhone: { x: 5, y: 56.5, width: 90, height: 7, size: 5.6, isBold: true },
      customerAddress: { x: 5, y: 64.5, width: 90, height: 34, size: 4.6 },
      product: { x: 5, y: 100, width: 90, height: 11, size: 4.4 },
      caption: { x: 5, y: 113, width: 90, height: 5, size: 3.8 },
      amount: { x: 5, y: 118, width: 90, height: 17, size: 13, isBold: true },
      seller: { x: 5, y: 136, width: 44, height: 9, size: 3.4 },
      delivery: { x: 51, y: 136, width: 44, height: 9, size: 3.4 },
    },
  },
  a6: {
    ...tall,
    page: { width: 105, height: 148 },
    label: { width: 105, height: 148 },
    bars: { x: 8, y: 16, width: 58, height: 20 },
    square: { x: 75, y: 16, width: 24, height: 24 },
    texts: {
      number: { x: 6, y: 5, width: 54, height: 8.5, size: 6.5, isBold: true },
      reprint: { x: 60, y: 7.4, width: 39, height: 5, size: 4, isBold: true, align: 'end' },
      digits: { x: 6, y: 36.5, width: 62, height: 5, size: 4, align: 'center' },
      customerName: { x: 6, y: 42.5, width: 93, height: 13, size: 5.6, isBold: true },
      customerPhone: { x: 6, y: 56, width: 93, height: 7, size: 5.6, isBold: true },
      customerAddress: { x: 6, y: 64, width: 93, height: 33, size: 4.6 },
      product: { x: 6, y: 98.5, width: 93, height: 11, size: 4.4 },
      caption: { x: 6, y: 111, width: 93, height: 5, size: 3.8 },
      amount: { x: 6, y: 116, width: 93, height: 17, size: 13, isBold: true },
      seller: { x: 6, y: 134, width: 45.5, height: 9, size: 3.4 },
      delivery: { x: 53.5, y: 134, width: 45.5, height: 9, size: 3.4 },
    },
  },
  'a4-8': {
    page: { width: 210, height: 297 },
    label: { width: 105, height: 74.25 },
    columns: 2,
    rows: 4,
    bars: { x: 9, y: 10, width: 54, height: 11 },
    square: { x: 76.5, y: 5.5, width: 22, height: 22 },
    texts: {
      number: { x: 5, y: 3.6, width: 36, height: 5.6, size: 4.4, isBold: true },
      reprint: { x: 41, y: 4.9, width: 31, height: 4, size: 3, isBold: true, align: 'end' },
      digits: { x: 9, y: 21.4, width: 54, height: 3.6, size: 2.9, align: 'center' },
      customerName: { x: 5, y: 25.4, width: 67, height: 7.6, size: 4, isBold: true },
      customerPhone: { x: 5, y: 33.2, width: 95, height: 4.6, size: 3.8, isBold: true },
      customerAddress: { x: 5, y: 38, width: 95, height: 16.6, size: 3.4 },
      product: { x: 5, y: 54.8, width: 95, height: 4.6, size: 3.2 },
      caption: { x: 5, y: 59.8, width: 55, height: 3, size: 2.4 },
      amount: { x: 5, y: 62.8, width: 55, height: 8, size: 6.6, isBold: true },
      seller: { x: 62, y: 60, width: 38, height: 5, size: 2.6 },
      delivery: { x: 62, y: 65.4, width: 38, height: 5, size: 2.6 },
    },
  },
}

/** The rule above the amount's caption, over the label's width. */
export const ruleOf = ({ label, texts }: LabelFormat): { x: number; y: number; width: number } => ({
  x: texts.caption.x,
  y: texts.caption.y - 0.6,
  width: label.width - 2 * texts.caption.x,
})
