import type { Placement } from '@floating-ui/react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { cx } from '../ui/cx.ts'
import { Tooltip } from '../ui/floating/tooltip.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import { isCurrentGroup, type Navigation, type NavigationGroup } from './navigation.ts'
import { iconShape, PlaceLink, placeColors, tileShape } from './place-link.tsx'

/** Horizontal menu. If items do not fit, the last groups collapse into menus. */
export const MenuBar = ({ groups, currentId, onNavigate }: Navigation) => {
  const { i18n } = useTranslation('shell')
  const bar = useRef<HTMLDivElement>(null)
  const ids = groups.flatMap(({ items }) => items.map(({ id }) => id)).join()
  const open = groups.length - useCollapsed(bar, groups.length, `${ids} ${i18n.language}`)
  return (
    <div
      ref={bar}
      className="flex min-h-11 items-center gap-1 overflow-hidden border-b border-line px-2 py-1 lg:px-3"
    >
      {groups.map((group, place) =>
        place < open ? (
          <ul
            key={group.id}
            aria-label={group.label}
            className={cx('flex items-center gap-px', place > 0 && 'border-l border-line pl-1')}
          >
            {group.items.map((item) => (
              <li key={item.id}>
                <PlaceLink item={item} look="tab" isCurrent={item.id === currentId} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        ) : (
          <GroupMenu key={group.id} group={group} look="tab" currentId={currentId} onNavigate={onNavigate} />
        ),
      )}
    </div>
  )
}

type RailMenuProps = Navigation & {
  /** Without room for the second column, groups open as menus below icon, or icon and label. */
  look: 'default' | 'condensed' | 'compact'
}

/** Column of groups, and beside it the items of the selected one. */
export const RailMenu = ({ groups, currentId, onNavigate, look }: RailMenuProps) => {
  const { t } = useTranslation('shell')
  const here = groups.find((group) => isCurrentGroup(group, currentId))?.id ?? groups[0]?.id
  const [shownId, setShownId] = useState(here)
  // After navigation by key or palette, shows the current item's group.
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
        <div id={columnId} className="w-column min-w-0 px-2 py-3">
          <h2 id={`${columnId}-name`} className="flex h-9 items-center px-2 text-sm font-semibold">
            {shown.label}
          </h2>
          <ul aria-labelledby={`${columnId}-name`} className="flex flex-col gap-px">
            {shown.items.map((item) => (
              <li key={item.id}>
                <PlaceLink item={item} isCurrent={item.id === currentId} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

const columnId = 'menu-column'

type GroupMenuProps = Pick<Navigation, 'currentId' | 'onNavigate'> & {
  group: NavigationGroup
  look: keyof typeof looks
}

/** A collapsed group: a menu button. */
const GroupMenu = ({ group, look, currentId, onNavigate }: GroupMenuProps) => {
  const { className, placement } = looks[look]
  const navigate = useNavigate()
  const isCurrent = isCurrentGroup(group, currentId)
  return (
    <Menu
      label={group.label}
      placement={placement}
      trigger={
        <button
          type="button"
          // The label as tooltip, since only the icon is visible.
          title={look === 'icon' ? group.label : undefined}
          aria-label={look === 'icon' ? group.label : undefined}
          className={cx(
            'flex items-center rounded-md aria-expanded:bg-hover aria-expanded:text-ink',
            placeColors(isCurrent),
            className,
          )}
        >
          <Icon name={group.icon} className={isCurrent ? 'text-accent-text' : ''} />
          {look === 'tile' && <span className="max-w-full break-words hyphens-auto">{group.label}</span>}
          {look === 'tab' && (
            <>
              {group.label}
              <Icon name="chevron-down" size={12} />
            </>
          )}
        </button>
      }
      items={group.items.map(({ id, label, icon, keys, href }) => ({
        id,
        label,
        icon,
        keys,
        href,
        isCurrent: id === currentId,
        onSelect: () => {
          onNavigate?.()
          void navigate(href)
        },
      }))}
    />
  )
}

const looks = {
  icon: { className: iconShape, placement: 'right-start' },
  tile: { className: cx(tileShape, 'w-full'), placement: 'right-start' },
  tab: {
    className: 'h-8 gap-2 px-2.5 text-sm whitespace-nowrap pointer-coarse:h-11',
    placement: 'bottom-start',
  },
} as const satisfies Record<string, { className: string; placement: Placement }>

/**
 * How many parts must collapse, from the end, for the row to fit. Recomputed before paint when its width or `content` changes.
 */
const useCollapsed = (row: RefObject<HTMLElement | null>, most: number, content: string): number => {
  const [tried, setTried] = useState({ count: 0, content })
  const count = tried.content === content ? tried.count : 0

  useLayoutEffect(() => {
    const element = row.current
    if (element === null || count >= most) return
    if (element.scrollWidth > element.clientWidth) setTried({ count: count + 1, content })
  }, [row, count, most, content])

  useLayoutEffect(() => {
    if (row.current === null) return
    let width = row.current.clientWidth
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined || entry.target.clientWidth === width) return
      width = entry.target.clientWidth
      setTried({ count: 0, content })
    })
    observer.observe(row.current)
    return () => observer.disconnect()
  }, [row, content])

  return count
}
