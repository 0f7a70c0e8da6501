import { type KeyboardEvent, useRef, useState } from 'react'
import { cx } from '../ui/cx.ts'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { useFieldControl } from '../ui/fields/field.tsx'
import { type Choice, chosenOf } from './form-model.ts'

type ChoicesControlProps = {
  /** Chosen values with spaces between. */
  value: string
  values: readonly string[]
  choice: Choice | undefined
  onChange: (value: string) => void
}

/** Boxes in rows, one tab stop: arrows move, Space chooses. Chosen values that no row has are shown last. */
export const ChoicesControl = ({ value, values, choice, onChange }: ChoicesControlProps) => {
  const field = useFieldControl()
  const chosen = chosenOf(value)
  const rows = choice?.rows ?? [{ label: '', values }]
  const offered = rows.flatMap((row) => row.values)
  const others = chosen.filter((one) => !offered.includes(one))
  const shown = others.length === 0 ? rows : [...rows, { label: '', values: others }]
  const [active, setActive] = useState(offered[0])
  const group = useRef<HTMLFieldSetElement>(null)
  const toggle = (one: string, isChosen: boolean) =>
    onChange(values.filter((each) => (each === one ? isChosen : chosen.includes(each))).join(' '))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const at = shown.findIndex((row) => row.values.includes(active ?? ''))
    const place = shown[at]?.values.indexOf(active ?? '') ?? 0
    const row = shown[Math.min(Math.max(at + step.row, 0), shown.length - 1)]
    // In a single row, up and down go along it.
    const along = shown.length === 1 ? step.row + step.place : step.place
    const next = row?.values[Math.min(Math.max(place + along, 0), row.values.length - 1)]
    if (next === undefined) return
    setActive(next)
    group.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next)}"]`)?.focus()
  }
  return (
    <fieldset
      ref={group}
      aria-labelledby={field.id === undefined ? undefined : `${field.id}-label`}
      aria-describedby={field['aria-describedby']}
      onKeyDown={onKeyDown}
      className="flex min-w-0 flex-col gap-3 rounded-md sm:gap-1.5 border border-line bg-raised px-3 py-2"
    >
      {shown.map(({ label, values: some }) => (
        <div key={some.join()} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {shown.length > 1 && <span className="w-full shrink-0 text-ink-muted sm:w-40">{label}</span>}
          <span className="flex flex-wrap gap-x-4 gap-y-1.5">
            {some.map((one) => (
              <Checkbox
                key={one}
                id={one === offered[0] ? field.id : `${field.id}-${one}`}
                data-value={one}
                aria-label={[label, choice?.label?.(one) ?? one].filter(Boolean).join(', ')}
                aria-invalid={field['aria-invalid']}
                tabIndex={one === active ? 0 : -1}
                checked={chosen.includes(one)}
                onFocus={() => setActive(one)}
                onCheckedChange={(isChosen) => toggle(one, isChosen)}
                className={cx('pointer-coarse:min-h-11', shown.length > 1 && 'min-w-24 sm:min-w-32')}
              >
                {choice?.label?.(one) ?? one}
              </Checkbox>
            ))}
          </span>
        </div>
      ))}
    </fieldset>
  )
}

const steps: Readonly<Record<string, { row: number; place: number }>> = {
  ArrowUp: { row: -1, place: 0 },
  ArrowDown: { row: 1, place: 0 },
  ArrowLeft: { row: 0, place: -1 },
  ArrowRight: { row: 0, place: 1 },
}
