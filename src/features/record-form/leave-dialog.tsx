import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

/** Asks before a form with unsaved words is left. */
export const LeaveDialog = ({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) => {
  const { t } = useTranslation('form')
  return (
    <Dialog
      open
      role="alertdialog"
      onOpenChange={onStay}
      title={t('unsaved')}
      description={t('unsavedDetail')}
      footer={
        <>
          <Button variant="danger" onClick={onLeave}>
            {t('leave')}
          </Button>
          <Button autoFocus variant="primary" keys="Escape" onClick={onStay}>
            {t('stay')}
          </Button>
        </>
      }
    />
  )
}
