import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Campaign } from '../../../domain/calculator/calculate.ts'
import { calculate } from '../../../domain/calculator/calculate.ts'
import { localeOf } from '../../../domain/languages.ts'
import { PartMark, StackedBar } from '../../charts/stacked-bar.tsx'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/figures/money.tsx'
import { CalculatorFunnel } from './calculator-funnel.tsx'
import { moneyParts } from './money-parts.ts'
import { ResultPanel } from './result-panel.tsx'
import { SensitivityPanel } from './sensitivity-panel.tsx'

type CalculatorResultsProps = { campaign: Campaign; currency: string; isStale: boolean }

/** What a campaign comes to; dimmed while what is typed cannot be read. Without a price there is neither profit nor loss. */
export const CalculatorResults = ({ campaign, currency, isStale }: CalculatorResultsProps) => {
  const { t, i18n } = useTranslation('calculator')
  const outcome = calculate(campaign)
  const rate = new Intl.NumberFormat(localeOf(i18n.language), { style: 'percent', maximumFractionDigits: 1 })
  const ofNull = (value: number | null, words: (value: number) => ReactNode) =>
    value === null ? '—' : words(value)
  const money = (value: number) => <Money amount={value} currency={currency} showCurrency={false} />
  const percent = (value: number) => <span className="figures">{rate.format(value)}</span>
  const isLoss = outcome.profit < 0
  const keys = [
    ['breakEven', ofNull(outcome.breakEvenCostPerLead, money)],
    ['margin', ofNull(outcome.margin, percent)],
    ['roi', ofNull(outcome.roi, percent)],
    ['perLead', ofNull(outcome.profitPerLead, money)],
    ['perDelivered', ofNull(outcome.profitPerDelivered, money)],
  ] as const
  const parts = moneyParts(campaign, outcome)
  if (campaign.price === 0) {
    return (
      <div className={cx('flex min-w-0 flex-col gap-4', isStale && 'opacity-50')}>
        <p role="status" className="rounded-lg border border-line bg-surface p-4 text-ink-muted">
          {t('unpriced')}
        </p>
        <CalculatorFunnel campaign={campaign} outcome={outcome} />
      </div>
    )
  }
  return (
    <div className={cx('flex min-w-0 flex-col gap-4', isStale && 'opacity-50')}>
      <section aria-label={t('result')} className="overflow-hidden rounded-lg border border-line bg-line">
        <dl className="grid grid-cols-2 gap-px sm:grid-cols-5">
          <div className="col-span-full bg-surface px-4 py-4">
            <dt className="text-sm text-ink-muted">{t(isLoss ? 'loss' : 'profit')}</dt>
            <dd
              className={cx(
                'text-2xl font-semibold tracking-tight',
                isLoss ? 'text-danger' : outcome.profit > 0 && 'text-success',
              )}
            >
              <output aria-label={t(isLoss ? 'loss' : 'profit')}>
                <Money amount={Math.abs(outcome.profit)} currency={currency} />
              </output>
            </dd>
          </div>
          {keys.map(([name, value]) => (
            <div key={name} className="bg-surface px-4 py-3 max-sm:last:col-span-full">
              <dt className="text-xs text-ink-muted">{t(`keys.${name}`)}</dt>
              <dd className="text-lg font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <div className="grid grid-cols-1 items-start gap-4 2xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <CalculatorFunnel campaign={campaign} outcome={outcome} />
          <SensitivityPanel campaign={campaign} currency={currency} />
        </div>
        <ResultPanel title={t('split')}>
          <StackedBar parts={parts.map(({ name, ...part }) => ({ id: name, ...part }))} />
          <ul className="flex flex-col">
            {parts.map(({ name, value, tone }) => (
              <li key={name} className="flex min-h-7 items-center gap-2 text-sm">
                <PartMark tone={tone} />
                <span className="min-w-0 flex-1 truncate">{t(`parts.${name}`)}</span>
                {money(value)}
              </li>
            ))}
            <li className="mt-1 flex min-h-8 items-center gap-2 border-t border-line pt-1 text-sm font-medium">
              <span className="min-w-0 flex-1 truncate">{t('revenue')}</span>
              {money(outcome.revenue)}
            </li>
          </ul>
        </ResultPanel>
      </div>
    </div>
  )
}
