import { createAtom } from '@xstate/store'
import { paths } from '../../../domain/access/paths.ts'
import { passkeyFields } from '../../../domain/users/passkeys.ts'
import {
  type ArgumentChoice,
  type ArgumentDefinition,
  type Command,
  type CommandContext,
  defineCommand,
} from '../../commands/command.ts'
import { deviceName } from '../auth/device-name.ts'

/** Increases when the user's sessions may have ended, to refetch lists. */
export const sessionsRound = createAtom(0)

export const sessionsEnded = (): void => sessionsRound.set(sessionsRound.get() + 1)

/** Increases when the user's passkeys have changed. */
export const passkeysRound = createAtom(0)

export const passkeysChanged = (): void => passkeysRound.set(passkeysRound.get() + 1)

const own = {
  target: 'none',
  whyNot: ({ actor }: CommandContext) => (actor === null ? 'UNAUTHORIZED' : null),
} as const

const ofPasskeys: ArgumentDefinition = {
  name: 'passkey',
  kind: 'choice',
  noneKey: 'profile:passkeys.none',
  choices: async ({ ports }, signal) => {
    const { items } = await ports.api.profile.passkeys({ signal })
    return items.map(({ id, name }) => ({ value: id, text: name }))
  },
}

const ofIdentities: ArgumentDefinition = {
  name: 'identity',
  kind: 'choice',
  noneKey: 'profile:identities.none',
  choices: async ({ ports }, signal) => {
    const { items } = await ports.api.profile.identities({ signal })
    return items.map(({ issuer, provider }) => ({ value: issuer, text: provider }))
  },
}

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
    id: 'profile.add-passkey',
    section: 'settings',
    icon: 'key',
    keys: [{ keys: '3', when: 'page:profile !list' }],
    run: ({ ports }) => ports.navigate(paths.profile('add-passkey')),
  }),
  defineCommand({
    ...own,
    id: 'profile.rename-passkey',
    unrecorded: 'reported',
    section: 'settings',
    icon: 'pencil',
    args: [ofPasskeys, { name: 'name', kind: 'text', maxLength: passkeyFields.name.max }],
    run: async ({ ports }, { passkey = '', name = '' }) => {
      await ports.api.profile.renamePasskey(passkey, name)
      passkeysChanged()
      ports.notify({ tone: 'success', titleKey: 'profile:passkeys.renamed' })
    },
  }),
  defineCommand({
    ...own,
    id: 'profile.remove-passkey',
    unrecorded: 'reported',
    section: 'settings',
    icon: 'trash',
    danger: true,
    args: [ofPasskeys],
    run: async ({ ports }, { passkey = '' }) => {
      const isMeant = await ports.confirm({
        titleKey: 'profile:passkeys.removeOne',
        detailKey: 'profile:passkeys.removeDetail',
        danger: true,
      })
      if (!isMeant) return
      await ports.api.profile.removePasskey(passkey)
      sessionsEnded()
      passkeysChanged()
      ports.notify({ tone: 'success', titleKey: 'profile:passkeys.removed' })
    },
  }),
  defineCommand({
    ...own,
    id: 'profile.unlink-identity',
    section: 'settings',
    icon: 'trash',
    danger: true,
    args: [ofIdentities],
    run: ({ ports }, { identity = '' }) => ports.navigate(paths.unlinkIdentity(identity)),
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
