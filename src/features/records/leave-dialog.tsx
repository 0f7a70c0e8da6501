import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { LeaveGuard } from '../../workspace/leave-guard.ts'

/** Asks before a form with unsaved words is left. */
export const LeaveDialog = ({ guard }: { guard: LeaveGuard }) => {
  const { t } = useTranslation('form')
  const isAsking = useSyncExternalStore(guard.subscribe, guard.isAsking)
  return (
    <Dialog
      open={isAsking}
      role="alertdialog"
      onOpenChange={() => guard.answer(false)}
      title={t('unsaved')}
      description={t('unsavedDetail')}
      footer={
        <>
          <Button variant="danger" onClick={() => guard.answer(true)}>
            {t('leave')}
          </Button>
          <Button autoFocus variant="primary" keys="Escape" onClick={() => guard.answer(false)}>
            {t('stay')}
          </Button>
        </>
      }
    />
  )
}
