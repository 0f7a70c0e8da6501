import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { isAccepted } from '../../../machines/scan-session/scan-session-rules.ts'
import type { Scan, Verdict } from '../../../machines/scan-session/scan-session-types.ts'
import { Money } from '../../ui/format/money.tsx'

type ScanCountsProps = { counts: Record<Verdict['kind'], number>; twice: number; scans: readonly Scan[] }

/** How many scans there are of each kind, and what is to be collected for those that are possible. */
export const ScanCounts = ({ counts, twice, scans }: ScanCountsProps) => {
  const { t, i18n } = useTranslation('scan-session')
  const format = new Intl.NumberFormat(localeOf(i18n.language))
  const total = totalOf(scans)
  const figures = [
    { name: 'yes', value: counts.yes },
    { name: 'no', value: counts.no },
    { name: 'unknown', value: counts.unknown },
    { name: 'waiting', value: counts.waiting },
    { name: 'twice', value: twice },
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 px-1">
      {figures
        .filter(({ name, value }) => value > 0 || name === 'yes' || name === 'no')
        .map(({ name, value }) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-xs text-ink-muted">{t(`counts.${name}`)}</dt>
            <dd className="figures text-xl font-semibold">{format.format(value)}</dd>
          </div>
        ))}
      {total !== null && (
        <div className="flex flex-col-reverse sm:ml-auto sm:text-right">
          <dt className="text-xs text-ink-muted">{t('counts.total')}</dt>
          <dd className="text-xl font-semibold">
            <Money {...total} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Null where there is none, or where the parcels are of several currencies. */
const totalOf = (scans: readonly Scan[]): { amount: number; currency: string } | null => {
  const parcels = scans.filter(isAccepted).flatMap(({ parcel }) => parcel ?? [])
  const currencies = new Set(parcels.map(({ country }) => countries[country].currency))
  const [currency] = currencies
  if (currency === undefined || currencies.size > 1) return null
  return { amount: parcels.reduce((sum, { totalPrice }) => sum + totalPrice, 0), currency }
}
