import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeFrame } from './notice-frame.tsx'

/** /maintenance: the server is being worked on. */
export const MaintenanceScreen = ({ language }: { language?: ReactNode }) => {
  const { t } = useTranslation('public')
  return (
    <NoticeFrame
      mark={{ icon: 'settings' }}
      title={t('maintenance.title')}
      lead={t('maintenance.lead')}
      facts={[
        { label: t('maintenance.records'), value: t('maintenance.recordsDetail') },
        { label: t('maintenance.wait'), value: t('maintenance.waitDetail') },
      ]}
      language={language}
      // Loaded anew: what was worked on may be the console itself.
      actions={
        <Button
          variant="primary"
          size="lg"
          icon="refresh"
          keys="Enter"
          autoFocus
          onClick={() => location.assign(paths.home())}
        >
          {t('actions.retry')}
        </Button>
      }
    />
  )
}
