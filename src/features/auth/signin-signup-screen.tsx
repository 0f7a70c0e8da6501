import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { cx } from '../../ui/cx.ts'
import type { AuthValues } from './auth-fields.ts'
import { AuthFrame } from './auth-frame.tsx'
import { AuthLink } from './auth-link.tsx'
import { LoginForm, type LoginFormProps } from './login-form.tsx'
import { emptySignUp, RegisterForm } from './register-form.tsx'
import type { RegisterScreenProps } from './register-screen.tsx'

export type SigninSignupScreenProps = {
  login: Pick<LoginFormProps, 'failure' | 'wait' | 'onSend' | 'onCancel'>
  register: Omit<RegisterScreenProps, 'language'>
  language?: ReactNode
}

const sides = ['login', 'register'] as const
type Side = (typeof sides)[number]

/** Login and sign-up on one screen, as two tabs. What was typed in one stays while the other is looked at. */
export const SigninSignupScreen = ({ login, register, language }: SigninSignupScreenProps) => {
  const { t } = useTranslation('auth')
  const id = useId()
  const [side, setSide] = useState<Side>('login')
  const [isFirst, setFirst] = useState(true)
  const [credentials, setCredentials] = useState<AuthValues>({ email: '', password: '' })
  const [signUp, setSignUp] = useState(() => emptySignUp(register.country))
  const tabs = useRef<HTMLDivElement>(null)
  const turn = (to: Side) => {
    setSide(to)
    // The arrows stay on the tabs: only the first form takes the focus.
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

/** What a key does on the tabs. */
const steps: Record<string, Side | 'other'> = {
  ArrowLeft: 'other',
  ArrowRight: 'other',
  Home: 'login',
  End: 'register',
}
