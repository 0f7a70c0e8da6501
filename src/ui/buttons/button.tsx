import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'
import { Tooltip } from '../floating/tooltip.tsx'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-set.ts'
import { Keycap } from '../kbd/keycap.tsx'

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
  children: ReactNode
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  icon?: IconName
  /** Shortcut, shown as keycaps: `n`, `Ctrl+Enter`, `g o`. */
  keys?: string
  /** In progress: presses are ignored, and `aria-busy` is set. Change the label too. */
  pending?: boolean
  disabled?: boolean
  /** Why it is disabled. It stays focusable, so that the reason can be read. */
  whyNot?: string | null
  ref?: Ref<HTMLButtonElement>
}

/** A button with its shortcut, and the reason while disabled. */
export const Button = ({
  children,
  variant = 'secondary',
  size = 'md',
  icon,
  keys,
  pending = false,
  disabled = false,
  whyNot,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) => {
  const isOff = pending || Boolean(whyNot)
  const button = (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      aria-disabled={isOff || undefined}
      aria-busy={pending || undefined}
      aria-keyshortcuts={keys ? shortcutOf(keys) : undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
      className={cx(base, sizes[size], variants[variant], className)}
    >
      {icon && <Icon name={icon} size={size === 'sm' ? 14 : 16} />}
      <span title={typeof children === 'string' ? children : undefined} className="min-w-0 truncate">
        {children}
      </span>
      {keys && (
        <Keycap
          keys={keys}
          tone={filled.has(variant) ? 'filled' : 'plain'}
          isDecoration
          className="-mr-1 pl-0.5 max-sm:hidden"
        />
      )}
    </button>
  )
  return whyNot ? <Tooltip text={whyNot}>{button}</Tooltip> : button
}

const base =
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none ' +
  'disabled:opacity-50 aria-disabled:opacity-60 pointer-coarse:min-h-11'

const sizes = {
  sm: 'h-7 px-2 text-sm',
  md: 'h-8 px-3 text-base',
  lg: 'h-10 px-4 text-base',
} as const

const variants = {
  primary: 'border-transparent bg-accent text-on-accent enabled:hover:bg-accent-hover',
  secondary: 'border-line-strong bg-raised text-ink enabled:hover:bg-hover',
  ghost: 'border-transparent bg-transparent text-ink-muted enabled:hover:bg-hover enabled:hover:text-ink',
  danger: 'border-transparent bg-danger-fill text-on-danger enabled:hover:bg-danger-fill-hover',
  /** For actions that are confirmed first, among equal ones. */
  dangerOutline: 'border-line-strong bg-raised text-danger enabled:hover:bg-hover',
} as const

const filled = new Set<keyof typeof variants>(['primary', 'danger'])

/** `aria-keyshortcuts` supports chords, not sequences. */
const shortcutOf = (keys: string): string | undefined =>
  keys.includes(' ') ? undefined : keys.replace(/^(Ctrl|Mod)\+/, 'Control+')
