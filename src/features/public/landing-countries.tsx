import { useTranslation } from 'react-i18next'
import { type CountryCode, countries, countryCodes } from '../../../domain/countries.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { Money } from '../../ui/figures/money.tsx'
import { LandingSection } from './landing-section.tsx'

/** The countries, each with its money and its telephone as it is written there. */
export const LandingCountries = () => {
  const { t } = useTranslation(['public', 'countries'])
  return (
    <LandingSection title={t('public:places.title')} lead={t('public:places.lead')}>
      <ul className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {countryCodes.map((code) => (
          <li key={code} className="flex flex-col gap-0.5 border-t border-line py-3.5">
            <span className="flex items-baseline justify-between gap-3">
              <span className="font-medium">{t(`countries:${code}`)}</span>
              <Money amount={samples[code].price} currency={countries[code].currency} />
            </span>
            <span className="figures text-sm text-ink-muted">{formatPhone(samples[code].phone)}</span>
          </li>
        ))}
      </ul>
    </LandingSection>
  )
}

/** A usual price and a number of the right length in each. */
const samples: Record<CountryCode, { price: number; phone: string }> = {
  ic: { price: 15000, phone: '+2250708091011' },
  sn: { price: 12500, phone: '+221771234567' },
  bf: { price: 9500, phone: '+22670123456' },
  tn: { price: 45.9, phone: '+21620123456' },
  fr: { price: 29.9, phone: '+33612345678' },
  lib: { price: 85.5, phone: '+218912345678' },
}
