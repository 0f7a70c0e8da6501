import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type CountryCode, countries } from '../../../domain/countries.ts'
import { Money } from '../../ui/figures/money.tsx'
import type { DayFigures } from './plan-day.ts'

/** How the day stands: what is left, and the cash that is to be handed over this evening. */
export const DaySummary = ({ figures, country }: { figures: DayFigures; country: CountryCode }) => {
  const { t } = useTranslation('delivery')
  const { currency } = countries[country]
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line desk:grid-cols-4">
      <Figure label={t('summary.left')}>{figures.left}</Figure>
      <Figure label={t('summary.toCollect')}>
        <Money amount={figures.toCollect} currency={currency} />
      </Figure>
      <Figure label={t('summary.delivered')}>{figures.delivered}</Figure>
      <Figure label={t('summary.cash')}>
        <Money amount={figures.cash} currency={currency} />
      </Figure>
    </dl>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-col bg-surface px-4 py-3">
    <dt className="text-sm text-ink-muted">{label}</dt>
    <dd className="figures text-xl font-semibold">{children}</dd>
  </div>
)
