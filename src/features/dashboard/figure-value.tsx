import { useTranslation } from 'react-i18next'
import type { Figure } from '../../../domain/analytics/analytics.ts'
import { cx } from '../../ui/cx.ts'
import { useBoard } from './board.ts'

/** A figure in its unit; what was not measured is a dash, and never 0. */
export const FigureValue = ({ figure, className }: { figure: Figure; className?: string }) => {
  const { t } = useTranslation('dashboard')
  const { words } = useBoard()
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
