import { createAtom } from '@xstate/store'
import { paths } from '../../../domain/access/paths.ts'
import {
  type ArgumentChoice,
  type Command,
  type CommandContext,
  defineCommand,
} from '../../commands/command.ts'

/** Increases when the user's sessions may have ended, to refetch lists. */
export const sessionsRound = createAtom(0)

export const sessionsEnded = (): void => sessionsRound.set(sessionsRound.get() + 1)

/** In this order: most browsers also claim to be those below them. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** `Firefox · Windows`, from a user agent; null if unknown. */
export const deviceName = (userAgent: string | null): string | null => {
  const names = [nameIn(browsers, userAgent ?? ''), nameIn(systems, userAgent ?? '')].filter(
    (name) => name !== null,
  )
  return names.length === 0 ? null : names.join(' · ')
}

export const isPhone = (userAgent: string | null): boolean =>
  /\bMobi|\biPhone\b|\bAndroid\b/.test(userAgent ?? '')

const nameIn = (table: typeof browsers, text: string): string | null =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null

const own = {
  target: 'none',
  whyNot: ({ actor }: CommandContext) => (actor === null ? 'UNAUTHORIZED' : null),
} as const

export const profileCommands: readonly Command[] = [
  defineCommand({
    ...own,
    id: 'profile.edit',
    section: 'settings',
    icon: 'pencil',
    keys: [{ keys: 'e', when: 'page:profile !list' }],
    run: ({ ports }) => ports.navigate(paths.profile('details')),
  }),
  defineCommand({
    ...own,
    id: 'profile.password',
    section: 'settings',
    icon: 'lock',
    keys: [{ keys: 'p', when: 'page:profile !list' }],
    run: ({ ports }) => ports.navigate(paths.profile('password')),
  }),
  defineCommand({
    ...own,
    id: 'profile.second-factor',
    section: 'settings',
    icon: 'shield-check',
    keys: [{ keys: '2', when: 'page:profile !list' }],
    run: ({ ports }) => ports.navigate(paths.profile('second-factor')),
  }),
  defineCommand({
    ...own,
    id: 'profile.recovery-codes',
    section: 'settings',
    icon: 'key',
    run: ({ ports }) => ports.navigate(paths.profile('recovery-codes')),
  }),
  defineCommand({
    ...own,
    id: 'profile.no-second-factor',
    section: 'settings',
    icon: 'x',
    danger: true,
    run: ({ ports }) => ports.navigate(paths.profile('no-second-factor')),
  }),
  defineCommand({
    ...own,
    id: 'session.end',
    unrecorded: 'reported',
    section: 'session',
    icon: 'x',
    danger: true,
    args: [{ name: 'session', kind: 'choice', choices: otherSessions }],
    run: async ({ ports }, { session = '' }) => {
      const isMeant = await ports.confirm({ titleKey: 'profile:sessions.endOne', danger: true })
      if (!isMeant) return
      await ports.api.sessions.end(session)
      sessionsEnded()
      ports.notify({ tone: 'success', titleKey: 'profile:sessions.ended' })
    },
  }),
  defineCommand({
    ...own,
    id: 'session.end-others',
    unrecorded: 'reported',
    section: 'session',
    icon: 'shield-check',
    danger: true,
    run: async ({ ports }) => {
      const isMeant = await ports.confirm({
        titleKey: 'profile:sessions.endOthers',
        detailKey: 'profile:sessions.endOthersDetail',
        danger: true,
      })
      if (!isMeant) return
      await ports.api.sessions.endOthers()
      sessionsEnded()
      ports.notify({ tone: 'success', titleKey: 'profile:sessions.othersEnded' })
    },
  }),
]

/** Other sessions as choices; the own one ends by signing out. */
async function otherSessions(
  { ports }: CommandContext,
  signal: AbortSignal,
): Promise<readonly ArgumentChoice[]> {
  const { items } = await ports.api.sessions.list({ signal })
  return items
    .filter(({ isCurrent }) => !isCurrent)
    .map(({ id, userAgent }) => {
      const text = deviceName(userAgent)
      return text === null ? { value: id, labelKey: 'profile:sessions.unknown' } : { value: id, text }
    })
}
