import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { defaultCountry } from '../../../domain/core/countries.ts'
import { validatePlain } from '../../../domain/lib/field.ts'
import { type Credentials, credentialFields } from '../../../domain/users/account-fields.ts'
import type { DemoCompany } from '../../../domain/users/user.ts'
import type { Api } from '../../api/create-api.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { type AuthValues, checkLogin } from './auth-fields.ts'
import { AuthForm, type AuthFormProps } from './auth-form.tsx'
import { AuthFrame, AuthLink } from './auth-frame.tsx'
import type { SignOnOffer } from './use-sign-on.ts'

type LoginScreenProps = Pick<LoginFormProps, 'failure' | 'wait' | 'onSend' | 'onCancel'> & {
  /** Only with demo data loaded. */
  demo: { logins: readonly DemoLogin[]; password: string } | null
  language?: ReactNode
  /** What the fields begin with. */
  takeTyped?: () => TypedValues
  /** Absent in the page that the build renders. */
  passkey?: { isAsking: boolean; onAsk: (keep: boolean) => void }
  signOn?: SignOnOffer
}

/** `keep`: `yes` where the phone is to stay signed in. */
export type TypedValues = AuthValues & { keep?: string }

export const LoginScreen = ({ demo, language, takeTyped, passkey, signOn, ...form }: LoginScreenProps) => {
  const { t } = useTranslation('auth')
  const [{ keep, ...typed }] = useState<TypedValues>(() => takeTyped?.() ?? {})
  const [values, setValues] = useState<AuthValues>({ email: '', password: '', ...typed })
  const [keeps, setKeeps] = useState(keep === 'yes')
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
      <LoginForm
        {...form}
        onSend={(credentials) => form.onSend({ ...credentials, ...(keeps ? { keep: true } : {}) })}
        values={values}
        onValuesChange={setValues}
        submitRef={submit}
      >
        {/* On phones alone, by the style sheet: this login is rendered by the build too. */}
        <div className="hidden flex-col gap-1 max-sm:flex pointer-coarse:flex">
          <Checkbox
            name="keep"
            checked={keeps}
            onCheckedChange={setKeeps}
            aria-describedby="keep-hint"
            className="min-h-8 pointer-coarse:min-h-11"
          >
            {t('login.keep')}
          </Checkbox>
          <p id="keep-hint" className="text-sm text-ink-muted">
            {t('login.keepHint')}
          </p>
        </div>
      </LoginForm>
      <PasskeyButton isAsking={passkey?.isAsking === true} onAsk={() => passkey?.onAsk(keeps)} />
      {signOn && <SignOnButtons offer={signOn} keep={keeps} />}
      <nav aria-label={t('links.title')} className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm">
        <AuthLink to={paths.forgetPassword()}>{t('links.forgot')}</AuthLink>
        <AuthLink to={paths.register()}>{t('links.register')}</AuthLink>
      </nav>
    </AuthFrame>
  )
}

/** Below the form of a password. */
export const PasskeyButton = ({ isAsking, onAsk }: { isAsking: boolean; onAsk: () => void }) => {
  const { t } = useTranslation('auth')
  return (
    <Button size="lg" icon="key" pending={isAsking} onClick={onAsk} className="-mt-1">
      {t('code.usePasskey')}
    </Button>
  )
}

type SignOnButtonsProps = { offer: SignOnOffer; keep?: boolean }

/** Below the other ways to log in, so that they do not move when the providers are known. */
export const SignOnButtons = ({ offer: { providers, opening, open }, keep = false }: SignOnButtonsProps) => {
  const { t } = useTranslation('auth')
  if (providers.length === 0) return null
  return (
    <ul aria-label={t('signOn.ways')} className="-mt-2 flex flex-col gap-2">
      {providers.map(({ id, name }) => (
        <li key={id} className="flex flex-col">
          <Button size="lg" pending={opening === id} onClick={() => open(id, keep)}>
            {t('signOn.with', { name })}
          </Button>
        </li>
      ))}
    </ul>
  )
}

export type LoginFormProps = Pick<
  AuthFormProps,
  'values' | 'onValuesChange' | 'failure' | 'wait' | 'onCancel' | 'isFirst' | 'submitRef' | 'children'
> & { onSend: (credentials: Credentials) => void }

export const LoginForm = ({ onSend, ...rest }: LoginFormProps) => {
  const { t } = useTranslation('auth')
  return (
    <AuthForm
      {...rest}
      label={t('login.title')}
      fields={['email', 'password']}
      refocus="password"
      check={checkLogin}
      onSend={(values) => {
        const read = validatePlain(credentialFields, values, { country: defaultCountry })
        if (read.ok) onSend(read.value)
      }}
      whenLocked={<LockedHelp />}
      submitLabel={t('login.submit')}
      pendingLabel={t('login.pending')}
    />
  )
}

type DemoLogin = {
  email: string
  /** Role in words. */
  role: string
  /** Why it leads no further than a gate; null if it does. */
  gate: string | null
}

type DemoLoginsProps = { logins: readonly DemoLogin[]; password: string; onFill: (email: string) => void }

/** Logins of the demo; a press fills the form and focuses the submit button. */
const DemoLogins = ({ logins, password, onFill }: DemoLoginsProps) => {
  const { t } = useTranslation('auth')
  return (
    <section aria-labelledby="demo-logins">
      <h2 id="demo-logins" className="text-sm font-medium">
        {t('demo.title')}
      </h2>
      <p className="mt-0.5 text-xs text-ink-muted">
        {t('demo.password')} <code className="font-mono text-ink select-all">{password}</code>
      </p>
      <ul className="-mx-2 mt-2 flex flex-col gap-px">
        {logins.map((login) => (
          <li key={login.email}>
            <button
              type="button"
              onClick={() => onFill(login.email)}
              className="flex min-h-8 w-full items-center gap-3 rounded-md px-2 py-0.5 text-left text-sm hover:bg-hover focus-visible:bg-hover pointer-coarse:min-h-11"
            >
              <span className="flex-1">
                {login.role}
                {login.gate && <span className="block text-xs text-ink-muted">{login.gate}</span>}
              </span>
              <span className="min-w-0 truncate text-ink-muted">{login.email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Demo logins with translated roles; null without demo data. */
export const useDemoLogins = (
  sessions: Pick<Api['sessions'], 'demo'>,
): { logins: DemoLogin[]; password: string } | null => {
  const { t } = useTranslation(['users', 'auth'])
  const [demo, setDemo] = useState<DemoCompany | null>(null)
  useEffect(() => {
    const request = new AbortController()
    sessions.demo({ signal: request.signal }).then(setDemo, () => undefined)
    return () => request.abort()
  }, [sessions])
  if (demo === null) return null
  return {
    password: demo.password,
    logins: demo.logins.map(({ email, role, gate }) => ({
      email,
      role: t(`users:role.${role}`),
      gate: gate === 'open' ? null : t(`auth:demo.${gate}`),
    })),
  }
}

/** Help for a locked login: reset the password by mail. */
export const LockedHelp = ({ onFollow }: { onFollow?: () => void }) => {
  const { t } = useTranslation('auth')
  return (
    <p className="text-ink">
      {t('locked.reset')}{' '}
      <AuthLink to={paths.forgetPassword()} onFollow={onFollow}>
        {t('locked.link')}
      </AuthLink>
    </p>
  )
}
