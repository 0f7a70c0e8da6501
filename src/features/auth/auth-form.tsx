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

/** Wait state of a request: none, short, or long enough to be shown. */
export type Wait = 'none' | 'brief' | 'long'

export type AuthFormProps = {
  /** Accessible name of the form. */
  label: string
  fields: readonly AuthField[]
  hints?: Partial<Record<AuthField, ReactNode>>
  values: AuthValues
  onValuesChange: (values: AuthValues) => void
  /** Validates before sending. */
  check: (values: AuthValues) => FieldErrors
  /** Failure of the last request. */
  failure: Failure | null
  wait: Wait
  onSend: (values: AuthValues) => void
  onCancel: () => void
  /** Section of locale keys for form-level errors. */
  problems?: 'form' | 'lock'
  /** Shown when too many attempts have locked the login. */
  whenLocked?: ReactNode
  submitLabel: string
  pendingLabel: string
  /** Field to focus after a form-level error. */
  refocus?: AuthField
  /** Focuses the first field on mount. */
  isFirst?: boolean
  submitRef?: Ref<HTMLButtonElement>
  /** Below the fields. */
  children?: ReactNode
}

type Findings = { errors: FieldErrors; problem: Failure['code'] | null; round: number }

/** A form with few fields and one button; errors at their fields, cancel button for long waits. */
export const AuthForm = (props: AuthFormProps) => {
  const { label, fields, hints, values, onValuesChange, failure, wait, refocus, isFirst = true } = props
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
    if (round > 0)
      focusWrong(
        form.current,
        problem === 'BAD_CREDENTIALS' || problem === 'CODE_WRONG' ? refocus : undefined,
      )
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
      {props.children}
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
      <LongWait wait={wait} onCancel={props.onCancel} />
    </form>
  )
}

/** Says that the answer of a request takes long, and lets the user stop waiting for it. */
export const LongWait = ({ wait, onCancel }: { wait: Wait; onCancel: () => void }) => {
  const { t } = useTranslation('auth')
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {wait === 'long' && (
        <>
          <p className="text-sm text-ink-muted">{t('wait.long')}</p>
          <Button size="lg" onClick={onCancel}>
            {t('wait.cancel')}
          </Button>
        </>
      )}
    </div>
  )
}

/** Server field names where they differ. */
const serverName: Partial<Record<AuthField, string>> = { firstPassword: 'password', newPassword: 'password' }

/** The server's field errors for visible fields. */
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

/** A password input with a button that reveals the text. */
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

/** Failure of a request without a form. */
export const AuthFailure = ({ failure }: { failure: Failure | null }) => {
  const textOf = useProblemText()
  return <AuthProblem text={failure === null ? null : textOf('form', failure.code, failure)} />
}

/** Form-level error with an action. The live region is rendered before its text, so that the text is announced. */
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
