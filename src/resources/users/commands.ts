import type { Actor } from '../../../domain/access/actor.ts'
import { paths } from '../../../domain/access/paths.ts'
import { roles } from '../../../domain/access/permissions.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { passwordFields } from '../../../domain/users/account-fields.ts'
import { whyNotActivate, whyNotLetCall, whyNotResetSecondFactor } from '../../../domain/users/policy.ts'
import { type User, waitingSellersQuery } from '../../../domain/users/user.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import {
  type ArgumentChoice,
  type Command,
  type CommandContext,
  defineCommand,
} from '../../commands/command.ts'
import { changeCommand } from '../shared/change-command.ts'
import { defineActions } from '../shared/define-actions.ts'
import { mayVerb } from '../shared/may-verb.ts'
import { targetRecord, whyNotTarget } from '../shared/target-record.ts'

const one = { target: 'one', resource: 'users', section: 'record' } as const

/** Commands on accounts besides the generic ones: activation, password, plan. */
export const userActions = defineActions('users', {
  icon: 'users',
  group: 'people',
  at: 10,
  letter: 'u',
  own: [
    activationCommand('user.activate', { isActivated: true, icon: 'user-check', keys: ['a'] }),
    activationCommand('user.deactivate', { isActivated: false, icon: 'user-x', keys: ['Shift+a'] }),
    callingCommand('user.let-call', { calls: true, icon: 'phone-call', keys: ['p'] }),
    callingCommand('user.stop-calls', { calls: false, icon: 'phone-missed', keys: ['Shift+p'] }),
    defineCommand({
      ...one,
      id: 'user.set-password',
      icon: 'lock',
      unrecorded: 'reported',
      whyNot: (context) =>
        whyNotTarget(context, { resource: 'users', target: 'one', verb: 'user.set-password' }),
      run: (context) => {
        const { id, name, country } = targetRecord('users', 'one', context)!
        const { api, fillIn, notify } = context.ports
        // A retry with the same password reuses its key.
        const idempotencyKeys = new Map<unknown, string>()
        fillIn({
          titleKey: 'users:passwordOf',
          values: { name },
          resource: 'users',
          fields: passwordFields,
          country,
          save: async ({ password }) => {
            const idempotencyKey = idempotencyKeys.get(password) ?? newIdempotencyKey()
            idempotencyKeys.set(password, idempotencyKey)
            await api.users.setPassword(id, String(password), { idempotencyKey })
            notify({ tone: 'success', titleKey: 'users:passwordSet', values: { name } })
          },
        })
      },
    }),
    defineCommand({
      ...one,
      id: 'user.reset-second-factor',
      icon: 'shield-check',
      danger: true,
      unrecorded: 'reported',
      whyNot: (context) =>
        whyNotTarget(context, {
          resource: 'users',
          target: 'one',
          verb: 'user.reset-second-factor',
          rule: whyNotResetSecondFactor,
        }),
      run: async (context) => {
        const { id, name } = targetRecord('users', 'one', context)!
        const { api, confirm, list, notify } = context.ports
        const isMeant = await confirm({
          titleKey: 'users:resetFactorOf',
          detailKey: 'users:resetFactorDetail',
          values: { name },
          danger: true,
        })
        if (!isMeant) return
        await api.users.resetSecondFactor(id, { idempotencyKey: newIdempotencyKey() })
        list?.refresh()
        notify({ tone: 'success', titleKey: 'users:factorReset', values: { name } })
      },
    }),
    defineCommand({
      ...one,
      id: 'user.package',
      icon: 'packages',
      args: [{ name: 'package', kind: 'choice', choices: packages }],
      whyNot: (context) => whyNotTarget(context, { resource: 'users', target: 'one', verb: 'user.update' }),
      isChange: true,
      run: async (context, args) => {
        const record = targetRecord('users', 'one', context)!
        const { edit, list, notify } = context.ports
        const input = { package: args.package === none ? null : args.package }
        const end = await edit({ resource: 'users', record, input })
        list?.refresh()
        notify({ tone: 'success', titleKey: 'users:saved', values: { number: record.number } })
        return end
      },
    }),
    defineCommand({
      id: 'user.waiting',
      target: 'none',
      section: 'list',
      icon: 'user-check',
      whyNot: (context) => mayVerb(context, 'user.activate'),
      run: ({ ports }) => ports.navigate(paths.list('users', waitingSellersQuery)),
    }),
    defineCommand({
      id: 'user.by-role',
      target: 'none',
      section: 'list',
      icon: 'filter',
      args: [
        {
          name: 'role',
          kind: 'choice',
          choices: () => roles.map((role) => ({ value: role, labelKey: `users:role.${role}` })),
        },
      ],
      whyNot: (context) => mayVerb(context, 'user.list'),
      run: ({ ports }, { role }) => ports.navigate(paths.list('users', `role:${role}`)),
    }),
  ],
})

type UserFlag = {
  id: 'user.activate' | 'user.deactivate' | 'user.let-call' | 'user.stop-calls'
  icon: Command['icon']
  keys: string[]
  verb: 'user.activate' | 'user.let-call'
  kind: 'activation' | 'calls'
  body: Record<string, boolean>
  rule: (actor: Actor, user: User) => Code | null
}

/** Turns something of users on or off, each decided individually. */
function flagCommand({ id, icon, keys, verb, kind, body, rule }: UserFlag): Command {
  return defineCommand({
    id,
    target: 'many',
    resource: 'users',
    section: 'record',
    when: 'list resource:users',
    icon,
    keys,
    whyNot: (context) => whyNotTarget(context, { resource: 'users', target: 'many', verb, rule }),
    ...changeCommand({
      id,
      resource: 'users',
      target: 'many',
      kind,
      effectOf: () => id,
      bodyOf: () => body,
    }),
  })
}

type FlagLook = Pick<UserFlag, 'icon' | 'keys'>

function activationCommand(
  id: 'user.activate' | 'user.deactivate',
  { isActivated, ...look }: FlagLook & { isActivated: boolean },
): Command {
  const rule: UserFlag['rule'] = (actor, user) => whyNotActivate(actor, user, isActivated)
  return flagCommand({ ...look, id, verb: 'user.activate', kind: 'activation', body: { isActivated }, rule })
}

function callingCommand(
  id: 'user.let-call' | 'user.stop-calls',
  { calls, ...look }: FlagLook & { calls: boolean },
): Command {
  const rule: UserFlag['rule'] = (actor, user) => whyNotLetCall(actor, user, calls)
  return flagCommand({ ...look, id, verb: 'user.let-call', kind: 'calls', body: { calls }, rule })
}

/** Value of the choice that removes the plan. */
const none = 'none'

async function packages({ ports }: CommandContext, signal: AbortSignal): Promise<ArgumentChoice[]> {
  const { items } = await ports.api.list('packages', { limit: 500 }, { signal })
  return [
    ...items.map(({ id, name, pack }) => ({ value: id, text: name, detail: pack })),
    { value: none, labelKey: 'users:noPackage' },
  ]
}
