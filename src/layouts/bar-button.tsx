import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from '../ui/cx.ts'

export type BarButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }

export const BarButton = ({ className, type = 'button', ...rest }: BarButtonProps) => (
  <button
    {...rest}
    type={type}
    className={cx(
      'inline-flex h-8 min-w-8 shrink-0 items-center justify-center gap-1.5 rounded-md px-2 text-sm text-ink-muted',
      'enabled:hover:bg-ink/10 enabled:hover:text-ink aria-expanded:bg-ink/10 aria-expanded:text-ink',
      'pointer-coarse:min-h-11 pointer-coarse:min-w-11',
      className,
    )}
  />
)
