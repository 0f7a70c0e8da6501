import {
  type ComponentType,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Code, FieldProblem } from '../../domain/core/codes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Fields, Values } from '../../domain/lib/field.ts'
import { Button } from '../ui/buttons/button.tsx'
import { cx } from '../ui/cx.ts'
import type { StoredForm } from './draft-storage.ts'
import { FieldControl } from './field-control.tsx'
import {
  type Choices,
  changedFields,
  type Draft,
  draftOf,
  type FormSection,
  placeFields,
  problemsByField,
  problemsOnLeaving,
  readDraft,
} from './form-model.ts'

/**
 * Sets `--keyboard-height` to the pixels covered by an on-screen keyboard. 0 where the page is resized instead
 * (`interactive-widget` in index.html); Safari overlays it.
 */
export const useKeyboardHeight = (element: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const measure = () => {
      // Zoomed in, the visual viewport is smaller for other reasons.
      const covered = view.scale > 1 ? 0 : window.innerHeight - view.height - view.offsetTop
      element.current?.style.setProperty('--keyboard-height', `${Math.max(0, Math.round(covered))}px`)
    }
    measure()
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
    }
  }, [element])
}

export type RecordFormProps<F extends Fields> = {
  /** Namespace of labels: `fields.*`, `hints.*`. */
  resource: string
  fields: F
  /** The record edited, or the defaults of a new one. */
  initial: Record<string, unknown>
  country: CountryCode
  /** Reference searches and enumeration labels, by field. */
  choices: Choices
  /** Problems reported by the server. */
  problems: readonly FieldProblem[]
  pending: boolean
  submitLabel: string
  sections?: readonly FormSection[]
  /** The field that gets focus; default: the first. */
  focused?: string
  /** Live information under the fields of a section. */
  notes?: Readonly<Record<string, ComponentType<FormNoteProps>>>
  /** Code why a field is read-only. */
  whyNotEdit?: (field: string) => Code | null
  /** `words`: labels of chosen references, by field. */
  onSubmit: (values: Values<F>, changed: string[], words: Record<string, string>) => void
  /** Saves and opens an empty form. */
  onSubmitAnother?: RecordFormProps<F>['onSubmit']
  onCancel: () => void
  onDirtyChange?: (isDirty: boolean) => void
  /** Shown above the buttons, such as a failed save. */
  notice?: ReactNode
  /** Draft storage; `version`: of the record edited. */
  shelf?: StoredForm
  version?: number
  /** Receives the form's actions; without it the form handles its keys itself. */
  ref?: Ref<FormHands>
}

/** Key of the note below fields without a section. */
export const unsectioned = 'rest'

export type FormNoteProps = {
  draft: Draft
  country: CountryCode
  /** Id of the record that is edited; null for a new one. */
  edited: string | null
  /** Sets field values as if typed. */
  onFill: (values: Readonly<Record<string, string>>) => void
}

export type FormHands = { submit: () => void; submitAnother: () => void }

/** Current problems, and how many times problems were found (by submits and the server). */
type Findings = { problems: readonly FieldProblem[]; round: number }

/**
 * A form generated from a table of fields; the first control gets focus. Mod+Enter saves, Mod+Shift+Enter saves and opens the
 * next, Escape leaves. Problems are shown at their fields and the first one gets focus.
 */
