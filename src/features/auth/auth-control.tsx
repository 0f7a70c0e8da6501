import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { countryCodes } from '../../../domain/countries.ts'
import { Field } from '../../ui/fields/field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { type AuthField, authFields, type FieldCode } from './auth-fields.ts'
import { PasswordInput } from './password-input.tsx'
import { useProblemText } from './use-problem-text.ts'

type AuthControlProps = {
  name: AuthField
  value: string
  onChange: (value: string) => void
  code?: FieldCode
  hint?: ReactNode
  autoFocus?: boolean
}

/** One field of these forms: its label, its control, what is wrong with it. */
export const AuthControl = ({ name, value, onChange, code, hint, autoFocus }: AuthControlProps) => {
  const { t } = useTranslation(['auth', 'countries'])
  const textOf = useProblemText()
  const { type, ...attributes } = authFields[name]
  const shared = {
    name,
    required: true,
    autoFocus,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return (
    <Field label={t(`auth:fields.${name}`)} hint={hint} error={code && textOf(name, code)}>
      {type === 'country' ? (
        <Select
          size="lg"
          name={name}
          value={value}
          onValueChange={onChange}
          options={countryCodes.map((country) => ({ value: country, label: t(`countries:${country}`) }))}
        />
      ) : type === 'password' ? (
        <PasswordInput {...shared} {...attributes} />
      ) : (
        <TextInput size="lg" type={type} {...shared} {...attributes} />
      )}
    </Field>
  )
}
