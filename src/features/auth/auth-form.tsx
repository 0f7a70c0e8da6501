import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../machines/failure.ts'
import { Button } from '../../ui/button.tsx'
import { AuthControl } from './auth-control.tsx'
import type { AuthField, AuthValues, FieldErrors } from './auth-fields.ts'
import { AuthProblem } from './auth-problem.tsx'
import { useProblemText } from './use-problem-text.ts'

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

/** A few fields, one button; what is wrong is said where it is wrong, and a long wait can be given up. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each failure.
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
        text={problem === null ? null : textOf('form', problem, failure?.code === problem ? failure : {})}
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

/** The server has one name for what these screens tell apart. */
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
