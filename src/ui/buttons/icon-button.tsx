import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from '../cx.ts'
import { Tooltip } from '../floating/tooltip.tsx'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-set.ts'

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  icon: IconName
  /** Accessible name and tooltip. */
  label: string
  keys?: string
  size?: keyof typeof sizes
  ref?: Ref<HTMLButtonElement>
}

/** An icon-only button; label and shortcut are in the tooltip. */
export const IconButton = ({
  icon,
  label,
  keys,
  size = 'md',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) => (
  <Tooltip text={label} keys={keys} describes={false}>
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-md text-ink-muted enabled:hover:bg-hover enabled:hover:text-ink',
        'aria-expanded:bg-hover aria-expanded:text-ink disabled:opacity-50 pointer-coarse:min-h-11 pointer-coarse:min-w-11',
        sizes[size],
        className,
      )}
    >
      <Icon name={icon} size={size === 'sm' ? 14 : 16} />
    </button>
  </Tooltip>
)

const sizes = { sm: 'size-6', md: 'size-8', lg: 'size-10' } as const
