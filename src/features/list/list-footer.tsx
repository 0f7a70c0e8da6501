import type { ReadonlyAtom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countries, isCountryCode } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import { availabilityOf, type Command, type CommandContext, isEverAllowed } from '../../commands/command.ts'
import type { ListController, ListStatus } from '../../table/list-controller.ts'
import { useActiveIndex, useActiveRecord, useDebouncedValue } from '../../table/use-list-controller.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { KeyHints } from '../../ui/kbd/keycap.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** Position in the list and available shortcuts; a refresh notice if the list is outdated. */
export const ListFooter = <T extends { id: string }>({
  list,
  resource,
  cell,
}: {
  list: ListController<T, Where>
  resource: ResourceName
  /** Column of the active cell, if any. */
  cell: ReadonlyAtom<string | null>
}) => {
  const { t } = useTranslation(['list', 'rows'])
  const keysOf = useCommandKeys()
  const isOnCell = useAtom(cell, (column) => column !== null)
  const added = useAtom(list.status, addedRows)
  return (
    <div className="flex w-full items-center gap-4">
      {/* Both take the same space. A taller button overlaps the rows. */}
      <div className="relative h-5 min-w-0 flex-1">
        {added === null ? (
          isOnCell ? (
            <KeyHints
              hints={cellHints.map(({ keys, label }) => ({ keys, label: t(label) }))}
              className={hintsClass}
            />
          ) : (
            <RowHints list={list} resource={resource} />
          )
        ) : (
          <div className="absolute -inset-y-1.5 inset-x-0 z-10 flex items-center gap-2 text-sm pointer-coarse:items-end">
            <Icon name="refresh" className="text-info pointer-coarse:mb-2" />
            <p className="min-w-0 truncate text-ink pointer-coarse:mb-1.5">
              {added > 0 ? t('list:newRows', { count: added }) : t('list:outdated')}
            </p>
            <Button size="sm" keys={keysOf('list.refresh')} onClick={() => list.refresh()}>
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

const hintsClass = 'h-5 overflow-hidden'

/** Milliseconds before the hints of a new active row are computed. */
const REST_MS = 120

/**
 * Shortcuts that apply to the active row, after a pause, so that a held key renders none. Without rows, those of the list.
 */
const RowHints = <T extends { id: string }>({
  list,
  resource,
}: {
  list: ListController<T, Where>
  resource: ResourceName
}) => {
  const { t } = useTranslation('list')
  const { registry, commandContext } = useWorkspace()
  const keysOf = useCommandKeys()
  const row = useDebouncedValue(useActiveRecord(list), REST_MS)
  const hasSelection = useAtom(list.status, ({ selected }) => selected > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row and the selection are read through the context.
  const hints = useMemo(() => {
    const context = commandContext()
    return hinted(resource).flatMap(({ command: id, label, isOfRow }) => {
      const command = registry.get(id)
      const keys = keysOf(id)
      if (command === undefined || keys === undefined || (isOfRow && row === undefined)) return []
      return isOffered(command, context, isOfRow) ? [{ keys, label: t(label) }] : []
    })
  }, [registry, commandContext, keysOf, resource, t, row, hasSelection])
  return <KeyHints hints={hints} className={hintsClass} />
}

/** Record commands are shown if possible for this record; status changes if it has any. */
const isOffered = (command: Command, context: CommandContext, isOfRow: boolean): boolean => {
  if (!isOfRow) return isEverAllowed(command, context)
  if (availabilityOf(command, context).kind !== 'ready') return false
  const [argument] = command.args ?? []
  if (argument?.name !== 'status' || argument.kind !== 'choice') return true
  const choices = argument.choices(context, new AbortController().signal)
  return !Array.isArray(choices) || choices.some(({ refusal }) => refusal == null)
}

/** New rows since the list was loaded, 0 if it changed otherwise; null if current. */
const addedRows = ({ phase, offline, outdated, added }: ListStatus): number | null =>
  phase !== 'failed' && !offline && outdated ? added : null

/** A component of its own, because it renders on every move. */
const ListPosition = <T,>({ list }: { list: ListController<T, Where> }) => {
  const { t, i18n } = useTranslation('list')
  const number = useMemo(() => numberFormat(localeOf(i18n.language)), [i18n.language])
  const index = useActiveIndex(list)
  const total = useAtom(list.status, ({ total }) => total)
  if (total === 0) return null
  return (
    <span className="figures text-xs whitespace-nowrap text-ink-muted">
      {t('list:position', { at: number.format(index + 1), total: number.format(total) })}
    </span>
  )
}

/** Commands hinted below a list, record commands first; others do not exist for the resource. */
const hinted = (resource: ResourceName) => {
  const { noun } = resources[resource]
  return [
    { command: `${noun}.open`, label: 'list:hints.open', isOfRow: true },
    { command: 'list.peek', label: 'list:hints.peek', isOfRow: true },
    { command: 'list.toggle', label: 'list:hints.select', isOfRow: true },
    { command: `${noun}.status`, label: 'list:hints.status', isOfRow: true },
    { command: `${noun}.assign`, label: 'list:hints.delivery', isOfRow: true },
    { command: `${noun}.edit`, label: 'list:hints.edit', isOfRow: true },
    { command: 'list.filter', label: 'list:hints.filter', isOfRow: false },
    { command: 'console.help', label: 'list:hints.help', isOfRow: false },
    { command: 'console.undo', label: 'list:hints.undo', isOfRow: false },
    { command: 'list.select-all', label: 'list:hints.all', isOfRow: true },
  ]
}

/** Hints while a cell is active. */
const cellHints = [
  { keys: 'ArrowLeft', label: 'rows:previousCell' },
  { keys: 'ArrowRight', label: 'rows:next' },
  { keys: 'Enter', label: 'rows:edit' },
  { keys: 'Escape', label: 'rows:leaveCell' },
]

/** Number of matches; reserves its space while unknown. */
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

/** The single currency of a filter's records; null if there may be several. */
export const singleCurrency = ({ country }: Where): string | null => {
  const currencies = (country ?? '')
    .split(',')
    .map((code) => (isCountryCode(code) ? countries[code].currency : null))
  const [first = null] = currencies
  return currencies.every((currency) => currency === first) ? first : null
}
