import { type ResourceName, type ResourceWith, resourceAccess } from '../../../domain/access/permissions.ts'
import type { AddedResource } from '../../../domain/access/routes.ts'
import type { Command } from '../../commands/command.ts'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { type RecordRules, recordCommands } from './record-commands.ts'

/** Menu groups in display order. */
export const menuGroups = [
  { id: 'overview', icon: 'dashboard' },
  { id: 'trade', icon: 'banknote' },
  { id: 'delivery', icon: 'truck' },
  { id: 'people', icon: 'users' },
  { id: 'integrations', icon: 'link' },
] as const satisfies readonly { id: string; icon: IconName }[]

export type MenuGroup = (typeof menuGroups)[number]['id']

/**
 * Menu place of a resource's list; `at`: position in the group. `letter`: key after `g`, and after `Shift+n` for a new record.
 */
type Place = {
  readonly icon: IconName
  readonly group: MenuGroup
  readonly at: number
  readonly letter: string
}

export type ResourceActions<R extends ResourceName = ResourceName> = Place & {
  readonly resource: R
  readonly commands: readonly Command[]
}

export type Recorded = AddedResource & ResourceWith<'delete'>

type Own = { readonly own?: readonly Command[] }

/** Menu place and commands of a resource: generic ones if users create its records (`rules` refuse them), then its own. */
export const defineActions = <R extends ResourceName>(
  resource: R,
  {
    rules,
    own = [],
    ...place
  }: Place & Own & { readonly rules?: R extends Recorded ? RecordRules<R> : never },
): ResourceActions<R> => ({
  ...place,
  resource,
  commands: [
    ...(isRecorded(resource)
      ? recordCommands<Recorded>(resource, place.letter, rules as RecordRules<Recorded> | undefined)
      : []),
    ...own,
  ],
})

/** Whether users create, edit and delete its records. */
export const isRecorded = (resource: ResourceName): resource is Recorded => {
  const { grants }: { grants: object } = resourceAccess[resource]
  return ['create', 'update', 'delete'].every((act) => Object.hasOwn(grants, act))
}
