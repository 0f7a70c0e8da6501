import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../ui/cx.ts'
import { GroupMenu } from './group-menu.tsx'
import type { Navigation } from './navigation.ts'
import { PlaceLink } from './place-link.tsx'
import { useCollapsed } from './use-collapsed.ts'

/** The menu as a second bar. Where not every place fits, the last groups become menus, as many as it takes. */
export const MenuBar = ({ groups, currentId, onNavigate }: Navigation) => {
  const { i18n } = useTranslation('shell')
  const bar = useRef<HTMLDivElement>(null)
  const ids = groups.flatMap(({ items }) => items.map(({ id }) => id)).join()
  const open = groups.length - useCollapsed(bar, groups.length, `${ids} ${i18n.language}`)
  return (
    <div
      ref={bar}
      className="flex min-h-11 items-center gap-1 overflow-hidden border-b border-line px-2 py-1 desk:px-3"
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
