import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useAuth, useUser } from './auth-context.ts'
import { LockScreen } from './lock-screen.tsx'
import { LoginScreen } from './login-screen.tsx'
import { LogoutScreen } from './logout-screen.tsx'
import { useDemoLogins } from './use-demo-logins.ts'
import { useNext, useSignIn } from './use-sign-in.ts'

// Apart from the other screens around the account: the login must not load their validation of phone numbers.

export const Login = () => {
  const { api, language } = useAuth()
  const signIn = useSignIn(useNext())
  return <LoginScreen {...signIn} demo={useDemoLogins(api.sessions)} language={language} />
}

/** Opening it locks the session: after the console is unmounted, so that nothing of it runs without a session. */
export const Lock = () => {
  const { session, language } = useAuth()
  const user = useUser()
  const { onSend, ...signIn } = useSignIn(useNext())
  const locked = useSelector(session, ({ context }) => context.locked)
  const [isLocking, setLocking] = useState(user !== null)
  useEffect(() => {
    if (!isLocking) return
    session.send({ type: 'session.lock' })
    setLocking(false)
  }, [isLocking, session])
  if (isLocking) return null
  return (
    <LockScreen
      {...signIn}
      locked={locked}
      onUnlock={onSend}
      onLeave={() => session.send({ type: 'session.close' })}
      language={language}
    />
  )
}

/** Opening it ends the session. */
export const Logout = () => {
  const { session, language } = useAuth()
  useEffect(() => session.send({ type: 'session.close' }), [session])
  return <LogoutScreen language={language} />
}
