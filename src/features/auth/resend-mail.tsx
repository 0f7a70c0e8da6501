import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { AuthProblem } from './auth-problem.tsx'
import { useAccount } from './use-account.ts'
import { useProblemText } from './use-problem-text.ts'

type ResendMailProps = {
  email: string
  resend: (email: string, signal: AbortSignal) => Promise<unknown>
}

/** Another mail to an address that is known, by one press. */
export const ResendMail = ({ email, resend }: ResendMailProps) => {
  const { t } = useTranslation('auth')
  const textOf = useProblemText()
  const { send, wait, isDone, failure } = useAccount((sent, signal) => resend(sent.email ?? '', signal))
  return (
    <>
      <Button size="lg" icon="mail" pending={wait !== 'none'} onClick={() => send({ email })}>
        {t(wait === 'none' ? 'resend.button' : 'mailed.pending')}
      </Button>
      <AuthProblem text={failure === null ? null : textOf('form', failure.code, failure)} />
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {isDone ? t('resend.sent') : ''}
      </p>
    </>
  )
}
