import { useTranslation } from 'react-i18next'
import type { ImportReport } from '../../../domain/orders/import/import-report.ts'
import type { ImportContext } from '../../../machines/import/import-types.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'

type ReportStepProps = {
  context: ImportContext
  report: ImportReport
  isUndoing: boolean
  /** Whether the user may take back what was written; there may also be nothing to take back. */
  canUndo: boolean
  onUndo: () => void
  onFailedRows: () => void
  onSeeOrders: () => void
  onChoose: () => void
}

/** What was done, and what can be done about it. */
export const ReportStep = (props: ReportStepProps) => {
  const { context, report, isUndoing, canUndo, onUndo, onFailedRows, onSeeOrders, onChoose } = props
  const { t } = useTranslation(['import', 'errors', 'changes'])
  const { undone, failure } = context
  return (
    <section className="mx-auto mt-6 flex w-full max-w-160 flex-col gap-5 rounded-lg border border-line bg-surface px-6 py-8">
      <div role="status" className="flex flex-col gap-1.5">
        <p className="flex items-center gap-2 text-lg font-semibold">
          <Icon name={undone === null ? 'circle-check' : 'undo'} size={20} className="text-success" />
          {undone === null ? t('report.created', { count: report.created }) : t('report.undone')}
        </p>
        {undone !== null && (
          <p className="text-ink-muted">
            {t('changes:undone', { count: undone.counts.changed })}
            {undone.counts.refused > 0 && ` · ${t('changes:did.refused', { count: undone.counts.refused })}`}
          </p>
        )}
        {undone === null && report.invalid > 0 && <p>{t('report.left', { count: report.invalid })}</p>}
        {undone === null && report.skipped > 0 && (
          <p className="text-ink-muted">{t('report.skipped', { count: report.skipped })}</p>
        )}
        {failure !== null && (
          <p className="text-danger">
            {t('report.undoFailed')}
            {failure.code !== 'OFFLINE' && ` ${t(`errors:${failure.code}`)}`}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon="orders" keys="v" autoFocus onClick={onSeeOrders}>
          {t('report.see')}
        </Button>
        {report.invalid > 0 && (
          <Button icon="download" keys="d" onClick={onFailedRows}>
            {t('report.failedRows')}
          </Button>
        )}
        {canUndo && (
          <Button icon="undo" keys="z" pending={isUndoing} onClick={onUndo}>
            {t(isUndoing ? 'report.undoing' : 'report.undo')}
          </Button>
        )}
        <Button variant="ghost" icon="upload" keys="o" onClick={onChoose}>
          {t('report.again')}
        </Button>
      </div>
    </section>
  )
}
