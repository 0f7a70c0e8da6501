import { useTranslation } from 'react-i18next'
import { type CountryCode, defaultCountry, isCountryCode } from '../../../domain/countries.ts'
import { isLanguageCode } from '../../../domain/languages.ts'
import { countryOfPhone } from '../../../domain/lib/phone.ts'
import type { SignUp } from '../../../domain/users/sign-up.ts'
import type { AuthValues } from './auth-fields.ts'
import { AuthForm } from './auth-form.tsx'
import { checkSignUp } from './check-fields.ts'
import { useAccount } from './use-account.ts'

export type RegisterFormProps = {
  values: AuthValues
  onValuesChange: (values: AuthValues) => void
  register: (signUp: SignUp, signal: AbortSignal) => Promise<unknown>
  /** The server took it: whether a mail makes an account or says that there is one, only its reader learns. */
  onRegistered: (email: string) => void
  isFirst?: boolean
}

/** Name, address, phone and password make a seller's account. */
export const RegisterForm = ({ values, onValuesChange, ...props }: RegisterFormProps) => {
  const { register, onRegistered, isFirst } = props
  const { t, i18n } = useTranslation('auth')
  const account = useAccount(async (sent, signal) => {
    await register(signUpOf(sent, i18n.language), signal)
    onRegistered(sent.email ?? '')
  })
  return (
    <AuthForm
      label={t('register.title')}
      fields={['name', 'email', 'country', 'phone', 'firstPassword']}
      hints={{ firstPassword: t('hints.password') }}
      values={values}
      onValuesChange={(next) => onValuesChange(withCountryOfPhone(values, next))}
      check={checkSignUp}
      failure={account.failure}
      wait={account.wait}
      onSend={account.send}
      onCancel={account.cancel}
      submitLabel={t('register.submit')}
      pendingLabel={t('register.pending')}
      isFirst={isFirst}
    />
  )
}

/** A form that nothing was typed into yet; `country` is the one that is selected in this browser. */
export const emptySignUp = (country: CountryCode): AuthValues => ({
  name: '',
  email: '',
  country,
  phone: '',
  firstPassword: '',
})

const signUpOf = (values: AuthValues, language: string): SignUp => ({
  name: values.name ?? '',
  email: values.email ?? '',
  phone: values.phone ?? '',
  password: values.firstPassword ?? '',
  country: isCountryCode(values.country) ? values.country : defaultCountry,
  ...(isLanguageCode(language) ? { language } : {}),
})

/** A number written with its prefix says which country it is of; what is chosen afterwards stands. */
const withCountryOfPhone = (before: AuthValues, next: AuthValues): AuthValues => {
  if (next.phone === before.phone) return next
  return { ...next, country: countryOfPhone(next.phone ?? '') ?? next.country }
}
