import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { AuthFrame } from './auth-frame.tsx'
import { GateSteps } from './gate-steps.tsx'
import { Note } from './note.tsx'
import { ResendMail } from './resend-mail.tsx'

export type GateScreenProps = {
  name: keyof typeof icons
  /** Whose account waits. */
  email: string
  /** Asks the server again whether the gate is open. */
  onRefresh: () => void
  onSignOut: () => void
  /** Another mail, where one is waited for. */
  resend?: (email: string, signal: AbortSignal) => Promise<unknown>
  pending: boolean
  /** True once it has been asked and was still closed: the answer is said, not only repeated. */
  stillClosed: boolean
  language?: ReactNode
}

/** A gate: what is missing, who does it, and a way to look again or to leave. */
export const GateScreen = ({ name, email, onRefresh, onSignOut, resend, ...props }: GateScreenProps) => {
  const { t } = useTranslation('auth')
  const { pending, stillClosed, language } = props
  // Whoever comes back from their mails need not press anything.
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
        {stillClosed && !pending ? t(`${name}.stillClosed`) : ''}
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
        {resend && <ResendMail email={email} resend={resend} />}
        <Button variant="ghost" size="lg" icon="log-out" onClick={onSignOut}>
          {t('gate.signOut')}
        </Button>
      </div>
    </AuthFrame>
  )
}

/** The first gate: the address is not verified yet. The second: an administrator has not activated the account yet. */
const icons = { confirm: 'mail', activate: 'user-check' } as const satisfies Record<string, IconName>
