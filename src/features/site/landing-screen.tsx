import { useSelector } from '@xstate/react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { type CountryCode, countries, countryCodes } from '../../../domain/core/countries.ts'
import { languages } from '../../../domain/core/languages.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import {
  invoiceLooks,
  orderLooks,
  type StatusLook,
  shippingLooks,
} from '../../resources/shared/status-tones.ts'
import { Button, type ButtonProps } from '../../ui/buttons/button.tsx'
import { StatusBadge } from '../../ui/feedback/status.tsx'
import { Money } from '../../ui/format/money.tsx'
import { brandName, LabelBars } from '../../ui/icons/brand.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { Keycap } from '../../ui/kbd/keycap.tsx'
import { useAuth } from '../auth/auth-context.ts'
import { SiteHeader } from './notice-frame.tsx'
import { PaletteDemo } from './palette-demo.tsx'

/** /landing: introduction for new visitors. */
export const LandingScreen = () => {
  const { session, language } = useAuth()
  const isSignedIn = useSelector(session, ({ context }) => context.session !== null)
  const { t } = useTranslation('landing')
  const ways = isSignedIn ? (
    <LinkButton to={paths.home()} variant="primary" keys="Enter">
      {t('landing.open')}
    </LinkButton>
  ) : (
    <>
      <LinkButton to={paths.register()} variant="primary">
        {t('landing.register')}
      </LinkButton>
      <LinkButton to={paths.login()}>{t('landing.login')}</LinkButton>
    </>
  )
  return (
    <div className="min-h-dvh bg-canvas text-ink">
      <title>{`${brandName} · ${t('landing.short')}`}</title>
      <div className="mx-auto max-w-320">
        <SiteHeader>
          {language}
          {!isSignedIn && (
            <Link
              to={paths.login()}
              className="hidden min-h-8 items-center rounded-md px-3 font-medium hover:bg-hover sm:inline-flex"
            >
              {t('landing.login')}
            </Link>
          )}
        </SiteHeader>
        <main className="flex flex-col gap-20 px-4 pt-10 pb-20 sm:gap-28 lg:px-8 lg:pt-20">
          <section className="grid items-center gap-12 lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)]">
            <div>
              <h1 className="text-3xl font-semibold tracking-tight text-balance sm:text-4xl">
                {t('landing.title')}
              </h1>
              <p className="mt-5 max-w-140 text-lg text-pretty text-ink-muted">{t('landing.lead')}</p>
              <div className="mt-8 flex flex-wrap gap-3">{ways}</div>
            </div>
            <PaletteDemo />
          </section>
          <LandingJourney />
          <LandingPeople />
          <LandingKeys />
          <LandingCountries />
          <section className="flex flex-wrap items-center justify-between gap-6 rounded-lg border border-line bg-surface p-6 sm:p-8">
            <div className="max-w-140">
              <h2 className="text-2xl font-semibold tracking-tight text-balance">{t('landing.last')}</h2>
              <p className="mt-1 text-pretty text-ink-muted">{t('landing.lastLead')}</p>
            </div>
            <div className="flex flex-wrap gap-3">{ways}</div>
          </section>
        </main>
        <footer className="flex flex-wrap items-center justify-between gap-4 border-t border-line px-4 py-6 text-sm text-ink-muted lg:px-8">
          <ul aria-label={t('landing.spoken')} className="flex flex-wrap gap-x-4 gap-y-1">
            {Object.entries(languages).map(([code, { name, locale }]) => (
              <li key={code} lang={locale}>
                {name}
              </li>
            ))}
          </ul>
          <LabelBars className="h-5 w-24 text-ink-faint" />
        </footer>
      </div>
    </div>
  )
}

/** Statuses of a successful order, as displayed in the console. */
const LandingJourney = () => {
  const { t } = useTranslation(['landing', 'orders', 'shippings', 'invoices'])
  return (
    <LandingSection title={t('landing:journey.title')} lead={t('landing:journey.lead')}>
      <ol className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
        {stations.map(({ id, status, look }, index) => (
          <li key={id} className="flex flex-col items-start gap-3 bg-surface p-5">
            <span className="flex w-full items-center justify-between gap-3">
              <StatusBadge tone={look.tone} icon={look.icon}>
                {t(status)}
              </StatusBadge>
              <span aria-hidden="true" className="figures text-sm text-ink-faint">
                {index + 1}
              </span>
            </span>
            <span className="text-pretty text-ink-muted">{t(`landing:journey.${id}`)}</span>
          </li>
        ))}
      </ol>
    </LandingSection>
  )
}

