import { paths } from '../../../domain/access/paths.ts'
import { isAskedKind } from '../../../domain/intake/source-kinds.ts'
import { sourceAccessFields, sourceRotateFields } from '../../../domain/sources/source.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import { defineCommand } from '../../commands/command.ts'
import { shownOnce } from '../../stores/shown-once.ts'
import { defineActions } from '../shared/define-actions.ts'
import { revokeCommand } from '../shared/revoke-command.ts'
import { targetRecord, whyNotTarget } from '../shared/target-record.ts'

const one = { target: 'one', resource: 'sources', section: 'record' } as const

export const sourceActions = defineActions('sources', {
  icon: 'link',
  group: 'integrations',
  at: 20,
  letter: 'l',
  own: [
    defineCommand({
      ...one,
      id: 'source.copy',
      icon: 'copy',
      keys: ['y'],
      when: 'list resource:sources',
      whyNot: (context) => whyNotTarget(context, { resource: 'sources', target: 'one', verb: 'source.view' }),
      run: async (context) => {
        const { address, name } = targetRecord('sources', 'one', context)!
        await navigator.clipboard.writeText(new URL(address, globalThis.location.origin).href)
        context.ports.notify({ tone: 'success', titleKey: 'sources:copied', values: { name } })
      },
    }),
    defineCommand({
      ...one,
      id: 'source.rotate',
      icon: 'lock',
      unrecorded: 'reported',
      whyNot: (context) =>
        whyNotTarget(context, { resource: 'sources', target: 'one', verb: 'source.rotate' }),
      run: (context) => {
        const { id, name, country } = targetRecord('sources', 'one', context)!
        const { actor, ports } = context
        // A retry with the same secret reuses its key.
        const idempotencyKeys = new Map<unknown, string>()
        ports.fillIn({
          titleKey: 'sources:rotateNamed',
          values: { name },
          resource: 'sources',
          fields: sourceRotateFields,
          country,
          save: async ({ secret }) => {
            const idempotencyKey = idempotencyKeys.get(secret) ?? newIdempotencyKey()
            idempotencyKeys.set(secret, idempotencyKey)
            const given = typeof secret === 'string' && secret !== '' ? { secret } : {}
            const rotated = await ports.api.sources.rotate(id, given, { idempotencyKey })
            if (actor !== null && rotated.secret !== null) shownOnce.keep(actor.id, id, rotated.secret)
            ports.navigate(paths.view('sources', id))
            ports.notify({ tone: 'success', titleKey: 'sources:rotated', values: { name } })
          },
        })
      },
    }),
    defineCommand({
      ...one,
      id: 'source.access',
      icon: 'refresh',
      unrecorded: 'reported',
      whyNot: (context) =>
        whyNotTarget(context, {
          resource: 'sources',
          target: 'one',
          verb: 'source.access',
          rule: (_, { kind }) => (isAskedKind(kind) ? null : 'SHOP_NOT_ASKED'),
        }),
      run: (context) => {
        const { id, name, country, shopUrl } = targetRecord('sources', 'one', context)!
        const { api, fillIn, list, notify } = context.ports
        fillIn({
          titleKey: 'sources:accessNamed',
          values: { name },
          resource: 'sources',
          fields: sourceAccessFields,
          initial: { shopUrl },
          country,
          save: async ({ shopUrl: url, accessToken: token }) => {
            await api.sources.access(id, {
              shopUrl: typeof url === 'string' && url !== '' ? url : null,
              ...(typeof token === 'string' && token !== '' && { accessToken: token }),
            })
            list?.refresh()
            notify({ tone: 'success', titleKey: 'sources:accessSet', values: { name } })
          },
        })
      },
    }),
    revokeCommand('sources'),
  ],
})
