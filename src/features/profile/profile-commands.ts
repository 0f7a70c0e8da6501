import { paths } from '../../../domain/access/paths.ts'
import type { ArgumentChoice } from '../../commands/argument.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import type { CommandContext } from '../../commands/command-context.ts'
import { deviceName, sessionsEnded } from './open-sessions.ts'

const own = {
  target: 'none',
  whyNot: ({ actor }: CommandContext) => (actor === null ? 'UNAUTHORIZED' : null),
} as const

/** What everybody does about their own account and where it is open. */
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

/** By their browsers; this session is left by signing out. */
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
