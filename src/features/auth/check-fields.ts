import { defaultCountry } from '../../../domain/core/countries.ts'
import type { Fields } from '../../../domain/lib/field.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { isCommonPassword } from '../../../domain/users/common-passwords.ts'
import { countryOfSignUp, mailRequestFields, signUpFields } from '../../../domain/users/sign-up.ts'
import { passwordFields } from '../../../domain/users/user.ts'
import { type AuthValues, errorsBy, type FieldErrors } from './auth-fields.ts'

const checkedBy = (fields: Fields) => {
  const check = errorsBy(validate, fields)
  return (values: AuthValues) => check(values, countryOfSignUp(values) ?? defaultCountry)
}

export const checkMailRequest = checkedBy(mailRequestFields)

export const checkSignUp = (values: AuthValues): FieldErrors => {
  const { firstPassword, ...rest } = values
  const { password, ...errors } = checkedBy(signUpFields)({ ...rest, password: firstPassword })
  const wrong = password ?? commonIn(firstPassword)
  return wrong === undefined ? errors : { ...errors, firstPassword: wrong }
}

/** The new password and the same once more. */
export const checkNewPassword = ({ newPassword = '', confirmation = '' }: AuthValues): FieldErrors => {
  const wrong = checkedBy(passwordFields)({ password: newPassword }).password ?? commonIn(newPassword)
  const differs =
    confirmation === '' ? 'REQUIRED' : confirmation === newPassword ? undefined : 'PASSWORDS_DIFFER'
  return {
    ...(wrong === undefined ? {} : { newPassword: wrong }),
    ...(differs === undefined ? {} : { confirmation: differs }),
  }
}

const commonIn = (password: string | undefined) =>
  password !== undefined && isCommonPassword(password) ? ('PASSWORD_TOO_COMMON' as const) : undefined
