import type { InputHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import type { Code } from '../../../domain/core/codes.ts'
import { type CountryCode, defaultCountry } from '../../../domain/core/countries.ts'
import { type Fields, type ValidationContext, validatePlain } from '../../../domain/lib/field.ts'
import type { Result } from '../../../domain/lib/result.ts'
import { credentialFields } from '../../../domain/users/account-fields.ts'
import type { Failure } from '../../../machines/failure.ts'
import { retryWords } from '../../ui/error-words.ts'

/** Fields of the account forms with their `autocomplete` attributes. */
export const authFields = {
  name: { type: 'text', autoComplete: 'name', autoCapitalize: 'words' },
  email: {
    type: 'email',
    inputMode: 'email',
    // `webauthn`: the browser may offer passkeys here.
    autoComplete: 'username webauthn',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  country: { type: 'country' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  password: { type: 'password', autoComplete: 'current-password' },
  /** Of an authenticator app. */
  code: { type: 'text', inputMode: 'numeric', autoComplete: 'one-time-code', spellCheck: false },
  recoveryCode: {
    type: 'text',
    autoComplete: 'one-time-code',
    autoCapitalize: 'characters',
    spellCheck: false,
  },
  firstPassword: { type: 'password', autoComplete: 'new-password' },
  newPassword: { type: 'password', autoComplete: 'new-password' },
  confirmation: { type: 'password', autoComplete: 'new-password' },
} as const satisfies Record<string, { type: string } & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>>

export type AuthField = keyof typeof authFields

/** Error codes of fields; `PASSWORDS_DIFFER` exists only on the client. */
export type FieldCode = Code | 'PASSWORDS_DIFFER'

export type FieldErrors = Partial<Record<AuthField, FieldCode>>

export type AuthValues = Partial<Record<AuthField, string>>

/** Builds a validator of form values from a table of fields. */
export const errorsBy =
  <F extends Fields>(
    validate: (fields: F, input: unknown, context: ValidationContext) => Result<unknown>,
    fields: F,
  ) =>
  (values: AuthValues, country: CountryCode): FieldErrors => {
    const shown = Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(fields, name)))
    const read = validate(fields, shown, { country })
    return read.ok ? {} : Object.fromEntries((read.errors ?? []).map(({ path, code }) => [path, code]))
  }

const errorsOfLogin = errorsBy(validatePlain<typeof credentialFields>, credentialFields)

export const checkLogin = (values: AuthValues): FieldErrors => errorsOfLogin(values, defaultCountry)

/** Translates a code: texts of the field first, then general ones. */
export const useProblemText = () => {
  const { t } = useTranslation(['auth', 'errors'])
  return (
    field: AuthField | 'form' | 'lock',
    code: FieldCode | Failure['code'],
    failure: Pick<Failure, 'retryAt'> = {},
  ): string =>
    [t([`auth:problems.${sections[field]}.${code}`, `errors:${code}`]), ...retryWords(t, failure)].join(' ')
}

/** Section of `auth:problems` for a field; all passwords share one. */
const sections = {
  form: 'form',
  lock: 'lock',
  name: 'name',
  email: 'email',
  country: 'country',
  phone: 'phone',
  password: 'password',
  code: 'code',
  recoveryCode: 'code',
  firstPassword: 'password',
  newPassword: 'password',
  confirmation: 'confirmation',
} as const satisfies Record<AuthField | 'form' | 'lock', string>
