import { useAtom } from '@xstate/store-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { maySelectCountry } from '../../../domain/access/actor.ts'
import { countries, countryCodes } from '../../../domain/countries.ts'
import { isEverAllowed } from '../../commands/availability.ts'
import { commandLabel } from '../../commands/run-command.ts'
import { LanguagePicker, languageChoices } from '../../layouts/language-picker.tsx'
import { Shell } from '../../layouts/shell.tsx'
import { ConnectionState, CountryPicker, UserMenu } from '../../layouts/top-bar-items.tsx'
import { lazyWithPreload } from '../../lazy/lazy-with-preload.tsx'
import { usePreload } from '../../lazy/use-preload.ts'
import type { CommandLog } from '../../stores/command-log.ts'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { LiveFeed } from '../workspace/open-live.ts'
import { navigationOf } from './navigation-of.ts'
import { ShellBanners } from './shell-banners.tsx'
import { WorkChips } from './work-chips.tsx'

const SettingsPanel = lazyWithPreload(async () => ({
  default: (await import('./dialogs.tsx')).SettingsPanel,
}))
const lazyParts = [SettingsPanel]

/** The frame with everything that holds for the whole console bound to it. */
export const ConsoleShell = ({
  live,
  log,
  children,
}: {
  live: LiveFeed
  log: CommandLog
  children: ReactNode
}) => {
  const { t, i18n } = useTranslation(['shell', 'commands', 'countries', 'users'])
  const { user, country, settings, registry, commandContext, run, runWith } = useWorkspace()
  const keysOf = useCommandKeys()
  const { pathname } = useLocation()
  const look = useAtom(settings)
  const connection = useAtom(live.connection)
  // The stream stands on every screen: what the bar says of the connection holds on those without live rows too.
  useEffect(() => live.listen(() => undefined), [live])
  usePreload(lazyParts)
  const isStarted = useRef(false)
  useEffect(() => {
    isStarted.current = true
  }, [])
  const role = t(`users:role.${user.role}`)
  return (
    <Shell
      settings={look}
      person={{ name: user.name, role }}
      navigation={navigationOf({ role: user.role, pathname, keysOf, t })}
      banner={<ShellBanners connection={connection} />}
      panel={look.rightPanel === 'shown' && <SettingsPanel takesFocus={isStarted.current} />}
      bar={{
        onOpenPalette: () => run('console.palette'),
        paletteKeys: keysOf('console.palette'),
        status: <WorkChips log={log} />,
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
            languages={languageChoices}
            onChange={(language) => runWith('console.language', { language })}
          />
        ),
        user: (
          <UserMenu
            name={user.name}
            role={role}
            items={accountCommands.flatMap((id) => {
              const command = registry.get(id)
              if (command === undefined || !isEverAllowed(command, commandContext())) return []
              const { icon } = command
              const label = commandLabel(command, t)
              return [{ id, label, icon, keys: keysOf(id), onSelect: () => run(id) }]
            })}
          />
        ),
      }}
    >
      {children}
    </Shell>
  )
}

/** What the account's menu offers, in its order. */
const accountCommands = [
  'go.profile',
  'go.keyboard',
  'console.settings',
  'console.theme',
  'console.help',
  'go.kit',
  'session.lock',
  'session.sign-out',
]
