import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useState } from 'react'
import { paths } from '../../../domain/access/paths.ts'
import { landing } from '../../../machines/session/landing.ts'
import { AwaitActivationScreen } from '../../features/auth/await-activation-screen.tsx'
import { CheckMailScreen } from '../../features/auth/check-mail-screen.tsx'
import { GateScreen } from '../../features/auth/gate-screen.tsx'
import { LockScreen } from '../../features/auth/lock-screen.tsx'
import { LoginScreen } from '../../features/auth/login-screen.tsx'
import { LogoutScreen } from '../../features/auth/logout-screen.tsx'
import { MailRequestScreen } from '../../features/auth/mail-request-screen.tsx'
import { PasswordResetScreen } from '../../features/auth/password-reset-screen.tsx'
import { RegisterScreen } from '../../features/auth/register-screen.tsx'
import { SigninSignupScreen } from '../../features/auth/signin-signup-screen.tsx'
import { VerifyEmailScreen } from '../../features/auth/verify-email-screen.tsx'
import { changeLanguage } from '../../i18n/i18n.ts'
import { LanguagesMenu } from '../../layouts/languages-menu.tsx'
import { Redirect, useLocation, useNavigate, useSearchParams } from '../../router/router.tsx'
import { useParams } from '../../router/routes.tsx'
import { useServices } from '../start/services.ts'
import { useDemoLogins } from './use-demo-logins.ts'
import { useSignIn } from './use-sign-in.ts'

export const Login = () => {
  const signIn = useSignIn(useNext())
  const demo = useDemoLogins(useServices().api.sessions)
  return (
    <ForNobody>
      <LoginScreen {...signIn} demo={demo} language={<LanguagesMenu change={changeLanguage} />} />
    </ForNobody>
  )
}

export const SigninSignup = () => {
  const login = useSignIn(useNext())
  const register = useRegister()
  return (
    <ForNobody>
      <SigninSignupScreen
        login={login}
        register={register}
        language={<LanguagesMenu change={changeLanguage} />}
      />
    </ForNobody>
  )
}

export const Register = () => (
  <RegisterScreen {...useRegister()} language={<LanguagesMenu change={changeLanguage} />} />
)

export const ForgetPassword = () => {
  const { api } = useServices()
  return (
    <MailRequestScreen
      name="forget"
      ask={(email, signal) => api.accounts.forgetPassword(email, { signal })}
      language={<LanguagesMenu change={changeLanguage} />}
    />
  )
}

export const ResendEmail = () => {
  const user = useUser()
  return (
    <MailRequestScreen
      name="resend"
      email={user?.email}
      ask={useResend()}
      language={<LanguagesMenu change={changeLanguage} />}
    />
  )
}

export const PasswordReset = () => {
  const { api, session } = useServices()
  const { token = '' } = useParams()
  const reset = async (password: string, signal: AbortSignal) => {
    await api.accounts.resetPassword(token, password, { signal })
    // Whoever's sessions these were, the one of this tab is not to outlive a new password.
    session.send({ type: 'session.close' })
  }
  return (
    <PasswordResetScreen key={token} reset={reset} language={<LanguagesMenu change={changeLanguage} />} />
  )
}

export const VerifyEmail = () => {
  const { api, session } = useServices()
  const { token = '' } = useParams()
  const user = useUser()
  const verify = async () => {
    const request = spent.get(token) ?? api.accounts.verifyEmail(token)
    spent.set(token, request)
    // Only a link that was taken, or refused, is spent: silence may be asked again.
    await request.catch((error: { code?: string }) => {
      if (error.code !== 'LINK_INVALID') spent.delete(token)
      throw error
    })
    session.send({ type: 'gates.check' })
  }
  return (
    <VerifyEmailScreen
      key={token}
      verify={verify}
      isSignedIn={user !== null}
      language={<LanguagesMenu change={changeLanguage} />}
    />
  )
}

