import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Code } from '../../domain/codes.ts'
import { languages } from '../../domain/languages.ts'
import { validate } from '../../domain/lib/field.ts'
import { credentialFields } from '../../domain/users/user.ts'
import { ActivateScreen } from '../features/auth/activate-screen.tsx'
import { ConfirmScreen } from '../features/auth/confirm-screen.tsx'
import { LoginScreen, type LoginValues } from '../features/auth/login-screen.tsx'
import { LanguagePicker } from '../layouts/language-picker.tsx'
import { changeLanguage, spokenLanguages } from './i18n.ts'
import { useServices } from './services.ts'
import { useDemoLogins } from './use-demo-logins.ts'

/** The login, bound to the session machine. */
export const Login = () => {
  const { session } = useServices()
  const [params] = useSearchParams()
  const [values, setValues] = useState<LoginValues>({ email: '', password: '' })
  const [errors, setErrors] = useState<Partial<Record<keyof LoginValues, Code>>>({})
  const isPending = useSelector(session, (snapshot) => snapshot.matches({ signedOut: 'signingIn' }))
  const failure = useSelector(session, (snapshot) => snapshot.context.failure)
  const demo = useDemoLogins()

  const submit = () => {
    const read = validate(credentialFields, values, { country: 'ic' })
    setErrors(read.ok ? {} : Object.fromEntries((read.errors ?? []).map(({ path, code }) => [path, code])))
    if (read.ok) session.send({ type: 'session.open', credentials: read.value, next: params.get('next') })
  }
  return (
    <LoginScreen
      values={values}
      onValuesChange={setValues}
      onSubmit={submit}
      pending={isPending}
      errors={errors}
      problem={failure?.code}
      demoLogins={demo?.logins}
      demoPassword={demo?.password}
      language={<Languages />}
    />
  )
}

export const ConfirmGate = () => <ConfirmScreen {...useGate()} />
export const ActivateGate = () => <ActivateScreen {...useGate()} />

const useGate = () => {
  const { session } = useServices()
  const email = useSelector(session, (snapshot) => snapshot.context.session?.email ?? '')
  const isPending = useSelector(
    session,
    (snapshot) => snapshot.matches({ unverified: 'checking' }) || snapshot.matches({ inactive: 'checking' }),
  )
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (isPending) setAsked(true)
  }, [isPending])
  return {
    email,
    pending: isPending,
    stillClosed: isAsked && !isPending,
    onRefresh: () => session.send({ type: 'gates.check' }),
    onSignOut: () => session.send({ type: 'session.close' }),
    language: <Languages />,
  }
}

const Languages = () => {
  const { i18n } = useTranslation()
  return (
    <LanguagePicker
      languages={spokenLanguages.map((code) => ({ code, name: languages[code].name }))}
      value={i18n.language}
      onChange={changeLanguage}
    />
  )
}
