import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import type { AuthValues } from './auth-fields.ts'
import { AuthFrame } from './auth-frame.tsx'
import { AuthLink } from './auth-link.tsx'
import { type DemoLogin, DemoLogins } from './demo-logins.tsx'
import { LoginForm, type LoginFormProps } from './login-form.tsx'

export type LoginScreenProps = Pick<LoginFormProps, 'failure' | 'wait' | 'onSend' | 'onCancel'> & {
  /** Given only where the demo company is loaded. */
  demo: { logins: readonly DemoLogin[]; password: string } | null
  language?: ReactNode
}

/** The login: two fields, one button, and the ways out for those who cannot. */
export const LoginScreen = ({ demo, language, ...form }: LoginScreenProps) => {
  const { t } = useTranslation('auth')
  const [values, setValues] = useState<AuthValues>({ email: '', password: '' })
  const submit = useRef<HTMLButtonElement>(null)
  return (
    <AuthFrame
      title={t('login.title')}
      lead={t('login.lead')}
      language={language}
      stub={
        demo && (
          <DemoLogins
            logins={demo.logins}
            password={demo.password}
            onFill={(email) => {
              setValues({ email, password: demo.password })
              submit.current?.focus()
            }}
          />
        )
      }
    >
      <LoginForm {...form} values={values} onValuesChange={setValues} submitRef={submit} />
      <nav aria-label={t('links.title')} className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm">
        <AuthLink to={paths.forgetPassword()}>{t('links.forgot')}</AuthLink>
        <AuthLink to={paths.register()}>{t('links.register')}</AuthLink>
      </nav>
    </AuthFrame>
  )
}