export const RecordForm = <F extends Fields>(props: RecordFormProps<F>) => {
  const { resource, fields, initial, country, pending, onSubmit, onCancel, onDirtyChange } = props
  const { sections = noSections, whyNotEdit, shelf, version = null } = props
  const { t } = useTranslation([resource, 'form'])
  const [start] = useState<Draft>(() => draftOf(fields, initial))
  const [kept] = useState(() => shelf?.read() ?? null)
  const [draft, setDraft] = useState(() => shelf?.restoredDraft(start, kept) ?? start)
  const [findings, setFindings] = useState<Findings>({ problems: [], round: 0 })
  const words = useRef<Record<string, string>>(kept?.words ?? {})
  const choices = useMemo(
    () => shelf?.choicesWith(props.choices, kept) ?? props.choices,
    [shelf, props.choices, kept],
  )
  const form = useRef<HTMLFormElement>(null)
  useKeyboardHeight(form)

  const tell = (problems: readonly FieldProblem[]) =>
    setFindings(({ round }) => ({ problems, round: round + 1 }))
  const problems = useMemo(() => problemsByField(findings.problems), [findings])
  const isDirty = changedFields(start, draft).length > 0
  useEffect(() => onDirtyChange?.(isDirty), [isDirty, onDirtyChange])
  useEffect(() => {
    shelf?.shelve(fields, { start, draft, words: words.current, version })
  }, [shelf, fields, start, draft, version])
  const focused = useRef(props.focused)
  useEffect(() => {
    const named = focused.current && `[data-field="${CSS.escape(focused.current)}"] :is(${firstControl})`
    const control = named ? form.current?.querySelector<HTMLElement>(named) : null
    const target = control ?? form.current?.querySelector<HTMLElement>(firstControl)
    target?.focus()
    // What is there is added to, except a choice, which is replaced.
    const isText =
      control instanceof HTMLTextAreaElement ||
      (control instanceof HTMLInputElement && control.type === 'text' && control.role !== 'combobox')
    if (isText) control.setSelectionRange(control.value.length, control.value.length)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tell` only sets the state.
  useEffect(() => tell(props.problems), [props.problems])
  // biome-ignore lint/correctness/useExhaustiveDependencies: mending one field must not move the focus to the next.
  useEffect(() => focusFirstInvalid(form.current, problems), [findings.round])

  const submit = (then = onSubmit) => {
    if (pending) return
    const read = readDraft(fields, draft, countryOf(draft, country))
    tell(read.ok ? [] : (read.errors ?? []))
    const refused = refusedControl(form.current)
    if (refused) refused.focus()
    else if (read.ok) then(read.value, changedFields(start, draft), words.current)
  }

  const change = (name: string, value: string | boolean, chosenBy?: string) => {
    if (chosenBy !== undefined) words.current = { ...words.current, [name]: chosenBy }
    setDraft((before) => ({ ...before, [name]: value }))
    setFindings(({ problems, round }) => ({
      problems: problems.filter((problem) => problem.path !== name),
      round,
    }))
  }
  // Only from field to field: under the pointer, a button must not move away.
  const onBlur = ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
    const name = fieldAt(target)
    if (name === undefined || fieldAt(relatedTarget) === undefined || fieldAt(relatedTarget) === name) return
    const found = problemsOnLeaving(fields, draft, { name, country: countryOf(draft, country) })
    if (found.length === 0) return
    setFindings(({ problems, round }) => ({
      problems: [...problems.filter((problem) => problem.path !== name), ...found],
      round,
    }))
  }
  const submitAnother = () => submit(props.onSubmitAnother)
  useImperativeHandle(props.ref, () => ({ submit: () => submit(), submitAnother }))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      if (event.shiftKey) submitAnother()
      else submit()
    }
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // Otherwise the same Escape would close the dialog that asks about leaving.
    event.stopPropagation()
    onCancel()
  }
  const placed = placeFields(fields, sections)
  const beside = new Set(sections.flatMap((section) => section.beside ?? []))
  const fill = (values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values)) change(name, value)
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
      onBlur={onBlur}
      onKeyDown={props.ref === undefined ? onKeyDown : undefined}
      className="flex flex-col gap-5 [&_:is(input,select,textarea)]:scroll-mb-24 [&_:is(input,select,textarea)]:scroll-mt-20"
    >
      {placed.map(({ id, names }) => {
        const Note = props.notes?.[id ?? unsectioned]
        return (
          <Section key={id} title={id === null ? null : t(`${resource}:sections.${id}`)}>
            {names.flatMap((name) => {
              const field = fields[name]
              if (field === undefined) return []
              return [
                <FieldControl
                  key={name}
                  resource={resource}
                  name={name}
                  field={field}
                  value={draft[name] ?? ''}
                  country={countryOf(draft, country)}
                  choices={choices}
                  code={problems[name]?.code}
                  isBeside={beside.has(name)}
                  whyNot={whyNotEdit?.(name)}
                  onChange={(value, chosenBy) => change(name, value, chosenBy)}
                />,
              ]
            })}
            {Note && (
              <Note
                draft={draft}
                country={countryOf(draft, country)}
                edited={initial.id === undefined ? null : String(initial.id)}
                onFill={fill}
              />
            )}
          </Section>
        )
      })}
      {props.notice}
      <footer className={footerClass}>
        <Button variant="ghost" keys="Escape" onClick={onCancel}>
          {t('form:cancel')}
        </Button>
        {props.onSubmitAnother && (
          <Button keys="Mod+Shift+Enter" pending={pending} onClick={submitAnother}>
            {t('form:another')}
          </Button>
        )}
        <Button type="submit" variant="primary" keys="Mod+Enter" pending={pending}>
          {pending ? t('form:saving') : props.submitLabel}
        </Button>
      </footer>
    </form>
  )
}

const Section = ({ title, children }: { title: string | null; children: ReactNode }) => {
  const grid = 'grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2'
  if (title === null) return <div className={grid}>{children}</div>
  return (
    <fieldset className={cx(grid, 'min-w-0 border-t border-line pt-4')}>
      <legend className="float-left w-full text-sm font-semibold sm:col-span-2">{title}</legend>
      {children}
    </fieldset>
  )
}

/** Sticky, and above an on-screen keyboard. */
const footerClass =
  'sticky bottom-(--keyboard-height,0px) z-20 [@media(height<=20rem)]:static -mx-1 flex flex-wrap items-center justify-end gap-2 border-t border-line ' +
  'bg-(--form-surface,var(--canvas)) px-1 py-3'

const fieldAt = (element: Element | null): string | undefined =>
  element?.closest<HTMLElement>('[data-field]')?.dataset.field

const noSections: readonly FormSection[] = []
const firstControl = 'input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/** The form's own country field decides how phones and amounts are parsed. */
const countryOf = (draft: Draft, country: CountryCode): CountryCode =>
  (typeof draft.country === 'string' && draft.country !== '' ? draft.country : country) as CountryCode

/** The first control with invalid text, such as a lookup without a choice; it shows its own message. */
const refusedControl = (form: HTMLFormElement | null): HTMLInputElement | undefined =>
  [...(form?.querySelectorAll('input') ?? [])].find(({ validity }) => validity.customError)

const focusFirstInvalid = (form: HTMLFormElement | null, problems: Record<string, FieldProblem>): void => {
  if (Object.keys(problems).length > 0) form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
