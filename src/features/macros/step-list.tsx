import { type KeyboardEvent, type Ref, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'

type StepListProps = {
  lines: readonly { text: string; times: number }[]
  /** The first line that is taken: it and all that follow. */
  from: number
  onChange: (from: number) => void
  ref?: Ref<HTMLDivElement>
}

/** The last steps in their order; up and down choose from which on they are taken. */
export const StepList = ({ lines, from, onChange, ref }: StepListProps) => {
  const { t } = useTranslation('macros')
  const id = useId()
  const first = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line that is now the first is brought into view.
  useEffect(() => {
    first.current?.scrollIntoView({ block: 'nearest' })
  }, [from])
  const onKeyDown = (event: KeyboardEvent) => {
    const to = moves[event.key]?.(from, lines.length - 1)
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onChange(Math.min(Math.max(to, 0), lines.length - 1))
  }
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-2 text-sm">
        <span id={`${id}-label`} className="font-medium">
          {t('dialog.steps')}
        </span>
        <span id={`${id}-hint`} className="text-xs text-ink-muted">
          {t('dialog.stepsHint')}
        </span>
      </div>
      <div
        ref={ref}
        role="listbox"
        tabIndex={0}
        aria-multiselectable
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        aria-activedescendant={`${id}-${from}`}
        onKeyDown={onKeyDown}
        className="max-h-56 overflow-y-auto rounded-md border border-control p-1 text-sm"
      >
        {lines.map(({ text, times }, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the same step may stand twice, and none of them moves.
            key={index}
            ref={index === from ? first : undefined}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index >= from}
            onPointerDown={() => onChange(index)}
            className={cx(
              'flex min-h-7 items-center gap-2.5 rounded-sm px-2',
              index >= from ? 'bg-accent-soft text-ink' : 'text-ink-muted',
              index === from && 'font-medium',
            )}
          >
            <span aria-hidden="true" className="figures w-5 shrink-0 text-right text-xs text-ink-muted">
              {index >= from ? index - from + 1 : ''}
            </span>
            <span className="min-w-0 flex-1 truncate">{text}</span>
            {times > 1 && <span className="figures shrink-0 text-ink-muted">× {times}</span>}
          </div>
        ))}
      </div>
    </div>
  )
}

const moves: Record<string, (from: number, last: number) => number> = {
  ArrowUp: (from) => from - 1,
  ArrowDown: (from) => from + 1,
  Home: () => 0,
  End: (_, last) => last,
}
