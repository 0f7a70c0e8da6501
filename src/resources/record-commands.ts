import { paths } from '../../domain/access/paths.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { resources } from '../../domain/resources.ts'
import { type Command, defineCommand } from '../commands/command.ts'
import { targetOf } from '../commands/command-target.ts'
import { mayVerb } from './may-verb.ts'

/** The resources whose records are made, edited and deleted by hand. */
export type EditedResource = 'orders' | 'products' | 'users'

/** Create, edit and delete, the same for every resource that is edited. */
export const recordCommands = (resource: EditedResource): readonly Command[] => {
  const { noun } = resources[resource]
  const verb = (act: 'create' | 'update' | 'delete'): Verb => `${noun}.${act}`
  return [
    defineCommand({
      id: `${noun}.edit`,
      target: 'one',
      resource,
      section: 'record',
      icon: 'pencil',
      keys: ['e', 'Enter'],
      when: `list resource:${resource}`,
      whyNot: (context) => mayVerb(context, verb('update')),
      run: (context) => {
        const record = targetOf({ target: 'one', resource }, context)?.record
        if (record) context.ports.navigate(paths.edit(resource, record.id))
      },
    }),
    defineCommand({
      id: `${noun}.create`,
      target: 'none',
      section: 'create',
      icon: 'plus',
      keys: [{ keys: 'n', when: `list resource:${resource}` }],
      whyNot: (context) => mayVerb(context, verb('create')),
      run: (context) => context.ports.navigate(paths.add(resource)),
    }),
    defineCommand({
      id: `${noun}.delete`,
      target: 'many',
      resource,
      section: 'record',
      icon: 'trash',
      danger: true,
      keys: ['Delete'],
      when: `list resource:${resource}`,
      whyNot: (context) => mayVerb(context, verb('delete')),
      preview: (context, _args, signal) => {
        const held = targetOf({ target: 'many', resource }, context)!
        return context.ports.api.bulkDelete(resource, held.target, { dryRun: true, signal })
      },
      run: (context) => {
        const held = targetOf({ target: 'many', resource }, context)
        if (held === null) return
        const { target, count } = held
        const confirmed = context.previewed !== null
        context.ports.change({
          kind: 'delete',
          verb: verb('delete'),
          resource,
          target,
          count,
          body: {},
          confirmed,
        })
      },
    }),
  ]
}
