import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ArgumentChoice } from '../../commands/command.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/fields/field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { type MacroStep, type StepGroup, type StepReader, stepWords } from './step-words.ts'

type Line = StepGroup<MacroStep> & { isKept: boolean }

type StepListProps = {
  lines: readonly Line[]
  reader: StepReader
  onChange: (lines: Line[]) => void
}

/**
 * The steps of a macro: arrows go through them, Space keeps one or leaves it out, Alt with an arrow moves it. Below, the value of
 * the active step, if it has one.
 */
export const StepList = ({ lines, reader, onChange }: StepListProps) => {
  const { t } = useTranslation('macros')
  const id = useId()
  const [wanted, setActive] = useState(() =>
    Math.max(
      0,
      lines.findIndex(({ isKept }) => isKept),
    ),
  )
  const active = Math.min(wanted, lines.length - 1)
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active line, and where it was moved, is brought into view.
  useEffect(() => {
    row.current?.scrollIntoView({ block: 'nearest' })
  }, [active, lines])

  const toggle = (at: number) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, isKept: !line.isKept } : line)))
  const move = (by: -1 | 1) => {
    const to = active + by
    const [line, other] = [lines[active], lines[to]]
    if (line === undefined || other === undefined) return
    onChange(lines.map((one, index) => (index === to ? line : index === active ? other : one)))
    setActive(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, currentTarget } = event
    if (ctrlKey || metaKey) return
    const to = moves[key]?.(active, lines.length - 1)
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) move(key === 'ArrowUp' ? -1 : 1)
    else if (!altKey && to !== undefined) setActive(Math.min(Math.max(to, 0), lines.length - 1))
    else if (key === ' ' && !altKey) toggle(active)
    else if (key === 'Enter') currentTarget.closest('form')?.requestSubmit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onPointerDown = (event: PointerEvent, at: number) => {
    const isBox = event.target instanceof Element && event.target.closest('[data-box]') !== null
    if (isBox) toggle(at)
    setActive(at)
  }
  const step = lines[active]?.step
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-2 text-sm">
        <span id={`${id}-label`} className="font-medium">
          {t('dialog.steps')}
        </span>
        <span id={`${id}-hint`} className="text-xs text-ink-muted">
          {t('dialog.stepsHint')}
        </span>
      </div>
      <div className="flex items-start gap-1">
        <div
          role="listbox"
          tabIndex={0}
          aria-multiselectable
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint`}
          aria-activedescendant={`${id}-${active}`}
          onKeyDown={onKeyDown}
          className="max-h-56 min-w-0 flex-1 overflow-y-auto rounded-md border border-control p-1 text-sm"
        >
          {lines.map(({ step: own, times, isKept }, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: steps may repeat, and a line has no state.
              key={index}
              ref={index === active ? row : undefined}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={isKept}
              onPointerDown={(event) => onPointerDown(event, index)}
              className={cx(
                'flex min-h-8 items-center gap-2.5 rounded-sm px-2 pointer-coarse:min-h-11',
                index === active && 'bg-accent-soft',
                isKept ? 'text-ink' : 'text-ink-muted',
              )}
            >
              <span
                data-box
                aria-hidden="true"
                className={cx(
                  'grid size-4 shrink-0 place-items-center rounded-sm border',
                  isKept ? 'border-accent bg-accent text-on-accent' : 'border-control',
                )}
              >
                {isKept && <Icon name="check" size={12} />}
              </span>
              <span className={cx('min-w-0 flex-1 truncate', !isKept && 'line-through')}>
                {stepWords(own, reader)}
              </span>
              {times > 1 && <span className="figures shrink-0 text-ink-muted">× {times}</span>}
            </div>
          ))}
        </div>
        <div className="flex flex-col gap-1">
          <IconButton
            size="sm"
            icon="arrow-up"
            label={t('dialog.up')}
            keys="Alt+ArrowUp"
            disabled={active <= 0}
            onClick={() => move(-1)}
          />
          <IconButton
            size="sm"
            icon="arrow-down"
            label={t('dialog.down')}
            keys="Alt+ArrowDown"
            disabled={active >= lines.length - 1}
            onClick={() => move(1)}
          />
        </div>
      </div>
      {step !== undefined && (
        <StepValue
          key={active}
          step={step}
          number={active + 1}
          reader={reader}
          onChange={(next) =>
            onChange(lines.map((line, index) => (index === active ? { ...line, step: next } : line)))
          }
        />
      )}
    </div>
  )
}

type StepValueProps = {
  step: MacroStep
  number: number
  reader: StepReader
  onChange: (step: MacroStep) => void
}

/** The first value of a step that can be typed or chosen here. */
const StepValue = ({ step, number, reader, onChange }: StepValueProps) => {
  const { t } = useTranslation('macros')
  const value = editableOf(step, reader)
  if (value === null) return null
  const { name, choices, maxLength } = value
  const what = reader.t(`commands:${step.command}.args.${name}`)
  const set = (text: string) => onChange({ ...step, args: { ...step.args, [name]: text }, words: undefined })
  const given = step.args[name] ?? ''
  return (
    <Field label={t('dialog.value', { number, what })}>
      {choices === null ? (
        <TextInput value={given} maxLength={maxLength} onChange={({ target }) => set(target.value)} />
      ) : (
        <Select
          value={given}
          options={choices.map((choice) => ({
            value: choice.value,
            label: choice.labelKey === undefined ? choice.text : reader.t(choice.labelKey),
          }))}
          onValueChange={set}
        />
      )}
    </Field>
  )
}

/** `choices`: null for a text. */
type StepChoices = { name: string; choices: readonly ArgumentChoice[] | null; maxLength?: number }

const editableOf = ({ command, args }: MacroStep, { get, context }: StepReader): StepChoices | null => {
  for (const argument of get(command)?.args ?? []) {
    const { name, kind } = argument
    if (args[name] === undefined || kind === 'record') continue
    if (kind !== 'choice')
      return { name, choices: null, maxLength: 'maxLength' in argument ? argument.maxLength : undefined }
    const stop = new AbortController()
    const choices = argument.choices(context(), stop.signal)
    if (choices instanceof Promise) {
      // Choices that must be fetched are not offered.
      choices.catch(() => undefined)
      stop.abort()
      continue
    }
    if (choices.some(({ value }) => value === args[name])) return { name, choices }
  }
  return null
}

const moves: Record<string, (from: number, last: number) => number> = {
  ArrowUp: (from) => from - 1,
  ArrowDown: (from) => from + 1,
  Home: () => 0,
  End: (_, last) => last,
}
