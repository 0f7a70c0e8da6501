import { paths } from '../../../domain/access/paths.ts'
import { MAX_PRINTED_MANIFESTS } from '../../../domain/manifests/manifest.ts'
import { whyNotUndoManifest } from '../../../domain/manifests/policy.ts'
import { defineCommand, targetOf } from '../../commands/command.ts'
import { defineActions } from '../shared/define-actions.ts'
import { openCommand } from '../shared/record-commands.ts'
import { parametersOf, targetRecord, whyNotTarget } from '../shared/target-record.ts'

const many = { resource: 'manifests', target: 'many' } as const
const one = { resource: 'manifests', target: 'one' } as const

/** Manifests are created by dispatches; they can be read, printed and undone as a whole. */
export const manifestActions = defineActions('manifests', {
  icon: 'manifests',
  group: 'delivery',
  at: 40,
  letter: 'f',
  own: [
    openCommand('manifests'),
    defineCommand({
      ...many,
      id: 'manifest.print',
      section: 'record',
      icon: 'printer',
      keys: ['p'],
      when: 'list resource:manifests',
      unrecorded: 'reported',
      whyNot: (context) => {
        const count = targetOf(many, context)?.count ?? 1
        return (
          whyNotTarget(context, { ...many, verb: 'manifest.view' }) ??
          (count > MAX_PRINTED_MANIFESTS ? 'TOO_MANY_MANIFESTS' : null)
        )
      },
      run: (context) => {
        const held = targetOf(many, context)
        if (held === null) return
        const { list, navigate } = context.ports
        navigate(paths.printManifests(parametersOf(held.target), list?.search()))
      },
    }),
    defineCommand({
      ...one,
      id: 'manifest.undo',
      section: 'record',
      icon: 'undo',
      danger: true,
      keys: ['Delete'],
      when: 'list resource:manifests',
      unrecorded: 'reported',
      whyNot: (context) => whyNotTarget(context, { ...one, verb: 'manifest.undo', rule: whyNotUndoManifest }),
      run: async (context) => {
        const manifest = targetRecord('manifests', 'one', context)
        if (manifest === null) return
        const { api, confirm, list, navigate, notify, offerUndo } = context.ports
        const isMeant = await confirm({
          titleKey: 'manifests:undo.title',
          detailKey: 'manifests:undo.detail',
          yesKey: 'manifests:undo.yes',
          values: { number: manifest.number, name: manifest.deliveryName, count: manifest.parcels },
          danger: true,
        })
        if (!isMeant) return
        const { batchId } = await api.manifests.undo(manifest.id)
        // The undone manifest's page has nothing to show.
        if (list?.beginWalk === undefined) navigate(`${paths.list('manifests')}${list?.search() ?? ''}`)
        else list.refresh()
        notify({
          tone: 'success',
          titleKey: 'manifests:undo.done',
          values: { number: manifest.number },
          action: batchId === null ? undefined : offerUndo(batchId),
        })
      },
    }),
  ],
})
