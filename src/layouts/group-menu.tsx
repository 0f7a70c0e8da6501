import type { Placement } from '@floating-ui/react'
import { useNavigate } from 'react-router-dom'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import { isCurrentGroup, type Navigation, type NavigationGroup } from './navigation.ts'
import { iconShape, placeColors, tileShape } from './place-link.tsx'

type GroupMenuProps = Pick<Navigation, 'currentId' | 'onNavigate'> & {
  group: NavigationGroup
  look: keyof typeof looks
}

/** A part of the menu behind a button, where there is no room for its places. */
export const GroupMenu = ({ group, look, currentId, onNavigate }: GroupMenuProps) => {
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
          // Narrow as it is, it says its word on hover too.
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
