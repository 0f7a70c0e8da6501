import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useAuth } from '../auth/auth-context.ts'
import { BrokenScreen, HomeButton, NoticeFrame } from './notice-frame.tsx'

/** /error-404. */
const NotFoundScreen = ({ language }: { language?: ReactNode }) => {
  const { t } = useTranslation('public')
  const navigate = useNavigate()
  return (
    <NoticeFrame
      mark={{ code: '404' }}
      title={t('notFound.title')}
      lead={t('notFound.lead')}
      language={language}
      actions={
        <>
          <HomeButton />
          <Button size="lg" icon="arrow-left" onClick={() => navigate(-1)}>
            {t('actions.back')}
          </Button>
        </>
      }
    />
  )
}

/** /upcoming: announced features. */
const UpcomingScreen = ({ language }: { language?: ReactNode }) => {
  const { t } = useTranslation(['landing', 'public'])
  return (
    <NoticeFrame
      mark={{ icon: 'hourglass' }}
      title={t('landing:upcoming.title')}
      lead={t('landing:upcoming.lead')}
      language={language}
      actions={<HomeButton />}
    />
  )
}

/** /maintenance. */
const MaintenanceScreen = ({ language }: { language?: ReactNode }) => {
  const { t } = useTranslation(['landing', 'public'])
  return (
    <NoticeFrame
      mark={{ icon: 'settings' }}
      title={t('landing:maintenance.title')}
      lead={t('landing:maintenance.lead')}
      facts={[
        { label: t('landing:maintenance.records'), value: t('landing:maintenance.recordsDetail') },
        { label: t('landing:maintenance.wait'), value: t('landing:maintenance.waitDetail') },
      ]}
      language={language}
      // Reloads, since the console itself may have been updated.
      actions={
        <Button
          variant="primary"
          size="lg"
          icon="refresh"
          keys="Enter"
          autoFocus
          onClick={() => location.assign(paths.home())}
        >
          {t('public:actions.retry')}
        </Button>
      }
    />
  )
}

export const Upcoming = () => <UpcomingScreen language={useAuth().language} />
export const Maintenance = () => <MaintenanceScreen language={useAuth().language} />
export const NotFound = () => <NotFoundScreen language={useAuth().language} />
export const Broken = () => <BrokenScreen language={useAuth().language} />
