import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { StatusBadge } from '../../ui/feedback/status.tsx'
import { Money, SingleCurrency } from '../../ui/format/money.tsx'
import { phoneText } from '../../ui/format/phone.ts'
import { DateOfTime, RelativeTime } from '../../ui/format/relative-time.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Picture } from '../../ui/icons/picture.tsx'
import { type StatusLook, switchLooks } from '../shared/status-tones.ts'

/** Display number of a record. */
export const NumberCell = ({ value }: { value: number }) => (
  <span className="figures text-ink-muted">{value}</span>
)

/** Truncated at its own end, whatever its direction, and aligned with the column. */
export const TextCell = ({ value }: { value: string | null }) =>
  value ? (
    <span dir="auto" className="truncate text-left" title={value}>
      {value}
    </span>
  ) : (
    <NothingCell />
  )

/** Row-size picture, or an icon. */
export const ImageCell = ({ picture }: { picture: string | null }) => (
  <span className="flex size-6 items-center justify-center overflow-hidden rounded-sm border border-line bg-canvas text-ink-faint">
    <Picture source={picture} size={24} className="size-full" fallback={<Icon name="package" size={14} />} />
  </span>
)

export const CountCell = ({ value }: { value: number }) =>
  value === 0 ? <NothingCell /> : <span className="figures">{value}</span>

/** Number of pieces; zero is highlighted. `label`: locale key of its name on phones, where the list has no headings. */
export const StockCell = ({ value, label }: { value: number; label?: string }) => {
  const { t } = useTranslation()
  return (
    <span className="whitespace-nowrap">
      {label && <span className="narrow-label sm:hidden">{t(label)} </span>}
      <span className={value === 0 ? 'figures font-medium text-danger' : 'figures'}>{value}</span>
    </span>
  )
}

/** Ordered pieces; marked as such on phones, where the list has no headings. */
export const PiecesCell = ({ value }: { value: number }) => (
  <span className="figures whitespace-nowrap">
    <span aria-hidden="true" className="narrow-label sm:hidden">
      ×
    </span>
    {value}
  </span>
)

export const PhoneCell = ({ value }: { value: string | null }) =>
  value ? <span className="figures whitespace-nowrap">{phoneText(value)}</span> : <NothingCell />

/** An amount; without currency if the list's heading shows it. */
export const MoneyCell = ({ amount, country }: { amount: number | null; country: CountryCode }) => {
  const { currency } = countries[country]
  const named = use(SingleCurrency)
  if (amount === null) return <NothingCell />
  return <Money amount={amount} currency={currency} showCurrency={currency !== named} />
}

export const WeightCell = ({ kilograms }: { kilograms: number | null }) => {
  const { i18n } = useTranslation()
  if (kilograms === null) return <NothingCell />
  const format = numberFormat(localeOf(i18n.language), { style: 'unit', unit: 'kilogram' })
  return <span className="figures whitespace-nowrap">{format.format(kilograms)}</span>
}

type TimeCellProps = { value: string | null; country: CountryCode; isLate?: boolean }

export const TimeCell = ({ value, country, isLate = false }: TimeCellProps) =>
  value ? (
    <span className={isLate ? 'text-danger' : 'text-ink-muted'}>
      <RelativeTime value={value} timeZone={countries[country].timeZone} style="short" focusable={false} />
    </span>
  ) : (
    <NothingCell />
  )

/** The day of an instant that matters as a date: due, paid, handed over. */
export const DateCell = ({ value, country, isLate = false }: TimeCellProps) =>
  value ? (
    <span className={isLate ? 'text-danger' : undefined}>
      <DateOfTime value={value} timeZone={countries[country].timeZone} />
    </span>
  ) : (
    <NothingCell />
  )

/** A calendar day, independent of time zones. */
export const DayCell = ({ value }: { value: string | null }) => {
  const { i18n } = useTranslation()
  if (value === null) return <NothingCell />
  const format = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'medium', timeZone: 'UTC' })
  return <span className="figures whitespace-nowrap">{format.format(Date.parse(value))}</span>
}

/** `label`: locale key of the status. */
export const StatusCell = ({ look, label }: { look: StatusLook; label: string }) => {
  const { t } = useTranslation()
  return (
    <StatusBadge tone={look.tone} icon={look.icon}>
      {t(label)}
    </StatusBadge>
  )
}

/** Whether a source or webhook is switched on. */
export const SwitchCell = ({ resource, isOn }: { resource: 'sources' | 'webhooks'; isOn: boolean }) => {
  const state = isOn ? 'on' : 'off'
  return <StatusCell look={switchLooks[state]} label={`${resource}:state.${state}`} />
}

/** Whether the offer was taken, or a button to take it. */
export const TakenCell = ({ isTaken }: { isTaken: boolean }) => {
  const { t } = useTranslation('affiliates')
  return isTaken ? (
    <StatusBadge tone="success" icon="circle-check">
      {t('taking.done')}
    </StatusBadge>
  ) : (
    // No tab stop, like the menu of a row: a key does the same, and the grid keeps the focus.
    <button
      type="button"
      tabIndex={-1}
      className="rounded-md border border-control bg-raised px-2.5 py-0.5 text-sm font-medium hover:border-accent hover:text-accent-text max-sm:px-3 pointer-coarse:min-h-11 pointer-coarse:sm:px-4"
    >
      {t('taking.take')}
    </button>
  )
}

export const FlagCell = ({ value }: { value: boolean }) => {
  const { t } = useTranslation('users')
  return value ? <span>{t('yes')}</span> : <span className="text-warning">{t('no')}</span>
}

/** Translated value of an enumeration; null for none. */
export const WordCell = ({ label }: { label: string | null }) => {
  const { t } = useTranslation()
  return label === null ? <NothingCell /> : <TextCell value={t(label)} />
}

/** Several values of an enumeration, translated. */
export const WordsCell = ({ labels }: { labels: readonly string[] }) => {
  const { t } = useTranslation()
  return labels.length === 0 ? (
    <NothingCell />
  ) : (
    <TextCell value={labels.map((label) => t(label)).join(', ')} />
  )
}

const NothingCell = () => {
  const { t } = useTranslation('list')
  return (
    <span data-nothing className="text-ink-faint">
      {t('none')}
    </span>
  )
}
