import { useTranslation } from 'react-i18next'
import type { Code } from '../../domain/codes.ts'
import { type CountryCode, countries } from '../../domain/countries.ts'
import type { Field as FieldRule } from '../../domain/lib/field.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextInput } from '../ui/text-input.tsx'
import type { Choices } from './choices.ts'
import { ReferenceControl } from './reference-control.tsx'

type FieldControlProps = {
  resource: string
  name: string
  field: FieldRule
  value: string | boolean
  country: CountryCode
  choices: Choices
  code?: Code
  onChange: (value: string | boolean) => void
}

/** One field with its label, hint, problem and the control of its kind. */
export const FieldControl = (props: FieldControlProps) => {
  const { resource, name, field, code } = props
  const { t, i18n } = useTranslation([resource, 'errors'])
  const hintKey = `${resource}:hints.${name}`
  const isWide = field.kind === 'text' && field.multiline
  return (
    <Field
      label={t(`${resource}:fields.${name}`)}
      hint={i18n.exists(hintKey) ? t(hintKey) : undefined}
      error={code ? t(`errors:${code}`) : undefined}
      required={field.required}
      className={isWide ? 'sm:col-span-2' : undefined}
    >
      <Control {...props} />
    </Field>
  )
}

const Control = ({ name, field, value, country, choices, onChange }: FieldControlProps) => {
  const choice = choices[name]
  const text = typeof value === 'string' ? value : ''
  switch (field.kind) {
    case 'flag':
      return <Checkbox checked={value === true} onCheckedChange={onChange} />
    case 'choice':
      return (
        <Select
          value={text}
          placeholder={field.required ? '' : undefined}
          options={[
            ...(field.required ? [] : [{ value: '', label: '' }]),
            ...field.values.map((option) => ({ value: option, label: choice?.label?.(option) ?? option })),
          ]}
          onValueChange={onChange}
        />
      )
    case 'reference':
      return <ReferenceControl choice={choice} country={country} onChange={onChange} />
    case 'text':
      return field.multiline ? (
        <TextArea value={text} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <TextInput value={text} onChange={(event) => onChange(event.target.value)} />
      )
    case 'money':
      return (
        <TextInput
          numeric
          inputMode="decimal"
          value={text}
          trailing={countries[country].currency}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    default:
      return (
        <TextInput {...inputs[field.kind]} value={text} onChange={(event) => onChange(event.target.value)} />
      )
  }
}

const inputs = {
  password: { type: 'password', autoComplete: 'new-password' },
  email: { type: 'email', inputMode: 'email' },
  phone: { type: 'tel', inputMode: 'tel' },
  url: { type: 'url', inputMode: 'url' },
  integer: { inputMode: 'numeric', numeric: true },
  number: { inputMode: 'decimal', numeric: true },
  date: { type: 'date' },
} as const
