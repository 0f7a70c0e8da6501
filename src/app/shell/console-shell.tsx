import { useAtom } from '@xstate/store-react'
import type { TFunction } from 'i18next'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { maySelectCountry } from '../../../domain/access/actor.ts'
import { paths, sideListIn } from '../../../domain/access/paths.ts'
import type { Holder } from '../../../domain/access/permissions.ts'
import { admits } from '../../../domain/access/routes.ts'
import { countries, countryCodes } from '../../../domain/core/countries.ts'
import { routeOf } from '../../../machines/session/landing.ts'
import { isEverAllowed } from '../../commands/command.ts'
import { commandLabel } from '../../commands/run-command.ts'
import { useUser } from '../../features/auth/auth-context.ts'
import { JobsChip, OutboxChip } from '../../features/jobs/job-chips.tsx'
import { saveJobFile } from '../../features/jobs/job-commands.ts'
import { RecordingChip } from '../../features/macros/recording-chip.tsx'
import { i18n } from '../../i18n/i18n.ts'
import { LanguagePicker, languageChoices } from '../../layouts/language-picker.tsx'
import type { Navigation } from '../../layouts/navigation.ts'
import { Shell } from '../../layouts/shell.tsx'
import { type Connection, ConnectionState, CountryPicker, UserMenu } from '../../layouts/top-bar.tsx'
import { lazyWithPreload, usePreload, whenIdle } from '../../lazy/lazy-with-preload.tsx'
import { menuGroups } from '../../resources/shared/define-actions.ts'
import type { CommandLog } from '../../stores/command-log.ts'
import { Banner, offlineBars } from '../../ui/feedback/status.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { navItems } from '../commands/nav-items.ts'
import { useAppServices } from '../services/app-services.ts'
import type { LiveFeed } from '../workspace/open-live.ts'

type Input = {
  user: Holder
  pathname: string
  search: string
  keysOf: (command: string) => string | undefined
  t: TFunction
  /** Sellers who wait for activation. */
  waiting?: number
}

/** The menu of a user, with the current item. The user's own pages are in the account menu. */
export const navigationOf = ({ user, pathname, search, keysOf, t, waiting = 0 }: Input): Navigation => {
  const open = navItems.filter(({ route }) => admits(route, user))
  const here = routeOf(pathname)?.split('/')[1]
  const current =
    open.find(({ route }) => route === (sideListIn(search)?.path ?? pathname)) ??
    open.find(({ route }) => route.split('/')[1] === here)
  const groups = menuGroups.map(({ id, icon }) => ({
    id,
    icon,
    label: t(`shell:menu.groups.${id}`),
    items: open
      .filter(({ group }) => group === id)
      .map(({ id, route, icon }) => ({
        id,
        href: route,
        icon,
        keys: keysOf(id),
        label: t(`commands:${id}.place`),
        ...(id === 'go.users' && waiting > 0
          ? { badge: { count: waiting, label: t('users:waiting', { count: waiting }) } }
          : {}),
      })),
  }))
  return { currentId: current?.id ?? null, groups: groups.filter(({ items }) => items.length > 0) }
}

/** Global banners: offline, newer build. Lists show the age of their rows themselves. */
export const ShellBanners = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation(['shell', 'commands'])
  const { update } = useAppServices()
  const { view, run } = useWorkspace()
  const isDue = useAtom(update.isDue)
  const isList = useAtom(view.shown, (shown) => (shown?.list ?? null) !== null)
  // Lists, the scan session and others have a banner of their own.
  const bars = useAtom(offlineBars)
  const hasBanner = useLocation().pathname === paths.scanSession() || isList || bars > 0
  const wasAway = useRef(false)
  useEffect(() => {
    // After a reconnect the server may have a newer build.
    if (connection === 'live' && wasAway.current) void update.check()
    wasAway.current = connection !== 'live'
  }, [connection, update])
  const due = useUser()?.secondFactorDue
  const days = due === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(due) - Date.now()) / 86_400_000))
  return (
    <>
      {due !== undefined && (
        <Banner
          tone="warning"
          icon="shield-check"
          action={{
            label: t('commands:profile.second-factor.label'),
            onPress: () => run('profile.second-factor'),
          }}
        >
          {t('shell:banner.secondFactor', { count: days })}
        </Banner>
      )}
      {connection === 'offline' && !hasBanner && (
        <Banner tone="warning" icon="wifi-off">
          {t('shell:banner.offline')}
        </Banner>
      )}
      {isDue && (
        <Banner
          tone="info"
          icon="refresh"
          action={{ label: t('commands:console.reload.label'), onPress: () => run('console.reload') }}
        >
          {t('shell:banner.update')}
        </Banner>
      )}
    </>
  )
}

/** Texts of chips and of their toasts. */
const laterTexts = ['macros', 'jobs', 'outbox']

/** Top bar chips: macro recording, running jobs. */
export const WorkChips = ({ log }: { log: CommandLog }) => {
  const { api, ports } = useWorkspace()
  useEffect(() => {
    const load = () => void i18n.loadNamespaces(laterTexts)
    const cancel = whenIdle(load)
    // Also with the data saver, which has no idle work.
    const timer = setTimeout(load, 10_000)
    return () => {
      cancel()
      clearTimeout(timer)
    }
  }, [])
  return (
    <>
      <RecordingChip log={log} />
      <OutboxChip />
      <JobsChip onFile={(job) => void saveJobFile(api, ports.notify, job)} />
    </>
  )
}

const SettingsPanel = lazyWithPreload(async () => ({
  default: (await import('./dialogs.tsx')).SettingsPanel,
}))
const lazyParts = [SettingsPanel]

/** Binds the frame to the console's services. */
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
  const { user, country, settings, registry, commandContext, run, runWith, waitingSellers } = useWorkspace()
  const keysOf = useCommandKeys()
  const { pathname, search } = useLocation()
  const look = useAtom(settings)
  const connection = useAtom(live.connection)
  const waiting = useAtom(waitingSellers)
  // Keeps the event stream open on all screens, for the connection state.
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
      navigation={navigationOf({ user, pathname, search, keysOf, t, waiting })}
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

/** Commands of the account menu in order. */
const accountCommands = [
  'go.profile',
  'go.keyboard',
  'console.settings',
  'console.theme',
  'console.help',
  'session.lock',
  'session.sign-out',
]
