import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { Button } from '../../ui/button.tsx'
import type { AuthValues } from './auth-fields.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AuthLink } from './auth-link.tsx'
import { checkMailRequest } from './check-fields.ts'
import { GoButton } from './go-button.tsx'
import { Note } from './note.tsx'
import { useAccount } from './use-account.ts'

export type MailRequestScreenProps = {
  /** Which mail: to choose a new password, or to confirm the address. */
  name: 'forget' | 'resend'
  /** The address, where it is known. */
  email?: string
  ask: (email: string, signal: AbortSignal) => Promise<unknown>
  language?: ReactNode
}

/** Asks for a mail with a link. What it answers is the same for every address. */
export const MailRequestScreen = ({ name, email = '', ask, language }: MailRequestScreenProps) => {
  const { t } = useTranslation('auth')
  const [values, setValues] = useState<AuthValues>({ email })
  const account = useAccount((sent, signal) => ask(sent.email ?? '', signal))
  if (account.isDone) {
    return (
      <AuthFrame title={t('mailed.title')} lead={t(`${name}.sent`)} language={language}>
        <Note icon="mail-check">{values.email}</Note>
        <p className="text-sm text-pretty text-ink-muted">{t('mailed.junk')}</p>
        <div className="flex flex-col gap-2">
          <GoButton to={paths.login()}>{t('links.login')}</GoButton>
          <Button variant="ghost" size="lg" onClick={account.reset}>
            {t('mailed.other')}
          </Button>
        </div>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      title={t(`${name}.title`)}
      lead={t(`${name}.lead`)}
      language={language}
      stub={
        <p className="text-sm">
          <AuthLink to={paths.login()}>{t('links.login')}</AuthLink>
        </p>
      }
    >
      <AuthForm
        label={t(`${name}.title`)}
        fields={['email']}
        values={values}
        onValuesChange={setValues}
        check={checkMailRequest}
        failure={account.failure}
        wait={account.wait}
        onSend={account.send}
        onCancel={account.cancel}
        submitLabel={t('mailed.submit')}
        pendingLabel={t('mailed.pending')}
      />
    </AuthFrame>
  )
}
