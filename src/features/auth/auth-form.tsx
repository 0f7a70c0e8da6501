import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countryCodes } from '../../../domain/core/countries.ts'
import type { Failure } from '../../../machines/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextInput, type TextInputProps } from '../../ui/fields/text-input.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import {
  type AuthField,
  type AuthValues,
  authFields,
  type FieldCode,
  type FieldErrors,
  useProblemText,
} from './auth-fields.ts'

/** How long the answer has been waited for: not at all, not long, so long that it should be said. */
export type Wait = 'none' | 'brief' | 'long'

export type AuthFormProps = {
  /** Names the form. */
  label: string
  fields: readonly AuthField[]
  hints?: Partial<Record<AuthField, ReactNode>>
  values: AuthValues
  onValuesChange: (values: AuthValues) => void
  /** What is wrong before anything is sent. */
  check: (values: AuthValues) => FieldErrors
  /** Why the last one failed. */
  failure: Failure | null
  wait: Wait
  onSend: (values: AuthValues) => void
  onCancel: () => void
  /** The locale keys of a refusal that names no field: `lock` asks for the password alone. */
  problems?: 'form' | 'lock'
  /** The way on once too many tries have locked it. */
  whenLocked?: ReactNode
  submitLabel: string
  pendingLabel: string
  /** Where the focus goes after a refusal that names no field. */
  refocus?: AuthField
  /** Takes the focus when it is shown. */
  isFirst?: boolean
  submitRef?: Ref<HTMLButtonElement>
}

type Findings = { errors: FieldErrors; problem: Failure['code'] | null; round: number }

/** A few fields and one button; errors are shown at their fields, and a long wait can be cancelled. */
export const AuthForm = (props: AuthFormProps) => {
  const { label, fields, hints, values, onValuesChange, failure, wait, refocus, isFirst = true } = props
  const { t } = useTranslation('auth')
  const textOf = useProblemText()
  const form = useRef<HTMLFormElement>(null)
  const [findings, setFindings] = useState<Findings>({ errors: {}, problem: null, round: 0 })
  const { errors, problem, round } = findings
  const isPending = wait !== 'none'

  const tell = (found: FieldErrors, code: Failure['code'] | null) =>
    setFindings((before) => ({ errors: found, problem: code, round: before.round + 1 }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: announced once for each failure.
  useEffect(() => {
    if (failure === null) setFindings((before) => ({ ...before, problem: null }))
    else {
      const found = errorsOf(failure, fields)
      tell(found, Object.keys(found).length > 0 ? null : failure.code)
    }
  }, [failure])
  // biome-ignore lint/correctness/useExhaustiveDependencies: mending one field must not move the focus to the next.
  useEffect(() => {
    if (round > 0) focusWrong(form.current, problem === 'BAD_CREDENTIALS' ? refocus : undefined)
  }, [round])

  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isPending) return
        const found = props.check(values)
        tell(found, null)
        if (Object.keys(found).length === 0) props.onSend(values)
      }}
    >
      <AuthProblem
        text={
          problem === null
            ? null
            : textOf(props.problems ?? 'form', problem, failure?.code === problem ? failure : {})
        }
      >
        {problem === 'TOO_MANY_ATTEMPTS' && props.whenLocked}
      </AuthProblem>
      {fields.map((name, index) => (
        <AuthControl
          key={name}
          name={name}
          hint={hints?.[name]}
          code={errors[name]}
          autoFocus={isFirst && index === 0}
          value={values[name] ?? ''}
          onChange={(value) => {
            onValuesChange({ ...values, [name]: value })
            if (errors[name]) {
              setFindings((before) => ({ ...before, errors: { ...before.errors, [name]: undefined } }))
            }
          }}
        />
      ))}
      <Button
        ref={props.submitRef}
        type="submit"
        variant="primary"
        size="lg"
        keys="Enter"
        pending={isPending}
        className="mt-1"
      >
        {isPending ? props.pendingLabel : props.submitLabel}
      </Button>
      <div role="status" className="flex flex-col gap-2 empty:hidden">
        {wait === 'long' && (
          <>
            <p className="text-sm text-ink-muted">{t('wait.long')}</p>
            <Button size="lg" onClick={props.onCancel}>
              {t('wait.cancel')}
            </Button>
          </>
        )}
      </div>
    </form>
  )
}

/** The server has one field name where these screens have several. */
const serverName: Partial<Record<AuthField, string>> = { firstPassword: 'password', newPassword: 'password' }

/** What the server found wrong with fields that are shown. */
const errorsOf = ({ errors }: Failure, fields: readonly AuthField[]): FieldErrors =>
  Object.fromEntries(
    errors.flatMap(({ path, code }) => {
      const name = fields.find((field) => field === path || serverName[field] === path)
      return name === undefined ? [] : [[name, code]]
    }),
  )

const focusWrong = (form: HTMLFormElement | null, otherwise: AuthField | undefined): void => {
  const wrong =
    form?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    (otherwise ? form?.querySelector<HTMLElement>(`[name="${otherwise}"]`) : null)
  wrong?.focus()
}

type AuthControlProps = {
  name: AuthField
  value: string
  onChange: (value: string) => void
  code?: FieldCode
  hint?: ReactNode
  autoFocus?: boolean
}

/** One field of these forms: its label, its control, what is wrong with it. */
const AuthControl = ({ name, value, onChange, code, hint, autoFocus }: AuthControlProps) => {
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

/** A password field with a button that shows the text. */
const PasswordInput = (props: Omit<TextInputProps, 'type' | 'trailing'>) => {
  const { t } = useTranslation('auth')
  const [isShown, setShown] = useState(false)
  return (
    <TextInput
      size="lg"
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={isShown ? 'text' : 'password'}
      trailing={
        <IconButton
          icon={isShown ? 'eye-off' : 'eye'}
          label={t(isShown ? 'password.hide' : 'password.show')}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}

/** The same for a request without a form. */
export const AuthFailure = ({ failure }: { failure: Failure | null }) => {
  const textOf = useProblemText()
  return <AuthProblem text={failure === null ? null : textOf('form', failure.code, failure)} />
}

/** What stopped the whole form, and a way on. The region is there before its text, so that the text is read out. */
const AuthProblem = ({ text, children }: { text: string | null; children?: ReactNode }) => (
  <div role="alert" className="empty:hidden">
    {text && (
      <div className="flex items-start gap-2 rounded-md border border-danger-line bg-danger-soft px-3 py-2 text-sm text-danger">
        <Icon name="alert" className="mt-0.5" />
        <div className="flex min-w-0 flex-col gap-1">
          <p>{text}</p>
          {children}
        </div>
      </div>
    )}
  </div>
)
