import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldProblem } from '../../domain/codes.ts'
import type { CountryCode } from '../../domain/countries.ts'
import type { Fields, Values } from '../../domain/lib/field.ts'
import { Button } from '../ui/button.tsx'
import type { Choices } from './choices.ts'
import { FieldControl } from './field-control.tsx'
import { changedFields, type Draft, draftOf, problemsByField, readDraft } from './form-draft.ts'

export type RecordFormProps<F extends Fields> = {
  /** The namespace of the labels: `fields.*`, `hints.*`. */
  resource: string
  fields: F
  /** The record that is edited, or what a new one starts with. */
  initial: Record<string, unknown>
  country: CountryCode
  /** How references are looked up and enumerations are worded, by field. */
  choices: Choices
  /** What the server found wrong. */
  problems: readonly FieldProblem[]
  pending: boolean
  submitLabel: string
  onSubmit: (values: Values<F>, changed: string[]) => void
  onCancel: () => void
  onDirtyChange?: (isDirty: boolean) => void
  /** Above the buttons: what a failed save has to say. */
  notice?: ReactNode
}

/** What is wrong by now, and how many times something was found: by a submit, by the server. */
type Findings = { problems: readonly FieldProblem[]; round: number }

/**
 * A form made from a table of fields, its first control focused. Mod+Enter saves from any control, Escape leaves;
 * problems stand at their field, the first one focused.
 */
export const RecordForm = <F extends Fields>(props: RecordFormProps<F>) => {
  const { resource, fields, initial, country, choices, pending, onSubmit, onCancel, onDirtyChange } = props
  const { t } = useTranslation([resource, 'form'])
  const [start] = useState<Draft>(() => draftOf(fields, initial))
  const [draft, setDraft] = useState(start)
  const [findings, setFindings] = useState<Findings>({ problems: [], round: 0 })
  const form = useRef<HTMLFormElement>(null)

  const tell = (problems: readonly FieldProblem[]) =>
    setFindings(({ round }) => ({ problems, round: round + 1 }))
  const problems = useMemo(() => problemsByField(findings.problems), [findings])
  const isDirty = changedFields(start, draft).length > 0
  useEffect(() => onDirtyChange?.(isDirty), [isDirty, onDirtyChange])
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tell` only sets the state.
  useEffect(() => tell(props.problems), [props.problems])
  // biome-ignore lint/correctness/useExhaustiveDependencies: mending one field must not move the focus to the next.
  useEffect(() => focusFirstInvalid(form.current, problems), [findings.round])

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (pending) return
    const read = readDraft(fields, draft, countryOf(draft, country))
    tell(read.ok ? [] : (read.errors ?? []))
    if (read.ok) onSubmit(read.value, changedFields(start, draft))
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        if (event.key !== 'Escape' || event.defaultPrevented) return
        // A dialog that asks whether to leave would be closed by the same key.
        event.stopPropagation()
        onCancel()
      }}
      className="flex flex-col gap-5"
    >
      <div className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2">
        {Object.entries(fields).map(([name, field]) => (
          <FieldControl
            key={name}
            resource={resource}
            name={name}
            field={field}
            value={draft[name] ?? ''}
            country={countryOf(draft, country)}
            choices={choices}
            code={problems[name]?.code}
            onChange={(value) => {
              setDraft((before) => ({ ...before, [name]: value }))
              setFindings(({ problems, round }) => ({
                problems: problems.filter((problem) => problem.path !== name),
                round,
              }))
            }}
          />
        ))}
      </div>
      {props.notice}
      <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line pt-4">
        <Button variant="ghost" keys="Escape" onClick={onCancel}>
          {t('form:cancel')}
        </Button>
        <Button type="submit" variant="primary" keys="Mod+Enter" pending={pending}>
          {pending ? t('form:saving') : props.submitLabel}
        </Button>
      </footer>
    </form>
  )
}

/** The country may be a field of the form itself: phones and amounts are then read as that country writes them. */
const countryOf = (draft: Draft, country: CountryCode): CountryCode =>
  (typeof draft.country === 'string' && draft.country !== '' ? draft.country : country) as CountryCode

const focusFirstInvalid = (form: HTMLFormElement | null, problems: Record<string, FieldProblem>): void => {
  if (Object.keys(problems).length > 0) form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
