import { useTranslation } from 'react-i18next'
import type { Campaign, Outcome } from '../../../domain/calculator/calculate.ts'
import { localeOf } from '../../../domain/languages.ts'
import { ShareBar } from '../../charts/share-bar.tsx'
import { ResultPanel } from './result-panel.tsx'

const tones = { leads: 'quiet', confirmed: 'info', delivered: 'success', returned: 'danger' } as const

/** What becomes of the leads. Expectations need not be whole. */
export const CalculatorFunnel = ({ campaign, outcome }: { campaign: Campaign; outcome: Outcome }) => {
  const { t, i18n } = useTranslation('calculator')
  const number = new Intl.NumberFormat(localeOf(i18n.language), { maximumFractionDigits: 1 })
  const share = new Intl.NumberFormat(localeOf(i18n.language), { style: 'percent', maximumFractionDigits: 0 })
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
