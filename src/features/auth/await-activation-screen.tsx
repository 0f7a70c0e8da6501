import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { AuthFrame } from './auth-frame.tsx'
import { GateSteps } from './gate-steps.tsx'
import { GoButton } from './go-button.tsx'

/** The second gate for somebody who is not signed in. */
export const AwaitActivationScreen = ({ language }: { language?: ReactNode }) => {
  const { t } = useTranslation('auth')
  return (
    <AuthFrame title={t('activate.title')} lead={t('activate.lead')} language={language}>
      <GateSteps at="activate" />
      <GoButton to={paths.login()}>{t('login.submit')}</GoButton>
    </AuthFrame>
  )
}
