import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { cx } from '../../ui/cx.ts'

type FigureLinkProps = { to: string | null; className?: string; linkClassName?: string; children: ReactNode }

/** What is counted leads to what it counts; plain where the reader may not open it. */
export const FigureLink = ({ to, className, linkClassName, children }: FigureLinkProps) =>
  to === null ? (
    <div className={className}>{children}</div>
  ) : (
    <Link to={to} className={cx(className, linkClassName ?? 'hover:bg-hover')}>
      {children}
    </Link>
  )