const stations = [
  { id: 'called', status: 'orders:status.PENDING', look: orderLooks.PENDING },
  { id: 'confirmed', status: 'orders:status.CONFIRMED', look: orderLooks.CONFIRMED },
  { id: 'assigned', status: 'shippings:status.ASSIGNED', look: shippingLooks.ASSIGNED },
  { id: 'out', status: 'shippings:status.OUT_FOR_DELIVERY', look: shippingLooks.OUT_FOR_DELIVERY },
  { id: 'delivered', status: 'shippings:status.DELIVERED', look: shippingLooks.DELIVERED },
  { id: 'paid', status: 'invoices:status.PAID', look: invoiceLooks.PAID },
] as const satisfies readonly { id: string; status: string; look: StatusLook }[]

/** First shortcuts to learn. */
const LandingKeys = () => {
  const { t } = useTranslation('landing')
  return (
    <LandingSection title={t('keys.title')} lead={t('keys.lead')}>
      <dl className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {keys.map(({ id, keys: caps }) => (
          <div
            key={id}
            className="flex min-h-12 items-center justify-between gap-4 border-t border-line text-base"
          >
            <dt className="text-ink-muted">{t(`keys.${id}`)}</dt>
            <dd>
              <Keycap isSubject keys={caps} />
            </dd>
          </div>
        ))}
      </dl>
    </LandingSection>
  )
}

const keys = [
  { id: 'palette', keys: 'Mod+k' },
  { id: 'move', keys: 'j' },
  { id: 'select', keys: 'x' },
  { id: 'all', keys: 'Mod+a' },
  { id: 'edit', keys: 'e' },
  { id: 'status', keys: 's' },
  { id: 'delivery', keys: 'd' },
  { id: 'filter', keys: 'f' },
  { id: 'orders', keys: 'g o' },
  { id: 'undo', keys: 'u' },
  { id: 'lock', keys: 'Mod+Shift+l' },
  { id: 'help', keys: '?' },
] as const

/** Roles, each with its main shortcut. */
const LandingPeople = () => {
  const { t } = useTranslation('landing')
  return (
    <LandingSection title={t('people.title')} lead={t('people.lead')}>
      <ul className="grid gap-4 sm:grid-cols-2">
        {people.map(({ id, icon, keys }) => (
          <li key={id} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-6">
            <div className="flex items-center gap-3">
              <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent-text">
                <Icon name={icon} size={18} />
              </span>
              <h3 className="text-lg font-semibold">{t(`people.${id}.who`)}</h3>
              {keys && (
                <span className="ml-auto">
                  <Keycap isSubject keys={keys} />
                </span>
              )}
            </div>
            <p className="text-pretty text-ink-muted">{t(`people.${id}.what`)}</p>
          </li>
        ))}
      </ul>
    </LandingSection>
  )
}

const people: readonly { id: 'admin' | 'agent' | 'staff' | 'delivery'; icon: IconName; keys?: string }[] = [
  { id: 'admin', icon: 'orders', keys: 's' },
  { id: 'agent', icon: 'truck', keys: 'Mod+a' },
  { id: 'staff', icon: 'phone-call', keys: 'Mod+k' },
  // Couriers use touch.
  { id: 'delivery', icon: 'map-pin' },
]

/** Countries with sample amount and phone. */
const LandingCountries = () => {
  const { t } = useTranslation(['landing', 'countries'])
  return (
    <LandingSection title={t('landing:places.title')} lead={t('landing:places.lead')}>
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

const samples: Record<CountryCode, { price: number; phone: string }> = {
  ic: { price: 15000, phone: '+2250708091011' },
  sn: { price: 12500, phone: '+221771234567' },
  bf: { price: 9500, phone: '+22670123456' },
  tn: { price: 45.9, phone: '+21620123456' },
  fr: { price: 29.9, phone: '+33612345678' },
  lib: { price: 85.5, phone: '+218912345678' },
}

type LandingSectionProps = { title: string; lead: string; children: ReactNode }

const LandingSection = ({ title, lead, children }: LandingSectionProps) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-8">
      <div className="max-w-180">
        <h2 id={id} className="text-2xl font-semibold tracking-tight text-balance">
          {title}
        </h2>
        <p className="mt-2 text-lg text-pretty text-ink-muted">{lead}</p>
      </div>
      {children}
    </section>
  )
}

type LinkButtonProps = Omit<ButtonProps, 'onClick' | 'size'> & {
  /** A path built by domain/access/paths.ts. */
  to: string
}

const LinkButton = ({ to, ...rest }: LinkButtonProps) => {
  const navigate = useNavigate()
  return <Button {...rest} size="lg" onClick={() => navigate(to)} />
}
