import { useTranslation } from 'react-i18next'
import { defaultCountry } from '../../../domain/countries.ts'
import { validatePlain } from '../../../domain/lib/field.ts'
import { credentialFields } from '../../../domain/users/user.ts'
import { AuthForm, type AuthFormProps } from './auth-form.tsx'
import { checkLogin } from './check-login.ts'
import { LockedHelp } from './locked-help.tsx'

export type LoginFormProps = Pick<
  AuthFormProps,
  'values' | 'onValuesChange' | 'failure' | 'wait' | 'onCancel' | 'isFirst' | 'submitRef'
> & { onSend: (credentials: { email: string; password: string }) => void }

/** The address and the password. */
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
