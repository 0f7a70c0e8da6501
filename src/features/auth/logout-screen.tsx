import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { AuthFrame } from './auth-frame.tsx'
import { GoButton } from './go-button.tsx'
import { Note } from './note.tsx'

/** Says that the session is over, and leads back in. */
export const LogoutScreen = ({ language }: { language?: ReactNode }) => {
  const { t } = useTranslation('auth')
  return (
    <AuthFrame title={t('logout.title')} lead={t('logout.lead')} language={language}>
      <Note icon="circle-check" tone="success">
        {t('logout.note')}
      </Note>
      <GoButton to={paths.login()}>{t('logout.again')}</GoButton>
    </AuthFrame>
  )
}
