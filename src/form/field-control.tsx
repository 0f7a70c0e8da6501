import { useTranslation } from 'react-i18next'
import type { BrowserCode, Code } from '../../domain/core/codes.ts'
import { type CountryCode, countries } from '../../domain/core/countries.ts'
import { localeOf } from '../../domain/core/languages.ts'
import type { Field as FieldRule } from '../../domain/lib/field.ts'
import { todayIn } from '../../domain/lib/zone-clock.ts'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { DateInput } from '../ui/fields/date-input.tsx'
import { Field } from '../ui/fields/field.tsx'
import { Select } from '../ui/fields/select.tsx'
import { TextArea, TextInput } from '../ui/fields/text-input.tsx'
import { currencySymbol } from '../ui/format/money.tsx'
import { ChoicesControl } from './choices-control.tsx'
import type { Choices } from './form-model.ts'
import { ImageControl } from './image-control.tsx'
import { ReferenceControl } from './reference-control.tsx'
import { limitWords, understood } from './understood.ts'

type FieldControlProps = {
  resource: string
  name: string
  field: FieldRule
  value: string | boolean
  country: CountryCode
  choices: Choices
  /** The field's problem. */
  code?: Code | BrowserCode
  /** A long text that shares its row. */
  isBeside?: boolean
  /** Show the label to assistive technology only. */
  hideLabel?: boolean
  /** Code why the field is read-only; shown with a disabled control. */
  whyNot?: Code | null
  /** `words`: label of the chosen reference. */
  onChange: (value: string | boolean, words?: string) => void
}

/** A field with label, hint, problem and the control of its kind. */
export const FieldControl = (props: FieldControlProps) => {
  const { resource, name, field, value, country, code, hideLabel, isBeside = false, whyNot } = props
  const { t, i18n } = useTranslation([resource, 'errors', 'form'])
  const hintKey = `${resource}:hints.${name}`
  const problemKey = `${resource}:problems.${name}.${code}`
  const reason = whyNot ? t(`errors:${whyNot}`) : undefined
  const read =
    typeof value === 'string' ? understood(field, value, { country, locale: localeOf(i18n.language) }) : null
  const hint = i18n.exists(hintKey) ? t(hintKey) : undefined
  const isWide =
    field.kind === 'image' ||
    field.kind === 'choices' ||
    field.kind === 'texts' ||
    (field.kind === 'text' && field.multiline && !isBeside)
  return (
    <Field
      name={name}
      label={t(`${resource}:fields.${name}`)}
      hint={reason ?? (read === null ? hint : t('form:understood', { value: read }))}
      error={
        code &&
        (i18n.exists(problemKey)
          ? t(problemKey)
          : (limitWords(t, { field, code, value }) ?? t(`errors:${code}`)))
      }
      required={field.required}
      hideLabel={hideLabel}
      className={isWide ? 'sm:col-span-2' : undefined}
    >
      {whyNot ? (
        <fieldset disabled className="contents">
          <Control {...props} />
        </fieldset>
      ) : (
        <Control {...props} />
      )}
    </Field>
  )
}

const Control = ({ name, field, value, country, choices, onChange }: FieldControlProps) => {
  const { i18n } = useTranslation()
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
    case 'choices':
      return <ChoicesControl value={text} values={field.values} choice={choice} onChange={onChange} />
    case 'image':
      return <ImageControl value={text} upload={choice?.upload} onChange={onChange} />
    case 'reference':
      return <ReferenceControl choice={choice} country={country} onChange={onChange} />
    case 'texts':
      return <TextArea dir="auto" rows={8} value={text} onChange={(event) => onChange(event.target.value)} />
    case 'text':
      return field.multiline ? (
        <TextArea dir="auto" value={text} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <TextInput dir="auto" value={text} onChange={(event) => onChange(event.target.value)} />
      )
    case 'money':
      return (
        <TextInput
          numeric
          inputMode="decimal"
          value={text}
          trailing={currencySymbol(localeOf(i18n.language), countries[country].currency)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'date':
      return <DateInput value={text} today={todayIn(country)} onValueChange={onChange} />
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
} as const
