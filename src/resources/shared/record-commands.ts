import { paths } from '../../../domain/access/paths.ts'
import type { ResourceWith } from '../../../domain/access/permissions.ts'
import type { AddedResource, EditedResource, ViewedResource } from '../../../domain/access/routes.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import { changeCommand } from './change-command.ts'
import { mayVerb } from './may-verb.ts'
import { type RecordRule, targetRecord, whyNotTarget } from './target-record.ts'

type DeletedResource = ResourceWith<'delete'>

/** `insteadOfCreate`: command that `n` runs for roles that may not create records. */
export type RecordRules<R extends ResourceName> = {
  edit?: RecordRule<R>
  delete?: RecordRule<R>
  insteadOfCreate?: string
}

/** Edit, open, create and delete of resources whose records users create; `letter`: key after `Shift+n`. */
export const recordCommands = <R extends AddedResource & DeletedResource>(
  resource: R,
  letter: string,
  rules: RecordRules<R> = {},
): readonly Command[] => [
  editCommand(resource, rules.edit),
  openCommand(resource),
  createCommand(resource, letter, rules.insteadOfCreate),
  deleteCommand(resource, rules.delete),
]

export const editCommand = <R extends EditedResource>(resource: R, rule?: RecordRule<R>): Command => {
  const { noun } = resources[resource]
  return defineCommand({
    id: `${noun}.edit`,
    target: 'one',
    resource,
    section: 'record',
    icon: 'pencil',
    keys: ['e'],
    when: `list resource:${resource}`,
    unrecorded: 'reported',
    whyNot: (context) => whyNotTarget(context, { resource, target: 'one', verb: `${noun}.update`, rule }),
    run: (context) => {
      const record = targetRecord(resource, 'one', context)
      if (record) context.ports.navigate(paths.edit(resource, record.id))
    },
  })
}

/** Opens the record's page; the list stores its order for previous, next and back. */
export const openCommand = (resource: ViewedResource, elsewhere = ''): Command => {
  const { noun, verbs } = resources[resource]
  return defineCommand({
    id: `${noun}.open`,
    target: 'one',
    resource,
    section: 'record',
    icon: 'eye',
    keys: ['Enter'],
    when: `list resource:${resource} !page:record${elsewhere}`,
    whyNot: (context) => whyNotTarget(context, { resource, target: 'one', verb: verbs.view }),
    run: (context) => {
      const record = targetRecord(resource, 'one', context)
      if (record === null) return
      const { list, navigate } = context.ports
      list?.beginWalk?.()
      navigate(paths.view(resource, record.id, list?.search()))
    },
  })
}

const createCommand = (resource: AddedResource, letter: string, instead?: string): Command => {
  const { noun } = resources[resource]
  return defineCommand({
    id: `${noun}.create`,
    target: 'none',
    section: 'create',
    icon: 'plus',
    instead,
    keys: [{ keys: 'n', when: `list resource:${resource}` }, `Shift+n ${letter}`],
    unrecorded: 'reported',
    whyNot: (context) => mayVerb(context, `${noun}.create`),
    run: (context) => context.ports.navigate(paths.add(resource)),
  })
}

export const deleteCommand = <R extends DeletedResource>(resource: R, rule?: RecordRule<R>): Command => {
  const { noun } = resources[resource]
  const id = `${noun}.delete` as const
  return defineCommand({
    id,
    target: 'many',
    resource,
    section: 'record',
    icon: 'trash',
    danger: true,
    keys: ['Delete'],
    when: `list resource:${resource}`,
    whyNot: (context) => whyNotTarget(context, { resource, target: 'many', verb: id, rule }),
    ...changeCommand({
      id,
      resource,
      target: 'many',
      kind: 'delete',
      effectOf: () => id,
      bodyOf: () => ({}),
    }),
  })
}
