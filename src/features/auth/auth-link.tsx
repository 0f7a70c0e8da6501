import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { cx } from '../../ui/cx.ts'

type AuthLinkProps = {
  /** A path made by domain/access/paths.ts. */
  to: string
  state?: unknown
  /** Looks like the text around it. */
  quiet?: boolean
  onFollow?: () => void
  children: ReactNode
}

/** A way to another of these screens. High enough for a finger. */
export const AuthLink = ({ to, state, quiet = false, onFollow, children }: AuthLinkProps) => (
  <Link
    to={to}
    state={state}
    onClick={onFollow}
    className={cx(
      'inline-flex min-h-6 items-center rounded-sm underline-offset-4 hover:underline pointer-coarse:min-h-11',
      quiet ? 'text-ink-muted' : 'font-medium text-accent-text',
    )}
  >
    {children}
  </Link>
)
