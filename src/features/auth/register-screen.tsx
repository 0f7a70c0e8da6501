import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { type CountryCode, defaultCountry, isCountryCode } from '../../../domain/core/countries.ts'
import { isLanguageCode } from '../../../domain/core/languages.ts'
import { countryOfPhone } from '../../../domain/lib/typed/read-phone.ts'
import type { SignUp } from '../../../domain/users/sign-up.ts'
import { cx } from '../../ui/cx.ts'
import type { AuthValues } from './auth-fields.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthFrame, AuthLink } from './auth-frame.tsx'
import { LoginForm, type LoginFormProps, PasskeyButton, SignOnButtons } from './login-screen.tsx'
import { checkSignUp, useAccount } from './use-account.ts'
import type { SignOnOffer } from './use-sign-on.ts'

/** `country`: selected in this browser. */
type RegisterScreenProps = Pick<RegisterFormProps, 'register' | 'onRegistered'> & {
  country: CountryCode
  language?: ReactNode
}

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

type SigninSignupScreenProps = {
  login: Pick<LoginFormProps, 'failure' | 'wait' | 'onSend' | 'onCancel'>
  passkey: { isAsking: boolean; onAsk: () => void }
  signOn: SignOnOffer
  register: Omit<RegisterScreenProps, 'language'>
  language?: ReactNode
}

const sides = ['login', 'register'] as const
type Side = (typeof sides)[number]

/** Login and sign-up as tabs of one screen. Input of both is kept. */
export const SigninSignupScreen = ({
  login,
  passkey,
  signOn,
  register,
  language,
}: SigninSignupScreenProps) => {
  const { t } = useTranslation('auth')
  const id = useId()
  const [side, setSide] = useState<Side>('login')
  const [isFirst, setFirst] = useState(true)
  const [credentials, setCredentials] = useState<AuthValues>({ email: '', password: '' })
  const [signUp, setSignUp] = useState(() => emptySignUp(register.country))
  const tabs = useRef<HTMLDivElement>(null)
  const turn = (to: Side) => {
    setSide(to)
    // Arrow keys keep focus on the tabs: only the first form focuses itself.
    setFirst(false)
    tabs.current?.querySelector<HTMLElement>(`[data-side="${to}"]`)?.focus()
  }
  return (
    <AuthFrame title={t('both.title')} lead={t('both.lead')} language={language}>
      <div
        ref={tabs}
        role="tablist"
        aria-label={t('both.title')}
        className="grid grid-cols-2 gap-1 rounded-md border border-line bg-canvas p-1"
        onKeyDown={(event) => {
          const to = steps[event.key]
          if (to === undefined) return
          event.preventDefault()
          turn(to === 'other' ? (side === 'login' ? 'register' : 'login') : to)
        }}
      >
        {sides.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            data-side={tab}
            id={`${id}-${tab}`}
            aria-selected={tab === side}
            aria-controls={`${id}-panel`}
            tabIndex={tab === side ? 0 : -1}
            onClick={() => turn(tab)}
            className={cx(
              'min-h-8 rounded-sm px-3 font-medium pointer-coarse:min-h-11',
              tab === side
                ? 'border border-line-strong bg-raised text-ink'
                : 'border border-transparent text-ink-muted hover:text-ink',
            )}
          >
            {t(`both.${tab}`)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${side}`}>
        {side === 'login' ? (
          <div className="flex flex-col gap-4">
            <LoginForm {...login} isFirst={isFirst} values={credentials} onValuesChange={setCredentials} />
            <PasskeyButton isAsking={passkey.isAsking} onAsk={() => passkey.onAsk()} />
            <SignOnButtons offer={signOn} />
            <div className="text-sm">
              <AuthLink to={paths.forgetPassword()}>{t('links.forgot')}</AuthLink>
            </div>
          </div>
        ) : (
          <RegisterForm {...register} isFirst={false} values={signUp} onValuesChange={setSignUp} />
        )}
      </div>
    </AuthFrame>
  )
}

/** Keys of the tab list. */
const steps: Record<string, Side | 'other'> = {
  ArrowLeft: 'other',
  ArrowRight: 'other',
  Home: 'login',
  End: 'register',
}

type RegisterFormProps = {
  values: AuthValues
  onValuesChange: (values: AuthValues) => void
  register: (signUp: SignUp, signal: AbortSignal) => Promise<unknown>
  /** Accepted. Whether the address already had an account is only told by mail. */
  onRegistered: (email: string) => void
  isFirst?: boolean
}

/** Sign-up form of a seller. */
const RegisterForm = ({ values, onValuesChange, ...props }: RegisterFormProps) => {
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
      {...account.form}
      submitLabel={t('register.submit')}
      pendingLabel={t('register.pending')}
      isFirst={isFirst}
    />
  )
}

/** Initial values; `country`: selected in this browser. */
const emptySignUp = (country: CountryCode): AuthValues => ({
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

/** A phone prefix selects the country until the user chooses one. */
const withCountryOfPhone = (before: AuthValues, next: AuthValues): AuthValues => {
  if (next.phone === before.phone) return next
  return { ...next, country: countryOfPhone(next.phone ?? '') ?? next.country }
}
