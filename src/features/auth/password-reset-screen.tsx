import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import type { AuthValues } from './auth-fields.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { checkNewPassword } from './check-fields.ts'
import { DeadLink } from './dead-link.tsx'
import { GoButton } from './go-button.tsx'
import { Note } from './note.tsx'
import { useAccount } from './use-account.ts'

export type PasswordResetScreenProps = {
  reset: (password: string, signal: AbortSignal) => Promise<unknown>
  language?: ReactNode
}

/** A new password, typed twice, by the link of a mail. It ends every session of the account. */
export const PasswordResetScreen = ({ reset, language }: PasswordResetScreenProps) => {
  const { t } = useTranslation('auth')
  const [values, setValues] = useState<AuthValues>({ newPassword: '', confirmation: '' })
  const account = useAccount((sent, signal) => reset(sent.newPassword ?? '', signal))
  if (account.isDone) {
    return (
      <AuthFrame title={t('reset.done')} lead={t('reset.doneLead')} language={language}>
        <Note icon="shield-check" tone="success">
          {t('reset.ended')}
        </Note>
        <GoButton to={paths.login()}>{t('login.submit')}</GoButton>
      </AuthFrame>
    )
  }
  if (account.failure?.code === 'LINK_INVALID') {
    return <DeadLink again={paths.forgetPassword()} language={language} />
  }
  return (
    <AuthFrame title={t('reset.title')} lead={t('reset.lead')} language={language}>
      <AuthForm
        label={t('reset.title')}
        fields={['newPassword', 'confirmation']}
        hints={{ newPassword: t('hints.password') }}
        values={values}
        onValuesChange={setValues}
        check={checkNewPassword}
        failure={account.failure}
        wait={account.wait}
        onSend={account.send}
        onCancel={account.cancel}
        submitLabel={t('reset.submit')}
        pendingLabel={t('reset.pending')}
      />
    </AuthFrame>
  )
}
