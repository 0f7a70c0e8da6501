import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Code } from '../../../domain/codes.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AuthProblem } from './auth-problem.tsx'
import { type DemoLogin, DemoLogins } from './demo-logins.tsx'
import { PasswordInput } from './password-input.tsx'
import { useProblemText } from './use-problem-text.ts'

export type LoginValues = { email: string; password: string }

export type LoginScreenProps = {
  values: LoginValues
  onValuesChange: (values: LoginValues) => void
  onSubmit: () => void
  pending?: boolean
  /** What is wrong with a field. */
  errors?: Partial<Record<keyof LoginValues, Code>>
  /** What is wrong with the whole: `BAD_CREDENTIALS`, `UNAUTHORIZED` after a session that ended. */
  problem?: Code | 'OFFLINE' | null
  /** Given only where the demo company is loaded. */
  demoLogins?: readonly DemoLogin[]
  demoPassword?: string
  language?: ReactNode
}

/** The login: two fields, one button, and what is wrong said where it is wrong. */
export const LoginScreen = (props: LoginScreenProps) => {
  const {
    values,
    onValuesChange,
    onSubmit,
    pending = false,
    errors = {},
    problem,
    demoLogins,
    demoPassword,
  } = props
  const { t } = useTranslation('auth')
  const textOf = useProblemText()
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const submit = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (pending) return
    if (errors.email) email.current?.focus()
    else if (errors.password || problem === 'BAD_CREDENTIALS') password.current?.focus()
  }, [pending, problem, errors.email, errors.password])

  return (
    <AuthFrame
      title={t('login.title')}
      lead={t('login.lead')}
      language={props.language}
      stub={
        demoLogins &&
        demoPassword && (
          <DemoLogins
            logins={demoLogins}
            password={demoPassword}
            onFill={(login) => {
              onValuesChange({ email: login, password: demoPassword })
              submit.current?.focus()
            }}
          />
        )
      }
    >
      <form
        noValidate
        aria-label={t('login.title')}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending) onSubmit()
        }}
      >
        <AuthProblem text={problem ? textOf('form', problem) : null} />
        <Field label={t('fields.email')} error={errors.email && textOf('email', errors.email)}>
          <TextInput
            ref={email}
            size="lg"
            type="email"
            name="email"
            required
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            value={values.email}
            onChange={(event) => onValuesChange({ ...values, email: event.target.value })}
          />
        </Field>
        <Field label={t('fields.password')} error={errors.password && textOf('password', errors.password)}>
          <PasswordInput
            ref={password}
            name="password"
            required
            autoComplete="current-password"
            value={values.password}
            onChange={(event) => onValuesChange({ ...values, password: event.target.value })}
          />
        </Field>
        <Button
          ref={submit}
          type="submit"
          variant="primary"
          size="lg"
          keys="Enter"
          pending={pending}
          className="mt-1"
        >
          {t(pending ? 'login.pending' : 'login.submit')}
        </Button>
      </form>
    </AuthFrame>
  )
}
