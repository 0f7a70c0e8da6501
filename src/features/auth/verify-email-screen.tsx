import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { Button } from '../../ui/button.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AuthProblem } from './auth-problem.tsx'
import { DeadLink } from './dead-link.tsx'
import { GateSteps } from './gate-steps.tsx'
import { GoButton } from './go-button.tsx'
import { useAccount } from './use-account.ts'
import { useProblemText } from './use-problem-text.ts'

export type VerifyEmailScreenProps = {
  /** Spends the link. Asked twice for the same link it answers the same: a link works once. */
  verify: (signal: AbortSignal) => Promise<unknown>
  isSignedIn: boolean
  language?: ReactNode
}

/** The link of the mail: confirms by being opened, and says what comes next. */
export const VerifyEmailScreen = ({ verify, isSignedIn, language }: VerifyEmailScreenProps) => {
  const { t } = useTranslation('auth')
  const textOf = useProblemText()
  const account = useAccount((_, signal) => verify(signal))
  const { failure, isDone, wait, send } = account
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, by being opened.
  useEffect(() => send({}), [])
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
    <AuthFrame title={t('verify.title')} lead={t('verify.lead')} language={language}>
      <AuthProblem text={failure === null ? null : textOf('form', failure.code, failure)} />
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {wait === 'long' ? t('wait.long') : wait === 'brief' ? t('gate.pending') : ''}
      </p>
      {failure !== null && (
        <Button variant="primary" size="lg" keys="Enter" autoFocus onClick={() => send({})}>
          {t('verify.again')}
        </Button>
      )}
    </AuthFrame>
  )
}
