import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Campaign } from '../../../domain/calculator/calculate.ts'
import { localeOf } from '../../../domain/languages.ts'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/figures/money.tsx'
import { ResultPanel } from './result-panel.tsx'
import { byCostPerLead, byDeliveryRate, type Variation } from './sensitivity.ts'

type SensitivityPanelProps = { campaign: Campaign; currency: string }

/** What is left when deliveries go worse or better, and when leads cost less or more. */
export const SensitivityPanel = ({ campaign, currency }: SensitivityPanelProps) => {
  const { t, i18n } = useTranslation('calculator')
  const rate = new Intl.NumberFormat(localeOf(i18n.language), { style: 'percent', maximumFractionDigits: 1 })
  return (
    <ResultPanel title={t('sensitivity')}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 2xl:grid-cols-1">
        <Strip
          name={t('inputs.deliveryRate')}
          variations={byDeliveryRate(campaign)}
          heading={({ campaign: { deliveryRate } }) => rate.format(deliveryRate)}
          currency={currency}
        />
        <Strip
          name={t('inputs.costPerLead')}
          variations={byCostPerLead(campaign)}
          heading={({ campaign: { costPerLead } }) => (
            <Money amount={costPerLead} currency={currency} showCurrency={false} />
          )}
          currency={currency}
        />
      </div>
    </ResultPanel>
  )
}

type StripProps = {
  name: string
  variations: readonly Variation[]
  heading: (variation: Variation) => ReactNode
  currency: string
}

const Strip = ({ name, variations, heading, currency }: StripProps) => {
  const { t } = useTranslation('calculator')
  return (
    <table className="w-full table-fixed border-collapse text-sm">
      <caption className="pb-1 text-left text-xs text-ink-muted">{name}</caption>
      <thead className="sr-only">
        <tr>
          {variations.map((variation) => (
            <th key={variation.id} scope="col">
              {heading(variation)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {variations.map((variation) => (
            <td
              key={variation.id}
              className={cx('border border-line px-2 py-1.5 text-right', variation.isPresent && 'bg-hover')}
            >
              <span aria-hidden="true" className="block text-xs text-ink-muted">
                {heading(variation)}
              </span>
              <span className="sr-only">{t('profit')} </span>
              <Money amount={variation.profit} currency={currency} showCurrency={false} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}
