import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Figure } from '../../../domain/analytics/analytics.ts'
import type { FigureName } from '../../../domain/analytics/figures.ts'
import { cx } from '../../ui/cx.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { useDashboard } from './dashboard-context.ts'

/** A figure in its unit; what was not measured is a dash, and never 0. */
export const FigureValue = ({ figure, className }: { figure: Figure; className?: string }) => {
  const { t } = useTranslation('dashboard')
  const { words } = useDashboard()
  const { value, unit } = figure
  if (value === null) {
    return (
      <span className={cx('figures', className)}>
        <span aria-hidden="true">—</span>
        <span className="sr-only">{t('notMeasured')}</span>
      </span>
    )
  }
  const isLoss = unit === 'money' && value < 0
  return (
    <span className={cx('figures whitespace-nowrap', isLoss && 'text-danger', className)}>
      {words[unit](value)}
    </span>
  )
}

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

/** A figure by its name; what is owed to sellers is owed to the seller who reads it. */
export const FigureNameText = ({ name }: { name: FigureName }) => {
  const { t } = useTranslation('dashboard')
  const { user } = useWorkspace()
  return name === 'cashOutstanding' && user.role === 'seller' ? t('owedToYou') : t(`figures.${name}`)
}

/** What the two delivery rates are shares of: they are taken for each other. */
export const FigureHint = ({ name }: { name: FigureName }) => {
  const { t } = useTranslation('dashboard')
  if (name !== 'deliveryRate' && name !== 'finalDeliveryRate') return null
  return <span className="text-xs leading-tight text-ink-muted">{t(`hints.${name}`)}</span>
}
