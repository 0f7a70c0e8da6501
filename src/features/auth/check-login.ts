import { type CountryCode, defaultCountry } from '../../../domain/countries.ts'
import { type Fields, type ValidationContext, validatePlain } from '../../../domain/lib/field.ts'
import type { Result } from '../../../domain/lib/result.ts'
import { credentialFields } from '../../../domain/users/user.ts'
import type { AuthValues, FieldErrors } from './auth-fields.ts'

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
