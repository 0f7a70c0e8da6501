import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import type { Locked } from '../../../machines/session/session-machine.ts'
import { useAuth, useNext, useSecondStep, useUser } from './auth-context.ts'
import { type AuthValues, checkLogin } from './auth-fields.ts'
import { AuthForm, type AuthFormProps } from './auth-form.tsx'
import { AuthFrame, AuthLink, GoButton, Note } from './auth-frame.tsx'
import { CodeScreen } from './code-screen.tsx'
import { LockedHelp, LoginScreen, PasskeyButton, SignOnButtons, useDemoLogins } from './login-screen.tsx'
import type { SignOnOffer } from './use-sign-on.ts'
import { useWaysIn } from './use-ways-in.ts'

// Separate from the other account screens, so that the login does not load phone validation.

export const Login = () => {
  const { api, language, takeTyped } = useAuth()
  const next = useNext()
  const { form, passkey, signOn } = useWaysIn(next)
  const demo = useDemoLogins(api.sessions)
  const code = useSecondStep()
  const email = useRef('')
  if (code !== null) {
    email.current = code.email
    return <CodeScreen {...code} language={language} />
  }
  // Back from the code, the address stays.
  const typed = () => (email.current === '' ? (takeTyped?.() ?? {}) : { email: email.current })
  return (
    <LoginScreen
      {...form}
      passkey={passkey}
      signOn={signOn}
      demo={demo}
      language={language}
      takeTyped={typed}
    />
  )
}

/** Locks the session on mount: by then the console is unmounted, so that nothing of it runs without a session. */
export const Lock = () => {
  const { session, language } = useAuth()
  const user = useUser()
  const next = useNext()
  const { form, passkey, signOn } = useWaysIn(next, { isLocked: true })
  const locked = useSelector(session, ({ context }) => context.locked)
  const [isLocking, setLocking] = useState(user !== null)
  useEffect(() => {
    if (!isLocking) return
    session.send({ type: 'session.lock' })
    setLocking(false)
  }, [isLocking, session])
  const code = useSecondStep()
  if (isLocking) return null
  if (code !== null) return <CodeScreen {...code} language={language} />
  return (
    <LockScreen
      wait={form.wait}
      onCancel={form.onCancel}
      failure={form.failure}
      locked={locked}
      onUnlock={form.onSend}
      passkey={passkey}
      signOn={signOn}
      onLeave={() => session.send({ type: 'session.close' })}
      language={language}
    />
  )
}

/** Ends the session on mount, and that of its identity provider, whose page leads back to the login. */
export const Logout = () => {
  const { session, language } = useAuth()
  const [signOutUrl] = useState(useUser()?.signOutUrl)
  useEffect(() => {
    session.send({ type: 'session.close' })
    if (signOutUrl !== undefined && navigator.onLine) location.replace(signOutUrl)
  }, [session, signOutUrl])
  return <LogoutScreen language={language} />
}

type LockScreenProps = Pick<AuthFormProps, 'failure' | 'wait' | 'onCancel'> & {
  /** User of the locked session; null if there is none. */
  locked: Locked | null
  onUnlock: (credentials: { email: string; password: string }) => void
  /** Another user wants to sign in: forget the locked one. */
  onLeave: () => void
  passkey: { isAsking: boolean; onAsk: () => void }
  signOn: SignOnOffer
  language?: ReactNode
}

/** Lock screen: user and password field. */
const LockScreen = ({ locked, onUnlock, onLeave, passkey, signOn, language, ...form }: LockScreenProps) => {
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
        problems="lock"
        onSend={({ password = '' }) => onUnlock({ email, password })}
        whenLocked={<LockedHelp onFollow={onLeave} />}
        submitLabel={t('lock.submit')}
        pendingLabel={t('lock.pending')}
      />
      <PasskeyButton isAsking={passkey.isAsking} onAsk={() => passkey.onAsk()} />
      <SignOnButtons offer={signOn} />
    </AuthFrame>
  )
}

/** Shown after logout. */
const LogoutScreen = ({ language }: { language?: ReactNode }) => {
  const { t } = useTranslation('auth')
  return (
    <AuthFrame title={t('logout.title')} lead={t('logout.lead')} language={language}>
      <Note icon="circle-check" tone="success">
        {t('logout.note')}
      </Note>
      <GoButton to={paths.login()}>{t('logout.again')}</GoButton>
    </AuthFrame>
  )
}
