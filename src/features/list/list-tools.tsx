import { useAtom } from '@xstate/store-react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { isEverAllowed } from '../../commands/command.ts'
import { commandLabel } from '../../commands/run-command.ts'
import { isPhoneWidth } from '../../stores/browser.ts'
import { density } from '../../table/density.ts'
import type { ListController } from '../../table/list-controller.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { OverflowRow } from '../../ui/buttons/overflow-row.tsx'
import { bottomBar } from '../../ui/overlay/bottom-inset.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton, useCommandItems } from '../records/command-button.tsx'

/** Buttons for columns and density; not for narrow lists. */
export const ListTools = () => {
  const { t } = useTranslation('commands')
  const { registry, run } = useWorkspace()
  const keysOf = useCommandKeys()
  const isCompact = useAtom(density) === 'compact'
  return (
    <div className="hidden items-center gap-1 sm:flex">
      {tools.map((id) => {
        const command = registry.get(id)
        if (command === undefined) return null
        return (
          <IconButton
            key={id}
            icon={command.icon}
            label={commandLabel(command, t)}
            keys={keysOf(id)}
            aria-pressed={id === 'list.density' ? isCompact : undefined}
            className={id === 'list.density' ? 'pointer-coarse:hidden' : undefined}
            onClick={() => run(id)}
          />
        )
      })}
    </div>
  )
}

const tools = ['list.density', 'list.columns']

/** Permitted commands as buttons of the heading; on phones the first, the others in a menu. */
export const ListActions = ({ commands }: { commands: readonly string[] }) => {
  const { t } = useTranslation('list')
  const { registry, commandContext } = useWorkspace()
  const itemsOf = useCommandItems()
  const context = { ...commandContext(), active: null, selection: null }
  const allowed = commands.filter((id) => {
    const command = registry.get(id)
    return command !== undefined && isEverAllowed(command, context)
  })
  if (allowed.length === 0) return null
  const [, ...others] = allowed
  return (
    <div className="flex min-w-0 gap-2">
      {allowed.map((id, at) => (
        <span key={id} className={at === 0 ? 'contents' : 'hidden sm:contents'}>
          <CommandButton command={id} variant={at === 0 ? 'primary' : 'secondary'} />
        </span>
      ))}
      {others.length > 0 && (
        <span className="contents sm:hidden">
          <Menu
            label={t('more')}
            items={itemsOf(others)}
            trigger={<IconButton icon="more" label={t('more')} />}
          />
        </span>
      )}
    </div>
  )
}

/** In pixels; the grid's bottom padding. */
export const SELECTION_BAR_HEIGHT = globalThis.matchMedia?.('(pointer: coarse)').matches ? 60 : 44

/** Bar over the bottom of the rows with the number selected and bulk commands. Announced. */
export const SelectionBar = <T,>({
  list,
  commands,
  lead,
}: {
  list: ListController<T, Where>
  commands: readonly string[]
  /** The command shown on phones, which have room for one. */
  lead: string
}) => {
  const { t, i18n } = useTranslation('list')
  const { registry, commandContext } = useWorkspace()
  const itemsOf = useCommandItems()
  const { selected, isAllSelected } = useAtom(list.status)
  const total = numberFormat(localeOf(i18n.language)).format(selected)
  const words = isAllSelected ? t('selectedAll', { total }) : t('selected', { count: selected })
  const isPhone = useAtom(isPhoneWidth)
  const allowed = commands.filter((id) => {
    const command = registry.get(id)
    return command !== undefined && isEverAllowed(command, commandContext())
  })
  const items = isPhone ? allowed.toSorted((a, b) => Number(b === lead) - Number(a === lead)) : allowed
  return (
    <>
      <p role="status" className="sr-only">
        {selected > 0 ? t('selected', { count: selected }) : ''}
      </p>
      {selected > 0 && (
        <div
          ref={bottomBar}
          role="toolbar"
          aria-label={t('selection')}
          style={{ height: SELECTION_BAR_HEIGHT }}
          className="absolute inset-x-0 bottom-0 z-10 flex min-w-0 items-center gap-2 border-t border-line-strong bg-selected px-4 shadow-float lg:px-6"
        >
          {isPhone ? (
            <span className="figures shrink-0 font-medium">
              <span aria-hidden="true">{total}</span>
              <span className="sr-only">{words}</span>
            </span>
          ) : (
            <span className="mr-1 min-w-0 truncate font-medium">{words}</span>
          )}
          <OverflowRow
            items={items}
            keyOf={(id) => id}
            render={(id) => <CommandButton command={id} size="sm" />}
            more={(hidden) => (
              <Menu
                label={t('more')}
                items={itemsOf(hidden)}
                trigger={<IconButton size="sm" icon="more" label={t('more')} />}
              />
            )}
          />
          <IconButton
            size="sm"
            icon="x"
            label={t('clearSelection')}
            keys="Escape"
            onClick={list.clearSelection}
          />
        </div>
      )}
    </>
  )
}
