import { useTranslation } from 'react-i18next'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { isToPick, type Label, pickLines } from '../../../domain/labels/label.ts'
import { Picture } from '../../ui/icons/picture.tsx'
import type { Unlabelled } from './use-labels.ts'

type PickSheetProps = {
  labels: readonly Label[]
  /** Parcels of the selection that are not counted, and how they are named. */
  left: Unlabelled
  named: (left: Unlabelled) => string
  country: CountryCode
}

/** Pieces of each product to take from the shelves, each line with a box to tick on paper. */
export const PickSheet = ({ labels, left, named, country }: PickSheetProps) => {
  const { t, i18n } = useTranslation('labels')
  const locale = localeOf(i18n.language)
  const number = new Intl.NumberFormat(locale)
  const day = new Intl.DateTimeFormat(locale, {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: countries[country].timeZone,
  })
  const lines = pickLines(labels)
  const parcels = labels.filter(isToPick).length
  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0)
  return (
    <section className="pick-sheet" aria-labelledby="pick-title">
      <header>
        <h2 id="pick-title">{t('sheets.picks')}</h2>
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
    </section>
  )
}
