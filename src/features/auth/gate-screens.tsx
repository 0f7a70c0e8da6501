import { type ReactNode, useEffect, useEffectEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { AuthFailure, LongWait } from './auth-form.tsx'
import { AuthFrame, AuthLink, GoButton, Note } from './auth-frame.tsx'
import { useAccount } from './use-account.ts'

type GateScreenProps = {
  name: keyof typeof icons
  email: string
  /** Checks the gate again. */
  onRefresh: () => void
  onSignOut: () => void
  /** Sends another confirmation mail. */
  resend?: (email: string, signal: AbortSignal) => Promise<unknown>
  /** Signs up again: the address was mistyped. */
  onOtherAddress?: () => void
  pending: boolean
  /** The gate was checked and is still closed: say so. */
  stillClosed: boolean
  /** The gate could not be checked: the server did not answer. */
  isUnanswered: boolean
  language?: ReactNode
}

/** A closed gate: what is missing, who opens it, check again, sign out. */
export const GateScreen = ({ name, email, onRefresh, onSignOut, resend, ...props }: GateScreenProps) => {
  const { t } = useTranslation('auth')
  const { pending, stillClosed, isUnanswered, language, onOtherAddress } = props
  // Checks when the user returns from their mails.
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') onRefresh()
  })
  useEffect(() => {
    const onReturn = () => look()
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [])
  return (
    <AuthFrame title={t(`${name}.title`)} lead={t(`${name}.lead`)} language={language}>
      <Note icon={icons[name]}>{email}</Note>
      <GateSteps at={name} />
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {pending ? '' : stillClosed ? t(`${name}.stillClosed`) : isUnanswered ? t('wait.stopped') : ''}
      </p>
      <div className="flex flex-col gap-2">
        <Button
          variant="primary"
          size="lg"
          icon="refresh"
          keys="Enter"
          pending={pending}
          autoFocus
          onClick={onRefresh}
        >
          {t(pending ? 'gate.pending' : 'gate.refresh')}
        </Button>
        {resend && <ResendMail email={email} resend={resend} isOwn />}
        {onOtherAddress && (
          <Button variant="ghost" size="lg" icon="pencil" onClick={onOtherAddress}>
            {t('confirm.otherAddress')}
          </Button>
        )}
        <Button variant="ghost" size="lg" icon="log-out" onClick={onSignOut}>
          {t('gate.signOut')}
        </Button>
      </div>
    </AuthFrame>
  )
}

/** Gates: verify the e-mail address; wait for activation by an administrator. */
const icons = { confirm: 'mail', activate: 'user-check' } as const satisfies Record<string, IconName>

/** Second gate without a session. */
export const AwaitActivationScreen = ({ language }: { language?: ReactNode }) => {
  const { t } = useTranslation('auth')
  return (
    <AuthFrame title={t('activate.title')} lead={t('activate.lead')} language={language}>
      <GateSteps at="activate" />
      <GoButton to={paths.login()}>{t('login.submit')}</GoButton>
    </AuthFrame>
  )
}

type CheckMailScreenProps = {
  /** Address that just signed up; null if opened otherwise. */
  email: string | null
  resend: (email: string, signal: AbortSignal) => Promise<unknown>
  language?: ReactNode
}

/** First gate without a session. */
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
      {email !== null && (
        <p className="text-center text-sm">
          <AuthLink to={paths.register()}>{t('confirm.otherAddress')}</AuthLink>
        </p>
      )}
      {email === null && (
        <p className="text-center text-sm">
          <AuthLink to={paths.resendEmail()}>{t('resend.button')}</AuthLink>
        </p>
      )}
    </AuthFrame>
  )
}

const steps = ['signUp', 'confirm', 'activate'] as const

/** Steps from sign-up to activation, with the current one. */
export const GateSteps = ({ at }: { at: (typeof steps)[number] }) => {
  const { t } = useTranslation('auth')
  const titleId = useId()
  const current = steps.indexOf(at)
  return (
    <div>
      <h2 id={titleId} className="sr-only">
        {t('steps.title')}
      </h2>
      <ol aria-labelledby={titleId} className="flex flex-col gap-2">
        {steps.map((step, index) => (
          <Step
            key={step}
            label={t(`steps.${step}`)}
            state={index < current ? 'done' : index === current ? 'current' : 'ahead'}
          />
        ))}
      </ol>
    </div>
  )
}

const marks = {
  done: { icon: 'circle-check', className: 'text-success', textClass: 'text-ink-muted' },
  current: { icon: 'hourglass', className: 'text-warning', textClass: 'font-medium text-ink' },
  ahead: { icon: 'circle-dashed', className: 'text-ink-faint', textClass: 'text-ink-muted' },
} as const

const Step = ({ label, state }: { label: string; state: keyof typeof marks }) => {
  const { t } = useTranslation('auth')
  const { icon, className, textClass } = marks[state]
  return (
    <li aria-current={state === 'current' ? 'step' : undefined} className="flex items-center gap-2.5">
      <Icon name={icon} className={className} />
      <span className={textClass}>{label}</span>
      <span className="sr-only">{t(`steps.${state}`)}</span>
    </li>
  )
}

type ResendMailProps = {
  email: string
  resend: (email: string, signal: AbortSignal) => Promise<unknown>
  /** The address of the signed-in user, whose account is known to wait. */
  isOwn?: boolean
}

/** Button that sends another mail. */
const ResendMail = ({ email, resend, isOwn = false }: ResendMailProps) => {
  const { t } = useTranslation('auth')
  const { send, cancel, wait, isDone, isStopped, failure } = useAccount((sent, signal) =>
    resend(sent.email ?? '', signal),
  )
  return (
    <>
      <Button size="lg" icon="mail" pending={wait !== 'none'} onClick={() => send({ email })}>
        {t(wait === 'none' ? 'resend.button' : 'mailed.pending')}
      </Button>
      <AuthFailure failure={failure} />
      <LongWait wait={wait} onCancel={cancel} />
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {isDone
          ? isOwn
            ? t('resend.sentTo', { email })
            : t('resend.sent')
          : isStopped
            ? t('wait.stopped')
            : ''}
      </p>
    </>
  )
}
