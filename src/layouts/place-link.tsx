import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { cx } from '../ui/cx.ts'
import { Tooltip } from '../ui/floating/tooltip.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { Keycap } from '../ui/kbd/keycap.tsx'
import { isPlainPress, type Navigation, type NavigationItem } from './navigation.ts'

export type PlaceLinkProps = {
  item: NavigationItem
  isCurrent: boolean
  onNavigate: Navigation['onNavigate']
  /** `row` in a column, `icon` with tooltip, `tile` above a small label, `tab` on a bar. */
  look?: keyof typeof looks
}

/** A menu item as a link, so that it can be opened in a tab. */
export const PlaceLink = ({ item, isCurrent, onNavigate, look = 'row' }: PlaceLinkProps) => {
  const { className, face } = looks[look]
  const link = (
    <Link
      to={item.href}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={look === 'icon' ? [item.label, item.badge?.label].filter(Boolean).join(', ') : undefined}
      onClick={(event) => {
        if (isPlainPress(event)) onNavigate?.()
      }}
      className={cx('relative flex items-center rounded-md', placeColors(isCurrent), className)}
    >
      <span className="relative flex">
        <Icon name={item.icon} className={isCurrent ? 'text-accent-text' : ''} />
        {item.badge && look !== 'row' && (
          <span aria-hidden="true" className="absolute -top-1 -right-1 size-2 rounded-full bg-attention" />
        )}
      </span>
      {face(item)}
      {item.badge && look !== 'icon' && <span className="sr-only">{item.badge.label}</span>}
    </Link>
  )
  if (look !== 'icon') return link
  return (
    <Tooltip text={item.label} keys={item.keys} describes={false} placement="right">
      {link}
    </Tooltip>
  )
}

/** Colours of a menu item. */
export const placeColors = (isCurrent: boolean): string =>
  isCurrent ? 'bg-accent-soft font-medium text-ink' : 'text-ink-muted hover:bg-hover hover:text-ink'

/** Shapes of narrow menus: square icon, and icon above a small label. */
export const iconShape = 'mx-auto size-9 justify-center pointer-coarse:size-11'
export const tileShape =
  'flex-col justify-center gap-1 px-1 py-1.5 text-center text-2xs leading-3.5 text-pretty'

const MAX_BADGE = 99

type Look = { className: string; face: (item: NavigationItem) => ReactNode }

const looks = {
  row: {
    className: 'h-8 gap-2.5 px-2 pointer-coarse:h-11',
    face: ({ label, keys, badge }) => (
      // Keys that do not fit beside the whole name wrap out of sight.
      <span className="flex h-5 min-w-0 flex-1 flex-wrap items-center gap-x-2 overflow-hidden">
        <span className="flex h-5 max-w-full min-w-0 flex-auto items-center gap-2">
          <span title={label} className="min-w-0 flex-1 truncate">
            {label}
          </span>
          {badge && (
            <span
              aria-hidden="true"
              title={badge.label}
              className="figures rounded-full bg-attention-soft px-1.5 text-xs font-semibold text-attention"
            >
              {badge.count > MAX_BADGE ? `${MAX_BADGE}+` : badge.count}
            </span>
          )}
        </span>
        {keys && <Keycap keys={keys} tone="quiet" isDecoration isNarrow className="h-5" />}
      </span>
    ),
  },
  icon: { className: iconShape, face: () => null },
  tile: {
    className: tileShape,
    face: ({ label }) => <span className="max-w-full hyphens-auto break-words">{label}</span>,
  },
  tab: {
    className: 'h-8 gap-2 px-2.5 text-sm whitespace-nowrap pointer-coarse:h-11',
    face: ({ label }) => label,
  },
} as const satisfies Record<string, Look>
