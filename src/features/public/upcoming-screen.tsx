import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HomeButton } from './home-button.tsx'
import { NoticeFrame } from './notice-frame.tsx'

/** /upcoming: for what is announced and not open yet. */
export const UpcomingScreen = ({ language }: { language?: ReactNode }) => {
  const { t } = useTranslation('public')
  return (
    <NoticeFrame
      mark={{ icon: 'hourglass' }}
      title={t('upcoming.title')}
      lead={t('upcoming.lead')}
      language={language}
      actions={<HomeButton />}
    />
  )
}
