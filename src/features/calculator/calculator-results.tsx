import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Campaign, calculateCampaign, type Outcome } from '../../../domain/calculator/calculate.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { PartMark, ShareBar, StackedBar } from '../../charts/bars.tsx'
import type { ChartTone } from '../../charts/chart-tone.ts'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/format/money.tsx'

type CalculatorResultsProps = { campaign: Campaign; currency: string; isStale: boolean }

/** Results; dimmed while the inputs are invalid. Without a price there is no profit or loss. */
export const CalculatorResults = ({ campaign, currency, isStale }: CalculatorResultsProps) => {
  const { t, i18n } = useTranslation('calculator')
  const outcome = calculateCampaign(campaign)
  const rate = numberFormat(localeOf(i18n.language), { style: 'percent', maximumFractionDigits: 1 })
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
            {parts.map(({ name, value, tone }) => {
              const isLost = name === 'profit' && isLoss
              return (
                <li key={name} className="flex min-h-7 items-center gap-2 text-sm">
                  <PartMark tone={tone} />
                  <span className="min-w-0 flex-1 truncate">{isLost ? t('loss') : t(`parts.${name}`)}</span>
                  {money(isLost ? outcome.profit : value)}
                </li>
              )
            })}
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

const tones = { leads: 'quiet', confirmed: 'info', delivered: 'success', returned: 'danger' } as const

/** What becomes of the leads. Expected values may be fractional. */
const CalculatorFunnel = ({ campaign, outcome }: { campaign: Campaign; outcome: Outcome }) => {
  const { t, i18n } = useTranslation('calculator')
  const number = numberFormat(localeOf(i18n.language), { maximumFractionDigits: 1 })
  const share = numberFormat(localeOf(i18n.language), { style: 'percent', maximumFractionDigits: 0 })
  const steps = { leads: campaign.leads, ...outcome }
  return (
    <ResultPanel title={t('funnel')}>
      <ul className="flex flex-col">
        {(['leads', 'confirmed', 'delivered', 'returned'] as const).map((name) => {
          const part = campaign.leads === 0 ? 0 : steps[name] / campaign.leads
          return (
            <li
              key={name}
              className="grid min-h-7 grid-cols-[6.5rem_minmax(0,1fr)_4rem_2.75rem] items-center gap-x-2 text-sm"
            >
              <span className="truncate">{t(`steps.${name}`)}</span>
              <ShareBar share={part} tone={tones[name]} className="h-2.5" />
              <span className="figures text-right">{number.format(steps[name])}</span>
              <span className="figures text-right text-ink-muted">{share.format(part)}</span>
            </li>
          )
        })}
      </ul>
    </ResultPanel>
  )
}

type SensitivityPanelProps = { campaign: Campaign; currency: string }

/** Profit at other delivery rates and lead costs. */
const SensitivityPanel = ({ campaign, currency }: SensitivityPanelProps) => {
  const { t, i18n } = useTranslation('calculator')
  const rate = numberFormat(localeOf(i18n.language), { style: 'percent', maximumFractionDigits: 1 })
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

const ResultPanel = ({ title, children }: { title: string; children: ReactNode }) => {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <h2 id={titleId} className="text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

type MoneyPart = { name: MoneyPartName; value: number; tone: ChartTone }
type MoneyPartName = 'leads' | 'goods' | 'delivery' | 'returns' | 'confirmation' | 'cashFee' | 'profit'

/** Costs, and profit if positive. */
export const moneyParts = (campaign: Campaign, outcome: Outcome): MoneyPart[] => [
  { name: 'leads', value: outcome.leadCosts, tone: 'attention' },
  {
    name: 'goods',
    value: outcome.delivered * (campaign.unitCost + campaign.freight),
    tone: 'info',
  },
  { name: 'delivery', value: outcome.delivered * campaign.deliveryFee, tone: 'accent' },
  { name: 'returns', value: outcome.returned * campaign.returnFee, tone: 'danger' },
  {
    name: 'confirmation',
    value: outcome.confirmed * (campaign.confirmationFee + campaign.packaging),
    tone: 'warning',
  },
  { name: 'cashFee', value: outcome.revenue * campaign.cashFeeRate, tone: 'neutral' },
  { name: 'profit', value: Math.max(0, outcome.profit), tone: 'success' },
]

type Variation = { id: string; campaign: Campaign; profit: number; isPresent: boolean }

/** Profit when one input changes. */
export const byDeliveryRate = (campaign: Campaign): Variation[] =>
  [-0.1, 0, 0.1].map((step) =>
    vary(campaign, step, { deliveryRate: Math.min(1, Math.max(0, round(campaign.deliveryRate + step))) }),
  )

export const byCostPerLead = (campaign: Campaign): Variation[] =>
  [-0.2, 0, 0.2].map((step) =>
    vary(campaign, step, { costPerLead: round(campaign.costPerLead * (1 + step)) }),
  )

const vary = (campaign: Campaign, step: number, change: Partial<Campaign>): Variation => {
  const varied = { ...campaign, ...change }
  return {
    id: String(step),
    campaign: varied,
    profit: calculateCampaign(varied).profit,
    isPresent: step === 0,
  }
}

/** Removes float noise of repeated steps. */
const round = (value: number): number => Number(value.toFixed(6))
