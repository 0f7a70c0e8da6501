import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-set.ts'
import { type Tone, toneClasses, toneIcons } from './tone.ts'

export type StatusBadgeProps = {
  tone: Tone
  /** The status in a word; colour alone never says it. */
  children: ReactNode
  icon?: IconName
  className?: string
}

/** A status as tone, icon and word: readable in grey, in the corner of the eye and aloud. */
export const StatusBadge = ({ tone, children, icon = toneIcons[tone], className }: StatusBadgeProps) => (
  <span
    className={cx(
      'inline-flex h-5 max-w-full items-center gap-1 rounded-sm pr-1.5 pl-1 text-xs font-medium whitespace-nowrap',
      toneClasses[tone].soft,
      toneClasses[tone].text,
      className,
    )}
  >
    <Icon name={icon} size={12} />
    <span title={typeof children === 'string' ? children : undefined} className="truncate">
      {children}
    </span>
  </span>
)
