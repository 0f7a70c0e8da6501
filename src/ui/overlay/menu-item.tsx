import type { HTMLProps, MouseEvent } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-set.ts'
import { Keycap } from '../kbd/keycap.tsx'

export type MenuAction = {
  id: string
  label: string
  icon?: IconName
  keys?: string
  /** Figure at the end of the line. */
  count?: string
  /** Second, muted line. */
  detail?: string
  danger?: boolean
  /** Makes it a radio or checkbox item. */
  checked?: boolean
  /** Why it is disabled; replaces the detail. */
  whyNot?: string | null
  /** Renders a link, which can be opened in a tab; a plain press runs `onSelect`. */
  href?: string
  /** The link is the current page. */
  isCurrent?: boolean
  onSelect: () => void
}

export type MenuItem = MenuAction | { id: string; heading: string } | { id: string; separator: true }

export const isAction = (item: MenuItem): item is MenuAction => 'onSelect' in item

type MenuRowProps = {
  item: MenuItem
  isActive: boolean
  register: (node: HTMLElement | null) => void
  itemProps: (props: HTMLProps<HTMLElement>) => Record<string, unknown>
  onDone: () => void
}

/** A row of a menu: heading, separator or item. */
export const MenuRow = ({ item, isActive, register, itemProps, onDone }: MenuRowProps) => {
  if (!isAction(item)) {
    return 'heading' in item ? (
      <div role="presentation" className="px-2 pt-2 pb-1 text-xs font-medium text-ink-muted">
        {item.heading}
      </div>
    ) : (
      <hr className="-mx-1 my-1 border-line" />
    )
  }
  const run = (event: MouseEvent<HTMLElement>) => {
    if (item.href !== undefined && (event.metaKey || event.ctrlKey || event.shiftKey)) return
    event.preventDefault()
    if (item.whyNot) return
    onDone()
    // After the menu has closed and focus is on its button, so that a dialog opened here restores it there.
    queueMicrotask(item.onSelect)
  }
  const row = {
    ref: register,
    tabIndex: isActive ? 0 : -1,
    'aria-disabled': item.whyNot ? true : undefined,
    'aria-current': item.isCurrent ? ('page' as const) : undefined,
    className: cx(
      'flex min-h-8 w-full items-center gap-2 rounded-md px-2 py-1 text-left outline-none pointer-coarse:min-h-11',
      'focus-visible:outline-none aria-disabled:cursor-default',
      isActive && 'bg-hover',
      item.isCurrent && 'font-medium',
      item.danger && !item.whyNot && 'text-danger',
      item.whyNot && 'text-ink-faint',
    ),
    ...itemProps({ onClick: run, role: roleOf(item), 'aria-checked': item.checked }),
  }
  const face = <Face item={item} />
  if (item.href !== undefined) {
    return (
      <a href={item.href} {...row}>
        {face}
      </a>
    )
  }
  return (
    <button type="button" {...row}>
      {face}
    </button>
  )
}

const Face = ({ item }: { item: MenuAction }) => (
  <>
    {item.checked || (item.checked === false && !item.icon) ? (
      <Icon name="check" className={cx('text-accent-text', !item.checked && 'invisible')} />
    ) : (
      item.icon && <Icon name={item.icon} className={item.danger || item.whyNot ? '' : 'text-ink-muted'} />
    )}
    <span className="min-w-0 flex-1">
      <span title={item.label} className="block truncate">
        {item.label}
      </span>
      {(item.whyNot ?? item.detail) && (
        <span className="block text-xs text-ink-muted">{item.whyNot ?? item.detail}</span>
      )}
    </span>
    {item.count !== undefined && <span className="figures pl-4 text-sm text-ink-muted">{item.count}</span>}
    {item.keys && <Keycap keys={item.keys} isDecoration className="pl-4" />}
  </>
)

const roleOf = (item: MenuAction) => (item.checked === undefined ? 'menuitem' : 'menuitemradio')
