import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { fitText, LINE_HEIGHT } from '../../../domain/labels/fit-text.ts'
import { isToPick, type Label, pickLines } from '../../../domain/labels/label.ts'
import type { LabelFormatName } from '../../../domain/labels/label-format-names.ts'
import {
  type Box,
  type LabelFormat,
  labelFields,
  labelFormats,
  ruleOf,
} from '../../../domain/labels/label-layout.ts'
import type { Symbols } from '../../../domain/labels/label-svg.ts'
import { type LabelWords, labelTexts } from '../../../domain/labels/label-texts.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { shortDay } from '../../ui/format/short-day.ts'
import { Picture } from '../../ui/icons/picture.tsx'
import type { Unlabelled } from './use-labels.ts'

type LabelSheetsProps = {
  labels: readonly Label[]
  format: LabelFormatName
  /** By code; a label whose symbols are not drawn yet shows its digits. */
  symbols: ReadonlyMap<string, Symbols>
}

/** Printed labels: one element a sheet of paper, in millimetres, black on white. */
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

/** Memoised: fitting the texts takes a millisecond. */
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

type PickSheetProps = {
  labels: readonly Label[]
  /** Selected parcels that are not counted, and their text. */
  left: Unlabelled
  named: (left: Unlabelled) => string
  country: CountryCode
}

/** Pick list: pieces by product, with a box to tick. */
export const PickSheet = ({ labels, left, named, country }: PickSheetProps) => {
  const { t, i18n } = useTranslation('labels')
  const locale = localeOf(i18n.language)
  const number = numberFormat(locale)
  const day = new Intl.DateTimeFormat(locale, {
    ...shortDay,
    hour: '2-digit',
    minute: '2-digit',
    timeZone: countries[country].timeZone,
  })
  const lines = pickLines(labels)
  const parcels = labels.filter(isToPick).length
  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0)
  return (
    <div className="pick-sheet">
      <header>
        <h2>{t('sheets.picks')}</h2>
        <p>
          {t('count', { count: parcels })} · {day.format(new Date())}
        </p>
        {left.count > 0 && (
          <p>
            {t('pick.left', { count: left.count })} {named(left)}
          </p>
        )}
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('pick.picked')}</th>
            <th scope="col">{t('pick.product')}</th>
            <th scope="col">{t('pick.pieces')}</th>
            <th scope="col">{t('pick.parcels')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.product}>
              <td>
                <span className="pick-box" />
              </td>
              <th scope="row" dir="auto">
                <span className="pick-product">
                  <Picture
                    source={line.productImage}
                    size={40}
                    isEager
                    className="pick-picture"
                    fallback={<span className="pick-picture" />}
                  />
                  {line.productName}
                </span>
              </th>
              <td>{number.format(line.pieces)}</td>
              <td>{number.format(line.parcels)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <th scope="row">{t('pick.total')}</th>
            <td>{number.format(pieces)}</td>
            <td>{number.format(parcels)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
