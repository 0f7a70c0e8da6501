import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { HomeButton } from './home-button.tsx'
import { NoticeFrame } from './notice-frame.tsx'

/** /error-404: nothing stands at this address. */
export const NotFoundScreen = ({ language }: { language?: ReactNode }) => {
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
