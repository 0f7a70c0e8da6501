import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { languages } from '../../../domain/languages.ts'
import { LabelBars } from '../../ui/figures/label-bars.tsx'
import { brandName } from '../../ui/icons/brand-name.ts'
import { useAuth } from '../auth/auth-context.ts'
import { LandingCountries } from './landing-countries.tsx'
import { LandingJourney } from './landing-journey.tsx'
import { LandingKeys } from './landing-keys.tsx'
import { LandingPeople } from './landing-people.tsx'
import { LinkButton } from './link-button.tsx'
import { PaletteScene } from './palette-scene.tsx'
import { SiteHeader } from './site-header.tsx'

/** /landing: what Waybill is, for somebody who has never seen it. */
export const LandingScreen = () => {
  const { session, language } = useAuth()
  const isSignedIn = useSelector(session, ({ context }) => context.session !== null)
  const { t } = useTranslation('public')
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
        <main className="flex flex-col gap-20 px-4 pt-10 pb-20 sm:gap-28 desk:px-8 desk:pt-20">
          <section className="grid items-center gap-12 desk:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)]">
            <div>
              <h1 className="text-3xl font-semibold tracking-tight text-balance sm:text-4xl">
                {t('landing.title')}
              </h1>
              <p className="mt-5 max-w-140 text-lg text-pretty text-ink-muted">{t('landing.lead')}</p>
              <div className="mt-8 flex flex-wrap gap-3">{ways}</div>
            </div>
            <PaletteScene />
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
        <footer className="flex flex-wrap items-center justify-between gap-4 border-t border-line px-4 py-6 text-sm text-ink-muted desk:px-8">
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
