import type { ResourceName } from '../../../domain/resources.ts'
import { availabilityOf, type Command, type CommandContext, isEverAllowed } from '../../commands/command.ts'
import { keysOf, type Registry } from '../../commands/create-registry.ts'
import { commandLabel } from '../../commands/run-command.ts'
import { shortReason } from '../../ui/error-words.ts'
import type { MenuItem } from '../../ui/overlay/menu-item.tsx'

type RowMenu = {
  registry: Registry
  resource: ResourceName
  context: CommandContext
  t: (key: string, values?: Record<string, string | number>) => string
  run: (command: string) => void
}

/** Menu items for a row, or for the selection it belongs to; refused ones show the reason. */
export const rowMenuItems = ({ registry, resource, context, t, run }: RowMenu): MenuItem[] => {
  const offered = registry.commands.filter(
    (command) =>
      command.target !== 'none' &&
      command.resource === resource &&
      !command.hidden &&
      isEverAllowed(command, context),
  )
  const toItem = (command: Command): MenuItem => {
    const availability = availabilityOf(command, context)
    return {
      id: command.id,
      label: commandLabel(command, t),
      icon: command.icon,
      keys: keysOf(registry.bindings, command.id),
      danger: command.danger,
      whyNot: availability.kind === 'refused' ? shortReason(availability.code, t) : null,
      onSelect: () => run(command.id),
    }
  }
  const items = groups
    .map(({ id, heading, holds }) => ({
      items: offered.filter(holds).map(toItem),
      head: headOf(id, heading(context, resource, t)),
    }))
    .filter(({ items }) => items.length > 0)
    .flatMap(({ head, items }) => [head, ...items])
  return items.length > 0 ? items : [nothing(t)]
}

/** For read-only users, a sentence instead of an empty menu. */
const nothing = (t: RowMenu['t']): MenuItem => ({
  id: 'nothing',
  label: t('rows:nothing'),
  whyNot: t('errors:FORBIDDEN'),
  onSelect: () => undefined,
})

/** Groups in order: active row, selection, destructive. */
const groups: readonly {
  id: string
  holds: (command: Command) => boolean
  heading: (context: CommandContext, resource: ResourceName, t: RowMenu['t']) => string | null
}[] = [
  {
    id: 'one',
    holds: ({ target, danger }) => target === 'one' && !danger,
    heading: ({ active }, resource, t) => active && t(`${resource}:numbered`, { number: active.number }),
  },
  {
    id: 'many',
    holds: ({ target, danger }) => target === 'many' && !danger,
    heading: ({ selection }, _, t) => selection && t('list:selected', { count: selection.count }),
  },
  { id: 'danger', holds: ({ danger }) => danger === true, heading: () => null },
]

const headOf = (id: string, heading: string | null): MenuItem =>
  heading === null ? { id, separator: true } : { id, heading }
