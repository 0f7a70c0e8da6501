import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { AuthFrame } from './auth-frame.tsx'
import { AuthLink } from './auth-link.tsx'
import { GateSteps } from './gate-steps.tsx'
import { GoButton } from './go-button.tsx'
import { Note } from './note.tsx'
import { ResendMail } from './resend-mail.tsx'

export type CheckMailScreenProps = {
  /** The address that has just signed up; null for whoever comes here on another way. */
  email: string | null
  resend: (email: string, signal: AbortSignal) => Promise<unknown>
  language?: ReactNode
}

/** The first gate for somebody who is not signed in: a mail waits to be read. */
export const CheckMailScreen = ({ email, resend, language }: CheckMailScreenProps) => {
  const { t } = useTranslation('auth')
  return (
    <AuthFrame title={t('confirm.title')} lead={t('confirm.lead')} language={language}>
      {email !== null && <Note icon="mail">{email}</Note>}
      <GateSteps at="confirm" />
      <div className="flex flex-col gap-2">
        <GoButton to={paths.login()}>{t('confirm.opened')}</GoButton>
        {email !== null && <ResendMail email={email} resend={resend} />}
      </div>
      {email === null && (
        <p className="text-center text-sm">
          <AuthLink to={paths.resendEmail()}>{t('resend.button')}</AuthLink>
        </p>
      )}
    </AuthFrame>
  )
}
