import { useTranslation } from 'react-i18next'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { type Label, pickLines } from '../../../domain/labels/label.ts'
import { Picture } from '../../ui/icons/picture.tsx'

/** Pieces of each product to take from the shelves, each line with a box to tick on paper. */
export const PickSheet = ({ labels, country }: { labels: readonly Label[]; country: CountryCode }) => {
  const { t, i18n } = useTranslation('labels')
  const locale = localeOf(i18n.language)
  const number = new Intl.NumberFormat(locale)
  const day = new Intl.DateTimeFormat(locale, {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: countries[country].timeZone,
  })
  const lines = pickLines(labels)
  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0)
  return (
    <section className="pick-sheet" aria-labelledby="pick-title">
      <header>
        <h2 id="pick-title">{t('sheets.picks')}</h2>
        <p>
          {t('count', { count: labels.length })} · {day.format(new Date())}
        </p>
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
            <td>{number.format(labels.length)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
