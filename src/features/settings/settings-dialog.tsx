import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { SettingsForm } from './settings-form.tsx'

/** The settings where there is no room for them beside the content. */
export const SettingsDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useTranslation('settings')
  return (
    <Dialog open={open} onOpenChange={onClose} title={t('title')} size="sm">
      <SettingsForm />
    </Dialog>
  )
}
