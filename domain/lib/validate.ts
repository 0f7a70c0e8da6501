import { type CheckField, checkPlainField, type Field, isBlank, validateBy, withText } from './field.ts'
import { parsePhone } from './phone.ts'
import { accept } from './result.ts'

/** Validates one value; blank means null, which a required field refuses. */
export const validateField: CheckField<Field> = (field, value, context) => {
  if (field.kind !== 'phone' || isBlank(value)) return checkPlainField(field as never, value, context)
  return withText(value, (text) => {
    const phone = parsePhone(text, context.country)
    return phone.ok ? accept(phone.value.e164) : phone
  })
}

/** Validates a body against its fields. Unknown fields are refused, every problem is told, texts are trimmed, phones become E.164. */
export const validate = validateBy(validateField)
