import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../machines/failure.ts'
import { retryWords } from '../../ui/error-words.ts'
import type { AuthField, FieldCode } from './auth-fields.ts'

/** The words for a code: those of the field first, else the ones that every screen uses. */
export const useProblemText = () => {
  const { t } = useTranslation(['auth', 'errors'])
  return (
    field: AuthField | 'form',
    code: FieldCode | Failure['code'],
    failure: Pick<Failure, 'retryAt'> = {},
  ): string =>
    [t([`auth:problems.${sections[field]}.${code}`, `errors:${code}`]), ...retryWords(t, failure)].join(' ')
}

/** Where the words of a field stand: every password is refused in the same ones. */
const sections = {
  form: 'form',
  name: 'name',
  email: 'email',
  country: 'country',
  phone: 'phone',
  password: 'password',
  firstPassword: 'password',
  newPassword: 'password',
  confirmation: 'confirmation',
} as const satisfies Record<AuthField | 'form', string>
