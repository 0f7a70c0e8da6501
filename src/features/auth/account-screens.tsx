import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { waitFor } from 'xstate'
import { paths } from '../../../domain/access/paths.ts'
import type { Credentials } from '../../../domain/users/account-fields.ts'
import { useAuth, useNext, useSecondStep, useUser } from './auth-context.ts'
import { CodeScreen } from './code-screen.tsx'
import { AwaitActivationScreen, CheckMailScreen, GateScreen } from './gate-screens.tsx'
import { MailRequestScreen, PasswordResetScreen, VerifyEmailScreen } from './link-screens.tsx'
import { RegisterScreen, SigninSignupScreen } from './register-screen.tsx'
import { useWaysIn } from './use-ways-in.ts'

export const SigninSignup = () => {
  const { language } = useAuth()
  const { form, ...ways } = useWaysIn(useNext())
  const register = useRegister()
  const code = useSecondStep()
  if (code !== null) return <CodeScreen {...code} language={language} />
  return <SigninSignupScreen login={form} {...ways} register={register} language={language} />
}

export const Register = () => <RegisterScreen {...useRegister()} language={useAuth().language} />

export const ForgetPassword = () => {
  const { api, language } = useAuth()
  return (
    <MailRequestScreen
      name="forget"
      ask={(email, signal) => api.accounts.forgetPassword(email, { signal })}
      language={language}
    />
  )
}

export const ResendEmail = () => (
  <MailRequestScreen name="resend" email={useUser()?.email} ask={useResend()} language={useAuth().language} />
)

export const PasswordReset = () => {
  const { api, session, language } = useAuth()
  const { token = '' } = useParams()
  const reset = async (password: string, signal: AbortSignal) => {
    await api.accounts.resetPassword(token, password, { signal })
    // A password reset ends this tab's session, whoever's it is.
    session.send({ type: 'session.close' })
  }
  const check = (signal: AbortSignal) => api.accounts.checkReset(token, { signal })
  return <PasswordResetScreen key={token} check={check} reset={reset} language={language} />
}

export const VerifyEmail = () => {
  const { api, session, language } = useAuth()
  const { token = '' } = useParams()
  const user = useUser()
  const verify = async () => {
    const request = spent.get(token) ?? api.accounts.verifyEmail(token)
    spent.set(token, request)
    // The link is only used up once the server has answered; without an answer it may be opened again.
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
      onStop={() => spent.delete(token)}
      isSignedIn={user !== null}
      language={language}
    />
  )
}

/** Requests by link token: a link works once, and React may mount a screen twice. */
const spent = new Map<string, Promise<void>>()

/** First gate: e-mail verification, with or without a session. */
export const Confirm = () => {
  const { language } = useAuth()
  const { state } = useLocation()
  const user = useUser()
  const gate = useGate()
  const resend = useResend()
  const onOtherAddress = useSignUpAgain()
  useReturn()
  if (user === null) return <CheckMailScreen email={signedUp(state)} resend={resend} language={language} />
  return (
    <GateScreen name="confirm" email={user.email} resend={resend} onOtherAddress={onOtherAddress} {...gate} />
  )
}

/** Of the sign-up on this page, until its session was opened again. */
let signedUpWith: Credentials | null = null

/** A confirmed address ends the sessions opened before it. The one that was opened by the sign-up is opened again. */
const useReturn = () => {
  const { session } = useAuth()
  const isEnded = useSelector(
    session,
    ({ context }) => context.session === null && context.failure?.code === 'UNAUTHORIZED',
  )
  useEffect(() => {
    if (!isEnded || signedUpWith === null) return
    session.send({ type: 'session.open', credentials: signedUpWith })
    signedUpWith = null
  }, [isEnded, session])
}

/** Second gate: activation by an administrator. */
export const Activate = () => {
  const { language } = useAuth()
  const user = useUser()
  const gate = useGate()
  if (user === null) return <AwaitActivationScreen language={language} />
  return <GateScreen name="activate" email={user.email} {...gate} />
}

/** Leaves the account with the wrong address, which nobody can confirm. */
const useSignUpAgain = () => {
  const { session } = useAuth()
  const navigate = useNavigate()
  return async () => {
    signedUpWith = null
    session.send({ type: 'session.close' })
    await waitFor(session, (state) => state.matches('signedOut'))
    await navigate(paths.register())
  }
}

const useResend = () => {
  const { api } = useAuth()
  return (email: string, signal: AbortSignal) => api.accounts.resendEmail(email, { signal })
}

/** Signs in after the sign-up, so that the gate notices by itself when the address is confirmed, on whatever device. */
const useRegister = () => {
  const { api, countries, session } = useAuth()
  const navigate = useNavigate()
  return {
    country: countries.read(),
    register: (signUp: Parameters<typeof api.accounts.register>[0], signal: AbortSignal) => {
      signedUpWith = { email: signUp.email, password: signUp.password }
      return api.accounts.register(signUp, { signal })
    },
    onRegistered: async (email: string) => {
      await navigate(paths.confirm(), { state: { signedUp: email } })
      if (signedUpWith === null) return
      session.send({ type: 'session.open', credentials: signedUpWith })
      const ended = await waitFor(session, (state) => !state.matches({ signedOut: 'signingIn' }), {
        timeout: Number.POSITIVE_INFINITY,
      })
      // The address has an account with another password: its owner got a mail, and the page stays as it is.
      // So has one that asks for a code too.
      if (ended.matches({ signedOut: 'code' })) session.send({ type: 'code.cancel' })
      if (!ended.matches({ signedOut: 'failed' })) return
      signedUpWith = null
      session.send({ type: 'failure.dismiss' })
    },
  }
}

/** The e-mail address passed from sign-up in the navigation state, so that it is never in the URL. */
const signedUp = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'signedUp' in state && typeof state.signedUp === 'string'
    ? state.signedUp
    : null

const useGate = () => {
  const { session, language } = useAuth()
  const navigate = useNavigate()
  const pending = useSelector(
    session,
    (snapshot) => snapshot.matches({ unverified: 'checking' }) || snapshot.matches({ inactive: 'checking' }),
  )
  const isUnanswered = useSelector(
    session,
    (snapshot) =>
      snapshot.matches({ unverified: 'unanswered' }) || snapshot.matches({ inactive: 'unanswered' }),
  )
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (pending) setAsked(true)
  }, [pending])
  return {
    pending,
    stillClosed: isAsked && !pending && !isUnanswered,
    isUnanswered,
    onRefresh: () => session.send({ type: 'gates.check' }),
    onSignOut: () => void navigate(paths.logout()),
    language,
  }
}
