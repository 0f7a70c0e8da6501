import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.tsx'
import type { useSecondStep } from './auth-context.ts'
import type { AuthValues } from './auth-fields.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { LockedHelp } from './login-screen.tsx'

type CodeScreenProps = NonNullable<ReturnType<typeof useSecondStep>> & { language?: ReactNode }

/** Second step of a sign-in: the code of the authenticator app, or a recovery code. Escape goes back to the password. */
export const CodeScreen = ({ email, failure, onSend, onLeave, language, ...form }: CodeScreenProps) => {
  const { t } = useTranslation('auth')
  const [field, setField] = useState<'code' | 'recoveryCode'>('code')
  const [values, setValues] = useState<AuthValues>({})
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
  const isOfApp = field === 'code'
  return (
    <AuthFrame
      title={t('code.title')}
      lead={t(isOfApp ? 'code.lead' : 'code.recoveryLead')}
      language={language}
    >
      <p className="-mt-2 truncate text-sm text-ink-muted">{email}</p>
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
        onSend={(typed) => onSend(typed[field] ?? '')}
        whenLocked={<LockedHelp onFollow={onLeave} />}
        submitLabel={t('code.submit')}
        pendingLabel={t('gate.pending')}
      />
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          variant="ghost"
          onClick={() => {
            setValues({})
            setField(isOfApp ? 'recoveryCode' : 'code')
          }}
        >
          {t(isOfApp ? 'code.useRecovery' : 'code.useApp')}
        </Button>
        <Button variant="ghost" keys="Escape" onClick={onLeave}>
          {t('links.login')}
        </Button>
      </div>
    </AuthFrame>
  )
}
