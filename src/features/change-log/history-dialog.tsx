import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { HistoryRecord } from '../../commands/command-ports.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { RecordHistory } from './record-history.tsx'

type HistoryDialogProps = { record: HistoryRecord; onClose: () => void }

/** What has been done to a record, newest first, each with its undo where it may be taken back. */
const HistoryDialog = ({ record, onClose }: HistoryDialogProps) => {
  const { t } = useTranslation(['journal', record.resource])
  // The lines are still on their way: nothing else in it asks for the focus.
  const start = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      initialFocus={start}
      title={t('history.title')}
      description={t('history.of', { name: t(`${record.resource}:one`), number: record.number })}
    >
      <div ref={start} tabIndex={-1} className="outline-none" />
      <RecordHistory record={record} />
    </Dialog>
  )
}

export default HistoryDialog
