import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import { fitText, LINE_HEIGHT } from '../../../domain/labels/fit-text.ts'
import type { Label } from '../../../domain/labels/label.ts'
import type { LabelFormatName } from '../../../domain/labels/label-format.ts'
import {
  type Box,
  type LabelFormat,
  labelFields,
  labelFormats,
  ruleOf,
} from '../../../domain/labels/label-layout.ts'
import type { Symbols } from '../../../domain/labels/label-svg.ts'
import { type LabelWords, labelTexts } from '../../../domain/labels/label-texts.ts'

type LabelSheetsProps = {
  labels: readonly Label[]
  format: LabelFormatName
  /** By their codes; a label whose symbols are not drawn yet shows its digits. */
  symbols: ReadonlyMap<string, Symbols>
}

/** The labels as they leave the printer: one element a sheet of paper, in millimetres, black on white. */
export const LabelSheets = ({ labels, format: name, symbols }: LabelSheetsProps) => {
  const { t, i18n } = useTranslation('labels')
  const format = labelFormats[name]
  const { columns, rows, page } = format
  const words = useMemo<LabelWords>(
    () => ({ locale: localeOf(i18n.language), say: (key, values) => t(`label.${key}`, values) }),
    [t, i18n.language],
  )
  const perSheet = columns * rows
  const sheets = Array.from({ length: Math.ceil(labels.length / perSheet) }, (_, index) =>
    labels.slice(index * perSheet, (index + 1) * perSheet),
  )
  return sheets.map((sheet) => (
    <div
      key={sheet[0]!.id}
      className="label-page"
      data-format={name}
      style={{ width: `${page.width}mm`, height: `${page.height}mm` }}
    >
      {sheet.map((label) => (
        <LabelFace
          key={label.id}
          label={label}
          format={format}
          words={words}
          symbols={symbols.get(label.code)}
        />
      ))}
    </div>
  ))
}

type LabelFaceProps = { label: Label; format: LabelFormat; words: LabelWords; symbols: Symbols | undefined }

/** Fitting its texts takes a millisecond: what is drawn once stays. */
const LabelFace = memo(({ label, format, words, symbols }: LabelFaceProps) => {
  const texts = labelTexts(label, words)
  const rule = ruleOf(format)
  return (
    <article
      aria-label={texts.number}
      className="label-face"
      style={{ width: `${format.label.width}mm`, height: `${format.label.height}mm` }}
    >
      {symbols && (
        <>
          <img src={symbols.bars} alt={`Code 128 ${label.code}`} style={placeOf(format.bars)} />
          <img src={symbols.square} alt={`QR ${label.code}`} style={placeOf(format.square)} />
        </>
      )}
      <hr style={placeOf({ ...rule, height: 0 })} />
      {labelFields
        .filter((field) => texts[field] !== '')
        .map((field) => {
          const box = format.texts[field]
          const { size, lines } = fitText(texts[field], box)
          return (
            <p
              key={field}
              dir="auto"
              data-field={field}
              style={{
                ...placeOf(box),
                fontSize: `${size}mm`,
                lineHeight: LINE_HEIGHT,
                fontWeight: box.isBold ? 700 : 400,
                textAlign: box.align ?? 'start',
              }}
            >
              {lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text have no other name.
                <span key={index}>{line} </span>
              ))}
            </p>
          )
        })}
    </article>
  )
})

const placeOf = ({ x, y, width, height }: Box) => ({
  left: `${x}mm`,
  top: `${y}mm`,
  width: `${width}mm`,
  height: `${height}mm`,
})
