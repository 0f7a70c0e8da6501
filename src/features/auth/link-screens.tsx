import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import type { AuthValues } from './auth-fields.ts'
import { AuthFailure, AuthForm, LongWait } from './auth-form.tsx'
import { AuthFrame, AuthLink, GoButton, Note } from './auth-frame.tsx'
import { GateSteps } from './gate-screens.tsx'
import { checkMailRequest, checkNewPassword, useAccount } from './use-account.ts'

type MailRequestScreenProps = {
  /** Kind of mail: password reset or e-mail confirmation. */
  name: 'forget' | 'resend'
  /** The address, if known. */
  email?: string
  ask: (email: string, signal: AbortSignal) => Promise<unknown>
  language?: ReactNode
}

/** Requests a mail with a link. The answer is the same for every address. */
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
        {...account.form}
        submitLabel={t('mailed.submit')}
        pendingLabel={t('mailed.pending')}
      />
    </AuthFrame>
  )
}

type PasswordResetScreenProps = {
  /** Whether the link still works; rejects if not. */
  check: (signal: AbortSignal) => Promise<unknown>
  reset: (password: string, signal: AbortSignal) => Promise<unknown>
  language?: ReactNode
}

/** Sets a new password with a mail's link; ends all sessions of the account. */
export const PasswordResetScreen = ({ check, reset, language }: PasswordResetScreenProps) => {
  const { t } = useTranslation('auth')
  const [values, setValues] = useState<AuthValues>({ newPassword: '', confirmation: '' })
  const account = useAccount((sent, signal) => reset(sent.newPassword ?? '', signal))
  const link = useAccount((_, signal) => check(signal))
  // Asked once, on opening, so that nobody thinks of a password for nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, by being opened.
  useEffect(() => link.send({}), [])
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
  if ([link.failure?.code, account.failure?.code].includes('LINK_INVALID')) {
    return <DeadLink again={paths.forgetPassword()} language={language} />
  }
  // A form that the answer took away would lose what is being typed. Other failures say nothing of the link.
  if (!link.isDone && link.failure === null) {
    return (
      <AuthFrame
        title={t('reset.title')}
        lead={link.isStopped ? undefined : t('verify.lead')}
        language={language}
      >
        <LinkWait {...link} onCancel={link.cancel} onAgain={() => link.send({})} />
      </AuthFrame>
    )
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
        {...account.form}
        submitLabel={t('reset.submit')}
        pendingLabel={t('reset.pending')}
      />
    </AuthFrame>
  )
}

type VerifyEmailScreenProps = {
  /** Uses the link. Cached: a link works once. */
  verify: (signal: AbortSignal) => Promise<unknown>
  /** The user no longer waits: the next `verify` asks the server again. */
  onStop: () => void
  isSignedIn: boolean
  language?: ReactNode
}

/** Confirms the e-mail address on opening, and shows the next step. */
export const VerifyEmailScreen = ({ verify, onStop, isSignedIn, language }: VerifyEmailScreenProps) => {
  const { t } = useTranslation('auth')
  const account = useAccount((_, signal) => verify(signal))
  const { failure, isDone, send, cancel } = account
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, by being opened.
  useEffect(() => send({}), [])
  const stop = () => {
    onStop()
    cancel()
  }
  if (failure?.code === 'LINK_INVALID') return <DeadLink again={paths.resendEmail()} language={language} />
  if (isDone) {
    return (
      <AuthFrame title={t('verified.title')} lead={t('verified.lead')} language={language}>
        <GateSteps at="activate" />
        <GoButton to={isSignedIn ? paths.home() : paths.login()}>
          {t(isSignedIn ? 'verified.go' : 'login.submit')}
        </GoButton>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      title={t('verify.title')}
      lead={account.isStopped ? undefined : t('verify.lead')}
      language={language}
    >
      <AuthFailure failure={failure} />
      <LinkWait {...account} onCancel={stop} onAgain={() => send({})} />
    </AuthFrame>
  )
}

type LinkWaitProps = Pick<ReturnType<typeof useAccount>, 'wait' | 'failure' | 'isStopped'> & {
  onCancel: () => void
  onAgain: () => void
}

/** Says that the server is being asked about a link; asks again after a failure, and once the user stopped waiting. */
const LinkWait = ({ wait, failure, isStopped, onCancel, onAgain }: LinkWaitProps) => {
  const { t } = useTranslation('auth')
  return (
    <>
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {wait === 'brief' ? t('gate.pending') : isStopped ? t('wait.stopped') : ''}
      </p>
      <LongWait wait={wait} onCancel={onCancel} />
      {(failure !== null || isStopped) && (
        <Button variant="primary" size="lg" keys="Enter" autoFocus onClick={onAgain}>
          {t('verify.again')}
        </Button>
      )}
    </>
  )
}

type DeadLinkProps = {
  /** Path to request another link. */
  again: string
  language?: ReactNode
}

/** Error of a used, expired or truncated link. */
const DeadLink = ({ again, language }: DeadLinkProps) => {
  const { t } = useTranslation('auth')
  return (
    <AuthFrame title={t('dead.title')} lead={t('dead.lead')} language={language}>
      <Note icon="link" tone="danger">
        {t('dead.note')}
      </Note>
      <GoButton to={again}>{t('dead.again')}</GoButton>
      <p className="text-center text-sm">
        <AuthLink to={paths.login()}>{t('links.login')}</AuthLink>
      </p>
    </AuthFrame>
  )
}
