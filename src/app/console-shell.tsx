import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { maySelectCountry } from '../../domain/access/country-choice.ts'
import { admits } from '../../domain/access/routes.ts'
import { countries, countryCodes } from '../../domain/countries.ts'
import { languages } from '../../domain/languages.ts'
import { routeOf } from '../../machines/session/landing.ts'
import { ConnectionState } from '../layouts/connection-state.tsx'
import { CountryPicker } from '../layouts/country-picker.tsx'
import { LanguagePicker } from '../layouts/language-picker.tsx'
import { Shell } from '../layouts/shell.tsx'
import { UserMenu } from '../layouts/user-menu.tsx'
import { useWorkspace } from '../workspace/workspace.ts'
import { placeGroups, places } from './console-commands.ts'
import { spokenLanguages } from './i18n.ts'
import type { LiveFeed } from './open-live.ts'

/** The frame with everything that holds for the whole console bound to it. */
export const ConsoleShell = ({ live, children }: { live: LiveFeed; children: ReactNode }) => {
  const { t, i18n } = useTranslation(['shell', 'commands', 'countries', 'users'])
  const { user, country, ports, run, runWith } = useWorkspace()
  const { pathname } = useLocation()
  const connection = useSyncExternalStore(live.state.subscribe, live.state.get)
  // The stream stands on every screen: what the bar says of the connection holds on those without live rows too.
  useEffect(() => live.listen(() => undefined), [live])
  const here = routeOf(pathname)?.split('/')[1]
  const open = places.filter(({ route }) => admits(route, user.role))
  const current =
    open.find(({ route }) => route === pathname) ?? open.find(({ route }) => route.split('/')[1] === here)
  return (
    <Shell
      navigation={{
        currentId: current?.id ?? null,
        onNavigate: ports.navigate,
        groups: placeGroups
          .map((group) => ({ group, own: open.filter((place) => place.group === group) }))
          .filter(({ own }) => own.length > 0)
          .map(({ group, own }) => ({
            id: group,
            // One part needs no name.
            label: own.length < open.length ? t(`shell:menu.groups.${group}`) : undefined,
            items: own.map(({ id, route, icon, keys }) => ({
              id,
              href: route,
              icon,
              keys,
              label: t(`commands:${id}.place`),
            })),
          })),
      }}
      bar={{
        onOpenPalette: () => run('console.palette'),
        onHome: () => ports.navigate('/'),
        connection: <ConnectionState state={connection} />,
        country: (
          <CountryPicker
            value={country}
            countries={countryCodes.map((code) => ({
              code,
              iso: countries[code].iso,
              name: t(`countries:${code}`),
              currency: countries[code].currency,
            }))}
            whyNot={maySelectCountry(user.role) ? null : t('shell:country.own')}
            onChange={(code) => runWith('console.country', { country: code })}
          />
        ),
        language: (
          <LanguagePicker
            value={i18n.language}
            languages={spokenLanguages.map((code) => ({ code, name: languages[code].name }))}
            onChange={(language) => runWith('console.language', { language })}
          />
        ),
        user: (
          <UserMenu
            name={user.name}
            role={t(`users:role.${user.role}`)}
            items={[
              {
                id: 'theme',
                label: t('commands:console.theme.label'),
                icon: 'moon',
                onSelect: () => run('console.theme'),
              },
              {
                id: 'help',
                label: t('shell:user.help'),
                icon: 'keyboard',
                keys: '?',
                onSelect: () => run('console.help'),
              },
              {
                id: 'out',
                label: t('shell:user.signOut'),
                icon: 'log-out',
                onSelect: () => run('session.sign-out'),
              },
            ]}
          />
        ),
      }}
    >
      {children}
    </Shell>
  )
}
