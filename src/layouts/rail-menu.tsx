import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { Tooltip } from '../ui/overlay/tooltip.tsx'
import { GroupMenu } from './group-menu.tsx'
import { isCurrentGroup, type Navigation } from './navigation.ts'
import { iconShape, PlaceLink, placeColors } from './place-link.tsx'

type RailMenuProps = Navigation & {
  /** Without room for the second column each group opens as a menu: under its icon, or under its icon and word. */
  look: 'default' | 'condensed' | 'compact'
}

/** A rail of the groups, and beside it the places of the one that is looked at. */
export const RailMenu = ({ groups, currentId, onNavigate, look }: RailMenuProps) => {
  const { t } = useTranslation('shell')
  const here = groups.find((group) => isCurrentGroup(group, currentId))?.id ?? groups[0]?.id
  const [shownId, setShownId] = useState(here)
  // Whoever goes somewhere by key or palette finds the column where they are.
  useEffect(() => setShownId(here), [here])
  const shown = groups.find(({ id }) => id === shownId) ?? groups[0]
  const isRailOnly = look !== 'default'
  return (
    <div className="flex flex-1">
      <ul
        aria-label={t('menu.rail')}
        className={cx(
          'flex shrink-0 flex-col gap-1 px-1.5 py-3',
          look === 'compact' ? 'w-sidebar-compact' : 'w-rail',
          !isRailOnly && 'border-r border-line',
        )}
      >
        {groups.map((group) => (
          <li key={group.id}>
            {isRailOnly ? (
              <GroupMenu
                group={group}
                look={look === 'compact' ? 'tile' : 'icon'}
                currentId={currentId}
                onNavigate={onNavigate}
              />
            ) : (
              <Tooltip text={group.label} describes={false} placement="right">
                <button
                  type="button"
                  aria-label={group.label}
                  aria-expanded={group === shown}
                  aria-controls={group === shown ? columnId : undefined}
                  onClick={() => setShownId(group.id)}
                  className={cx('flex items-center rounded-md', iconShape, placeColors(group === shown))}
                >
                  <Icon name={group.icon} className={group.id === here ? 'text-accent-text' : ''} />
                </button>
              </Tooltip>
            )}
          </li>
        ))}
      </ul>
      {!isRailOnly && shown && (
        <section id={columnId} aria-labelledby={`${columnId}-name`} className="w-column min-w-0 px-2 py-3">
          <h2 id={`${columnId}-name`} className="flex h-9 items-center px-2 text-sm font-semibold">
            {shown.label}
          </h2>
          <ul className="flex flex-col gap-px">
            {shown.items.map((item) => (
              <li key={item.id}>
                <PlaceLink item={item} isCurrent={item.id === currentId} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const columnId = 'menu-column'
