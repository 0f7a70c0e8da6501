import type { ReadonlyAtom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/languages.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import { isEverAllowed } from '../../commands/availability.ts'
import type { ListController, ListStatus } from '../../table/list-controller.ts'
import { useActiveIndex } from '../../table/use-list-controller.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { KeyHints } from '../../ui/keys/key-hints.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** Where one is in the list, and what can be pressed; where the list is out of date, that instead of the keys. */
export const ListFooter = <T,>({
  list,
  resource,
  cell,
}: {
  list: ListController<T, Where>
  resource: ResourceName
  /** The column that the keyboard stands on, where it is on a cell. */
  cell: ReadonlyAtom<string | null>
}) => {
  const { t } = useTranslation(['list', 'rows'])
  const { registry, commandContext } = useWorkspace()
  const keysOf = useCommandKeys()
  const isOnCell = useAtom(cell, (column) => column !== null)
  const added = useAtom(list.status, addedRows)
  const hints = hinted(resource).flatMap(({ command, label }) => {
    const found = registry.get(command)
    const keys = keysOf(command)
    if (found === undefined || keys === undefined || !isEverAllowed(found, commandContext())) return []
    return [{ keys, label: t(label) }]
  })
  return (
    <div className="flex w-full items-center gap-4">
      {/* Neither moves anything: both have the same room. A button that is higher than it lies over the rows. */}
      <div className="relative h-5 min-w-0 flex-1">
        {added === null ? (
          <KeyHints
            hints={isOnCell ? cellHints.map(({ keys, label }) => ({ keys, label: t(label) })) : hints}
            className="h-5 overflow-hidden"
          />
        ) : (
          <div className="absolute -inset-y-1.5 inset-x-0 z-10 flex items-center gap-2 text-sm pointer-coarse:items-end">
            <Icon name="refresh" className="text-info pointer-coarse:mb-2" />
            <p className="min-w-0 truncate text-ink pointer-coarse:mb-1.5">
              {added > 0 ? t('list:newRows', { count: added }) : t('list:outdated')}
            </p>
            <Button size="sm" keys={keysOf('list.refresh')} onClick={list.refresh}>
              {t('list:refresh')}
            </Button>
          </div>
        )}
        <p role="status" className="sr-only">
          {added === null ? '' : added > 0 ? t('list:newRows', { count: added }) : t('list:outdated')}
        </p>
      </div>
      <ListPosition list={list} />
    </div>
  )
}

/** Rows that are new since the list was read, 0 where it may be another for other reasons; null while it is up to date. */
const addedRows = ({ phase, offline, outdated, total, added }: ListStatus): number | null =>
  phase !== 'failed' && !offline && outdated && total > 0 ? added : null

/** Alone renders with every step: the hints beside it stand. */
const ListPosition = <T,>({ list }: { list: ListController<T, Where> }) => {
  const { t, i18n } = useTranslation('list')
  const number = useMemo(() => new Intl.NumberFormat(localeOf(i18n.language)), [i18n.language])
  const index = useActiveIndex(list)
  const total = useAtom(list.status, ({ total }) => total)
  if (total === 0) return null
  return (
    <span className="figures text-xs whitespace-nowrap text-ink-muted">
      {t('list:position', { at: number.format(index + 1), total: number.format(total) })}
    </span>
  )
}

/** The commands worth a hint under a list; those that the resource does not have, or the role never may, fall away. */
const hinted = (resource: ResourceName) => [
  { command: 'list.toggle', label: 'list:hints.select' },
  { command: 'list.select-all', label: 'list:hints.all' },
  { command: `${resources[resource].noun}.status`, label: 'list:hints.status' },
  { command: `${resources[resource].noun}.assign`, label: 'list:hints.delivery' },
  { command: `${resources[resource].noun}.edit`, label: 'list:hints.edit' },
  { command: 'list.filter', label: 'list:hints.filter' },
  { command: 'console.undo', label: 'list:hints.undo' },
  { command: 'console.help', label: 'list:hints.help' },
]

/** What works on a cell. */
const cellHints = [
  { keys: 'ArrowLeft', label: 'rows:previousCell' },
  { keys: 'ArrowRight', label: 'rows:next' },
  { keys: 'Enter', label: 'rows:edit' },
  { keys: 'Escape', label: 'rows:leaveCell' },
]

/** How many match, in words; their room while nobody knows. */
export const ListCount = <T,>({
  list,
  resource,
}: {
  list: ListController<T, Where>
  resource: ResourceName
}) => {
  const { t } = useTranslation(resource)
  const { total, phase } = useAtom(list.status)
  if (phase === 'failed') return null
  return (
    <span role="status">
      {phase === 'ready' || total > 0 ? (
        t(`${resource}:count`, { count: total })
      ) : (
        <span aria-hidden="true" className="inline-block h-3 w-28 rounded-sm bg-line" />
      )}
    </span>
  )
}
