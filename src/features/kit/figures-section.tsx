import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countries, countryCodes } from '../../../domain/countries.ts'
import { Money } from '../../ui/figures/money.tsx'
import { RelativeTime } from '../../ui/figures/relative-time.tsx'
import { KitSection } from './kit-section.tsx'

/** Money of each country, and times before and after now. */
export const FiguresSection = () => {
  const { t } = useTranslation(['kit', 'countries'])
  const [now] = useState(() => Date.now())
  return (
    <KitSection name="figures">
      <div className="grid gap-8 sm:grid-cols-2">
        <dl className="flex flex-col gap-1.5">
          {countryCodes.map((code) => (
            <div key={code} className="flex justify-between gap-4">
              <dt className="text-ink-muted">{t(`countries:${code}`)}</dt>
              <dd>
                <Money amount={12500.5} currency={countries[code].currency} />
              </dd>
            </div>
          ))}
          <div className="flex justify-between gap-4">
            <dt className="text-ink-muted">{t('kit:figures.negative')}</dt>
            <dd>
              <Money amount={-4500} currency="EUR" />
            </dd>
          </div>
        </dl>
        <dl className="flex flex-col gap-1.5">
          {times.map(({ name, minutes }) => (
            <div key={name} className="flex justify-between gap-4">
              <dt className="text-ink-muted">{t(`kit:figures.${name}`)}</dt>
              <dd>
                <RelativeTime value={new Date(now + minutes * 60_000)} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </KitSection>
  )
}

const times = [
  { name: 'now', minutes: 0 },
  { name: 'past', minutes: -185 },
  { name: 'future', minutes: 2900 },
] as const