/** Links that were opened: a link works once, and React may mount a screen twice. */
const spent = new Map<string, Promise<void>>()

/** The first gate, also for whoever has just signed up and is nobody yet. */
export const Confirm = () => {
  const { session } = useServices()
  const { state } = useLocation()
  const user = useUser()
  const isGate = useSelector(session, (snapshot) => snapshot.matches('unverified'))
  const gate = useGate()
  const resend = useResend()
  if (user === null) {
    return (
      <CheckMailScreen
        email={signedUp(state)}
        resend={resend}
        language={<LanguagesMenu change={changeLanguage} />}
      />
    )
  }
  if (!isGate) return <Home />
  return <GateScreen name="confirm" email={user.email} resend={resend} {...gate} />
}

/** The second gate. */
export const Activate = () => {
  const { session } = useServices()
  const user = useUser()
  const isGate = useSelector(session, (snapshot) => snapshot.matches('inactive'))
  const gate = useGate()
  if (user === null) return <AwaitActivationScreen language={<LanguagesMenu change={changeLanguage} />} />
  if (!isGate) return <Home />
  return <GateScreen name="activate" email={user.email} {...gate} />
}

/** Locks by being opened; the password leads back to where one was. */
export const Lock = () => {
  const { session } = useServices()
  const user = useUser()
  const next = useNext()
  const { onSend, ...signIn } = useSignIn(next)
  const locked = useSelector(session, ({ context }) => context.locked)
  const [isLocking, setLocking] = useState(user !== null)
  useEffect(() => {
    if (!isLocking) return
    session.send({ type: 'session.lock' })
    setLocking(false)
  }, [isLocking, session])
  if (isLocking) return null
  if (user !== null) return <Home />
  return (
    <LockScreen
      {...signIn}
      locked={locked}
      onUnlock={onSend}
      onLeave={() => session.send({ type: 'session.close' })}
      language={<LanguagesMenu change={changeLanguage} />}
    />
  )
}

/** Signs out by being opened. */
export const Logout = () => {
  const { session } = useServices()
  useEffect(() => session.send({ type: 'session.close' }), [session])
  return <LogoutScreen language={<LanguagesMenu change={changeLanguage} />} />
}

/** Whoever is signed in goes where they belong. */
const ForNobody = ({ children }: { children: ReactNode }) => (useUser() === null ? children : <Home />)

const Home = () => {
  const { session } = useServices()
  const user = useUser()
  const kept = useSelector(session, ({ context }) => context.next)
  const next = useNext()
  return <Redirect to={landing(user, next ?? kept)} />
}

const useUser = () => useSelector(useServices().session, ({ context }) => context.session)

const useNext = (): string | null => useSearchParams()[0].get('next')

const useResend = () => {
  const { api } = useServices()
  return (email: string, signal: AbortSignal) => api.accounts.resendEmail(email, { signal })
}

const useRegister = () => {
  const { api, countries } = useServices()
  const navigate = useNavigate()
  return {
    country: countries.read(),
    register: (signUp: Parameters<typeof api.accounts.register>[0], signal: AbortSignal) =>
      api.accounts.register(signUp, { signal }),
    onRegistered: (email: string) => navigate(paths.confirm(), { state: { signedUp: email } }),
  }
}

/** The address that the sign-up handed on; it never stands in the address bar. */
const signedUp = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'signedUp' in state && typeof state.signedUp === 'string'
    ? state.signedUp
    : null

const useGate = () => {
  const { session } = useServices()
  const navigate = useNavigate()
  const pending = useSelector(
    session,
    (snapshot) => snapshot.matches({ unverified: 'checking' }) || snapshot.matches({ inactive: 'checking' }),
  )
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (pending) setAsked(true)
  }, [pending])
  return {
    pending,
    stillClosed: isAsked && !pending,
    onRefresh: () => session.send({ type: 'gates.check' }),
    onSignOut: () => navigate(paths.logout()),
    language: <LanguagesMenu change={changeLanguage} />,
  }
}
