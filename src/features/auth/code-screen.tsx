import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecondStepWay } from '../../../domain/users/second-factor.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useAuth, type useSecondStep } from './auth-context.ts'
import type { AuthValues } from './auth-fields.ts'
import { AuthFailure, AuthForm, LongWait } from './auth-form.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { LockedHelp } from './login-screen.tsx'
import { usePasskeyPrompt } from './use-passkey-prompt.ts'

type CodeScreenProps = NonNullable<ReturnType<typeof useSecondStep>> & { language?: ReactNode }

/** Texts of the ways: `lead` explains one, `use` changes to it. */
const texts = {
  app: { lead: 'auth:code.lead', use: 'auth:code.useApp' },
  passkey: { lead: 'auth:code.passkeyLead', use: 'auth:code.usePasskey' },
  'recovery-code': { lead: 'auth:code.recoveryLead', use: 'auth:code.useRecovery' },
} as const satisfies Record<SecondStepWay, { lead: string; use: string }>

/** Second step of a sign-in: the code of the authenticator app, a passkey, or a recovery code. Escape goes back to the password. */
export const CodeScreen = ({
  challenge,
  ways,
  email,
  failure,
  onSend,
  onLeave,
  language,
  ...form
}: CodeScreenProps) => {
  const { t } = useTranslation('auth')
  const { api } = useAuth()
  const [way, setWay] = useState<SecondStepWay>(ways[0] ?? 'recovery-code')
  const [values, setValues] = useState<AuthValues>({})
  const prompt = usePasskeyPrompt({
    begin: (options) => api.sessions.beginPasskey(challenge, options),
    onAnswer: (passkey) => onSend({ passkey }),
  })
  // A refused code is of no more use.
  useEffect(() => {
    if (failure !== null) setValues({})
  }, [failure])
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) leave()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const field = way === 'app' ? 'code' : 'recoveryCode'
  const change = (to: SecondStepWay) => {
    setValues({})
    prompt.clear()
    setWay(to)
    if (to === 'passkey') prompt.ask()
  }
  return (
    <AuthFrame
      title={t(way === 'passkey' ? 'code.passkeyTitle' : 'code.title')}
      lead={t(texts[way].lead)}
      language={language}
    >
      {email !== '' && <p className="-mt-2 truncate text-sm text-ink-muted">{email}</p>}
      {way === 'passkey' ? (
        <div className="flex flex-col gap-4">
          <AuthFailure failure={prompt.failure ?? failure} />
          <Button
            autoFocus
            variant="primary"
            size="lg"
            icon="key"
            pending={prompt.isAsking || form.wait !== 'none'}
            onClick={prompt.ask}
          >
            {t('code.usePasskey')}
          </Button>
          <LongWait wait={form.wait} onCancel={form.onCancel} />
        </div>
      ) : (
        <AuthForm
          key={field}
          {...form}
          failure={failure}
          label={t('code.title')}
          fields={[field]}
          refocus={field}
          values={values}
          onValuesChange={setValues}
          check={(typed) => (typed[field]?.trim() ? {} : { [field]: 'REQUIRED' })}
          onSend={(typed) => onSend({ code: typed[field] ?? '' })}
          whenLocked={<LockedHelp onFollow={onLeave} />}
          submitLabel={t('code.submit')}
          pendingLabel={t('gate.pending')}
        />
      )}
      <div className="flex flex-wrap justify-between gap-2">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="ghost" onClick={() => change(other)}>
              {t(texts[other].use)}
            </Button>
          ))}
        <Button variant="ghost" keys="Escape" onClick={onLeave}>
          {t('links.login')}
        </Button>
      </div>
    </AuthFrame>
  )
}
