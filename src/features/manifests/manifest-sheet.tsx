import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import type { ManifestLine, ManifestWithLines } from '../../../domain/manifests/manifest.ts'
import { Money } from '../../ui/format/money.tsx'
import { zoneNote } from '../../ui/format/zone-note.ts'

type ManifestSheetProps = {
  manifest: ManifestWithLines
  /** Digits of the barcode, and its image URL, null until drawn. */
  code: string
  bars: string | null
}

/** Printed manifest: parcels of a courier, and signature lines. */
export const ManifestSheet = ({ manifest, code, bars }: ManifestSheetProps) => {
  const { t, i18n } = useTranslation('manifests')
  const { number, country, deliveryName, ownerName, createdAt, parcels, toCollect, lines } = manifest
  const { currency, timeZone } = countries[country]
  const locale = localeOf(i18n.language)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  const created = new Date(createdAt)
  const count = numberFormat(locale)
  const title = `manifest-${number}`
  return (
    <article className="manifest-sheet" aria-labelledby={title}>
      <header>
        <div>
          <h2 id={title}>{t('numbered', { number })}</h2>
          <dl>
            <Fact name={t('fields.delivery')} value={deliveryName} />
            <Fact
              name={t('fields.createdAt')}
              value={day.format(created) + zoneNote(created, timeZone, locale)}
            />
            <Fact name={t('fields.owner')} value={ownerName} />
          </dl>
        </div>
        <figure>
          {bars === null ? <span className="manifest-bars" /> : <img src={bars} alt={code} />}
          <figcaption>{code}</figcaption>
        </figure>
      </header>
      <table>
        <thead>
          {/* Repeated on each sheet, since the last one is signed. */}
          <tr className="manifest-running">
            <td colSpan={5} dir="auto">
              {t('numbered', { number })} · {deliveryName}
            </td>
          </tr>
          <tr>
            <th scope="col">{t('sheet.position')}</th>
            <th scope="col">{t('sheet.parcel')}</th>
            <th scope="col">{t('sheet.customer')}</th>
            <th scope="col">{t('sheet.product')}</th>
            <th scope="col">{t('fields.toCollect')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.id} line={line} currency={currency} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <th scope="row" colSpan={3}>
              {t('sheet.total', { count: parcels, parcels: count.format(parcels) })}
            </th>
            <td>
              <Money amount={toCollect} currency={currency} />
            </td>
          </tr>
        </tfoot>
      </table>
      <footer>
        <p>{t('sheet.handedOut')}</p>
        <p>{t('sheet.received')}</p>
      </footer>
    </article>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{value}</dd>
  </div>
)

const Line = ({ line, currency }: { line: ManifestLine; currency: string }) => (
  <tr>
    <td>{line.position}</td>
    <td>{line.shippingNumber}</td>
    <td>
      <p dir="auto" className="manifest-name">
        {line.customerName}
      </p>
      <p>{formatPhone(line.customerPhone)}</p>
      <p dir="auto">{line.customerAddress}</p>
    </td>
    <td>
      <p dir="auto">{line.productName}</p>
      <p>× {line.quantity}</p>
    </td>
    <td>
      <Money amount={line.amount} currency={currency} showCurrency={false} />
    </td>
  </tr>
)
