import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import type { Failure } from '../../../machines/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useAuth, useSecondStep, useSignIn } from './auth-context.ts'
import { AuthFailure, LongWait } from './auth-form.tsx'
import { AuthFrame, GoButton } from './auth-frame.tsx'
import { CodeScreen } from './code-screen.tsx'
import { HandedScreen } from './handed-screen.tsx'
import { isProvingAnswer } from './provider-answers.ts'

/** No login of this tab waits for this answer: it was used, or began elsewhere. */
const ended: Failure = { code: 'SSO_ENDED', detail: 'Unauthorized', errors: [] }

/** Where an identity provider sends the browser back. */
export const SignOnScreen = () => {
  const { search } = useLocation()
  return isProvingAnswer(search) ? <HandedScreen answer={search} /> : <AnsweredScreen answer={search} />
}

/** Sends the answer of a login once, and leads on, or back to the login. */
const AnsweredScreen = ({ answer }: { answer: string }) => {
  const { t } = useTranslation('auth')
  const { session, signOns, language } = useAuth()
  const { provider = '' } = useParams()
  const navigate = useNavigate()
  const [stored] = useState(() => signOns.read())
  const isAnswered = stored?.provider === provider && stored.flow !== '' && answer !== ''
  const pending = isAnswered ? stored : null
  const next = stored?.next ?? null
  const signIn = useSignIn(next)
  const code = useSecondStep()
  const isLocked = useSelector(session, ({ context }) => context.locked !== null)
  const send = () => {
    if (pending === null || session.getSnapshot().matches({ signedOut: 'signingIn' })) return
    const { flow, keep } = pending
    signIn.onSend({ signOn: { provider, flow, answer }, ...(keep ? { keep } : {}) })
  }
  const begin = useEffectEvent(send)
  useEffect(() => {
    begin()
    return () => session.send({ type: 'failure.dismiss' })
  }, [session])
  const back = isLocked ? paths.lockScreen(next ?? undefined) : paths.login(next ?? undefined)
  if (code !== null) {
    const onLeave = () => {
      code.onLeave()
      void navigate(back, { replace: true })
    }
    return <CodeScreen {...code} onLeave={onLeave} language={language} />
  }
  const failure = pending === null ? ended : signIn.failure
  if (signIn.wait !== 'none') {
    return (
      <AuthFrame title={t('signOn.title')} lead={t('signOn.lead')} language={language}>
        <p role="status" className="text-sm text-ink-muted">
          {t('gate.pending')}
        </p>
        <LongWait wait={signIn.wait} onCancel={signIn.onCancel} />
      </AuthFrame>
    )
  }
  // Without an answer the server may not have had the question.
  const mayRepeat = pending !== null && (failure === null || failure.code === 'OFFLINE')
  return (
    <AuthFrame title={t('signOn.failed')} lead={t('signOn.failedLead')} language={language}>
      {failure === null ? (
        <p role="status" className="text-sm text-ink-muted">
          {t('wait.stopped')}
        </p>
      ) : (
        <AuthFailure failure={failure} />
      )}
      <div className="flex flex-col gap-2">
        <GoButton to={back}>{t(isLocked ? 'signOn.locked' : 'links.login')}</GoButton>
        {mayRepeat && (
          <Button size="lg" icon="refresh" onClick={send}>
            {t('verify.again')}
          </Button>
        )}
      </div>
    </AuthFrame>
  )
}
