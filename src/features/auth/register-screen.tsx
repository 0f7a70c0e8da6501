import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import type { CountryCode } from '../../../domain/countries.ts'
import { AuthFrame } from './auth-frame.tsx'
import { AuthLink } from './auth-link.tsx'
import { emptySignUp, RegisterForm, type RegisterFormProps } from './register-form.tsx'

/** `country` is the one that is selected in this browser. */
export type RegisterScreenProps = Pick<RegisterFormProps, 'register' | 'onRegistered'> & {
  country: CountryCode
  language?: ReactNode
}

/** Sign-up. */
export const RegisterScreen = ({ country, language, ...form }: RegisterScreenProps) => {
  const { t } = useTranslation('auth')
  const [values, setValues] = useState(() => emptySignUp(country))
  return (
    <AuthFrame
      title={t('register.title')}
      lead={t('register.lead')}
      language={language}
      stub={
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
          {t('register.already')}
          <AuthLink to={paths.login()}>{t('login.submit')}</AuthLink>
        </p>
      }
    >
      <RegisterForm {...form} values={values} onValuesChange={setValues} />
    </AuthFrame>
  )
}
