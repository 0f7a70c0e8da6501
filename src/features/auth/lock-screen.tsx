import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import type { Locked } from '../../../machines/session-machine.ts'
import type { AuthValues } from './auth-fields.ts'
import { AuthForm, type AuthFormProps } from './auth-form.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AuthLink } from './auth-link.tsx'
import { checkLogin } from './check-login.ts'
import { GoButton } from './go-button.tsx'
import { LockedHelp } from './locked-help.tsx'

export type LockScreenProps = Pick<AuthFormProps, 'failure' | 'wait' | 'onCancel'> & {
  /** Whose session is locked; null where none is. */
  locked: Locked | null
  onUnlock: (credentials: { email: string; password: string }) => void
  /** Somebody else wants the desk: nothing of the locked session stays. */
  onLeave: () => void
  language?: ReactNode
}

/** Who was here, and their password alone. */
export const LockScreen = ({ locked, onUnlock, onLeave, language, ...form }: LockScreenProps) => {
  const { t } = useTranslation('auth')
  const [values, setValues] = useState<AuthValues>({ password: '' })
  if (locked === null) {
    return (
      <AuthFrame title={t('lock.title')} lead={t('lock.nobody')} language={language}>
        <GoButton to={paths.login()}>{t('login.submit')}</GoButton>
      </AuthFrame>
    )
  }
  const { name, email } = locked
  return (
    <AuthFrame
      title={t('lock.title')}
      lead={t('lock.lead')}
      language={language}
      stub={
        <p className="text-sm">
          <AuthLink to={paths.login()} onFollow={onLeave}>
            {t('lock.other')}
          </AuthLink>
        </p>
      }
    >
      <div className="flex min-w-0 items-center gap-3 rounded-md border border-line bg-canvas px-3 py-2.5">
        <span
          aria-hidden="true"
          className="flex size-9 shrink-0 items-center justify-center rounded-full bg-accent font-semibold text-on-accent"
        >
          {name.trim().charAt(0).toUpperCase()}
        </span>
        <p className="min-w-0">
          <span className="block truncate font-medium">{name}</span>
          <span className="block truncate text-sm text-ink-muted">{email}</span>
        </p>
      </div>
      <AuthForm
        {...form}
        label={t('lock.title')}
        fields={['password']}
        values={values}
        onValuesChange={setValues}
        check={({ password }) => checkLogin({ email, password })}
        refocus="password"
        onSend={({ password = '' }) => onUnlock({ email, password })}
        whenLocked={<LockedHelp onFollow={onLeave} />}
        submitLabel={t('lock.submit')}
        pendingLabel={t('lock.pending')}
      />
    </AuthFrame>
  )
}
