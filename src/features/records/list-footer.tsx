import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Where } from '../../../domain/lib/filter.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import { isEverAllowed } from '../../commands/availability.ts'
import type { ListController } from '../../table/list-controller.ts'
import { KeyHints } from '../../ui/key-hints.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

/** Where one is in the list, and what can be pressed. */
export const ListFooter = <T,>({
  list,
  resource,
}: {
  list: ListController<T, Where>
  resource: ResourceName
}) => {
  const { t, i18n } = useTranslation('list')
  const { registry, commandContext } = useWorkspace()
  useSyncExternalStore(list.marks.subscribe, list.marks.get)
  const { total } = useSyncExternalStore(list.status.subscribe, list.status.get)
  const number = new Intl.NumberFormat(i18n.language)
  const hints = hinted(resource).flatMap(({ command, label }) => {
    const found = registry.get(command)
    const first = found?.keys?.[0]
    if (found === undefined || first === undefined || !isEverAllowed(found, commandContext())) return []
    return [{ keys: typeof first === 'string' ? first : first.keys, label: t(label) }]
  })
  return (
    <div className="flex w-full items-center gap-4">
      <KeyHints hints={hints} className="min-w-0 flex-1" />
      {total > 0 && (
        <span className="figures text-xs whitespace-nowrap text-ink-muted">
          {t('position', { at: number.format(list.activeIndex() + 1), total: number.format(total) })}
        </span>
      )}
    </div>
  )
}

/** The commands worth a hint under a list; those that the resource does not have, or the role never may, fall away. */
const hinted = (resource: ResourceName) => [
  { command: 'list.toggle', label: 'hints.select' },
  { command: 'list.select-all', label: 'hints.all' },
  { command: `${resources[resource].noun}.status`, label: 'hints.status' },
  { command: `${resources[resource].noun}.assign`, label: 'hints.delivery' },
  { command: `${resources[resource].noun}.edit`, label: 'hints.edit' },
  { command: 'list.filter', label: 'hints.filter' },
  { command: 'console.undo', label: 'hints.undo' },
  { command: 'console.help', label: 'hints.help' },
]

/** How many match, in words. */
export const ListCount = <T,>({
  list,
  resource,
}: {
  list: ListController<T, Where>
  resource: ResourceName
}) => {
  const { t } = useTranslation(resource)
  const { total, phase } = useSyncExternalStore(list.status.subscribe, list.status.get)
  return phase === 'ready' ? <span role="status">{t(`${resource}:count`, { count: total })}</span> : null
}
