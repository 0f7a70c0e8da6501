import { escapeMarkup } from '../lib/escape-markup.ts'
import { fitText, isRightToLeft, LINE_HEIGHT } from './fit-text.ts'
import type { Label } from './label.ts'
import type { LabelFormatName } from './label-format-names.ts'
import { type Box, labelFields, labelFormats, ruleOf, type TextBox } from './label-layout.ts'
import { type LabelWords, labelTexts } from './label-texts.ts'

/** Options of bwip-js for both symbols. The library is not imported here: the console loads it lazily. */
export const barsOptions = (code: string) => ({
  bcid: 'code128',
  text: code,
  scale: 1,
  height: 10,
  includetext: false,
})

export const squareOptions = (code: string) => ({ bcid: 'qrcode', text: code, scale: 1, eclevel: 'M' })

/** Symbols as drawn by bwip-js: complete SVG elements that contain only paths. */
export type Symbols = { bars: string; square: string }

/** One label as an SVG document, size in millimetres. User texts are escaped. */
export const labelSvg = (
  label: Label,
  { format: name, words, symbols }: { format: LabelFormatName; words: LabelWords; symbols: Symbols },
): string => {
  const format = labelFormats[name]
  const { width, height } = format.label
  const texts = labelTexts(label, words)
  const rule = ruleOf(format)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeMarkup(texts.number)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    placed(symbols.bars, format.bars),
    placed(symbols.square, format.square),
    `<path d="M${rule.x} ${rule.y}h${rule.width}" stroke="#000" stroke-width="0.3"/>`,
    `<g fill="#000" font-family="Inter, Helvetica, Arial, sans-serif">`,
    ...labelFields.map((field) => drawnText(texts[field], format.texts[field])),
    '</g></svg>',
  ].join('')
}

const placed = (symbol: string, { x, y, width, height }: Box): string =>
  symbol
    .trim()
    .replace(
      /^<svg /,
      `<svg x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none" `,
    )

const drawnText = (text: string, box: TextBox): string => {
  if (text === '') return ''
  const { size, lines } = fitText(text, box)
  const isTurned = isRightToLeft(text)
  const isRight = box.align === 'end' || isTurned
  const anchor = box.align === 'center' ? 'middle' : isRight ? 'end' : 'start'
  const x = box.x + (box.align === 'center' ? box.width / 2 : isRight ? box.width : 0)
  const lineOf = (line: string, index: number) =>
    `<text x="${x}" y="${rounded(box.y + size * (0.95 + index * LINE_HEIGHT))}">${escapeMarkup(isTurned ? isolated(line) : line)}</text>`
  const weight = box.isBold ? ' font-weight="700"' : ''
  return `<g font-size="${size}" text-anchor="${anchor}"${weight}>${lines.map(lineOf).join('')}</g>`
}

/** Isolates right-to-left text by control characters: SVG renderers disagree about `direction` and `text-anchor`. */
const isolated = (line: string): string => `\u2067${line}\u2069`

const rounded = (value: number): number => Math.round(value * 100) / 100
