import type { InputHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import type { Code } from '../../../domain/core/codes.ts'
import { type CountryCode, defaultCountry } from '../../../domain/core/countries.ts'
import { type Fields, type ValidationContext, validatePlain } from '../../../domain/lib/field.ts'
import type { Result } from '../../../domain/lib/result.ts'
import { credentialFields } from '../../../domain/users/account-fields.ts'
import type { Failure } from '../../../machines/failure.ts'
import { retryWords } from '../../ui/error-words.ts'

/** The fields of these forms, each with what the browser and its password manager should know. */
export const authFields = {
  name: { type: 'text', autoComplete: 'name', autoCapitalize: 'words' },
  email: {
    type: 'email',
    inputMode: 'email',
    autoComplete: 'username',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  country: { type: 'country' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  password: { type: 'password', autoComplete: 'current-password' },
  firstPassword: { type: 'password', autoComplete: 'new-password' },
  newPassword: { type: 'password', autoComplete: 'new-password' },
  confirmation: { type: 'password', autoComplete: 'new-password' },
} as const satisfies Record<string, { type: string } & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>>

export type AuthField = keyof typeof authFields

/** What is wrong with a field: the product's codes, and the one that only the screen can find. */
export type FieldCode = Code | 'PASSWORDS_DIFFER'

export type FieldErrors = Partial<Record<AuthField, FieldCode>>

export type AuthValues = Partial<Record<AuthField, string>>

/** What a table of fields finds wrong with those values that it knows. */
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

/** The words for a code: those of the field first, else the ones that every screen uses. */
export const useProblemText = () => {
  const { t } = useTranslation(['auth', 'errors'])
  return (
    field: AuthField | 'form' | 'lock',
    code: FieldCode | Failure['code'],
    failure: Pick<Failure, 'retryAt'> = {},
  ): string =>
    [t([`auth:problems.${sections[field]}.${code}`, `errors:${code}`]), ...retryWords(t, failure)].join(' ')
}

/** The section of `auth:problems` with a field's errors: all passwords share theirs. */
const sections = {
  form: 'form',
  lock: 'lock',
  name: 'name',
  email: 'email',
  country: 'country',
  phone: 'phone',
  password: 'password',
  firstPassword: 'password',
  newPassword: 'password',
  confirmation: 'confirmation',
} as const satisfies Record<AuthField | 'form' | 'lock', string>
