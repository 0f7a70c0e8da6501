import { useAtom } from '@xstate/store-react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { isEverAllowed } from '../../commands/command.ts'
import { isPhoneWidth } from '../../stores/browser.ts'
import type { ListController } from '../../table/list-controller.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { OverflowRow } from '../../ui/buttons/overflow-row.tsx'
import { bottomBar } from '../../ui/overlay/bottom-inset.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton, useCommandItems } from '../records/command-button.tsx'

export type SelectionBarProps<T> = {
  list: ListController<T, Where>
  commands: readonly string[]
  /** The command that phones show with its label; others have their icon there, as many as fit. */
  lead: string
  /** In pixels. */
  height: number
}

/** Bar over the bottom of the rows with the number selected and bulk commands. */
export const SelectionBar = <T,>({ list, commands, lead, height }: SelectionBarProps<T>) => {
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
  const placeOf = (id: string) => (id === lead ? 0 : registry.get(id)?.danger ? 2 : 1)
  const items = isPhone ? allowed.toSorted((a, b) => placeOf(a) - placeOf(b)) : allowed
  return (
    <div
      ref={bottomBar}
      role="toolbar"
      aria-label={t('selection')}
      style={{ height }}
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
        render={(id) => <CommandButton command={id} size="sm" isIconOnly={isPhone && id !== lead} />}
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
  )
}
