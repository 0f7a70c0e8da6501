import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../buttons/button.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-set.ts'
import { Keycap } from '../kbd/keycap.tsx'

/** `keys`: omit if the user has no shortcut for it. */
export type NextStep = { label: string; keys?: string; onPress?: () => void }

type EmptyStateProps = {
  icon?: IconName
  title: string
  detail?: ReactNode
  /** What to press next; at least one. */
  next: readonly [NextStep, ...NextStep[]]
}

/** Empty state with the next step. */
export const EmptyState = ({ icon = 'inbox', title, detail, next }: EmptyStateProps) => (
  <div className="mx-auto flex max-w-100 flex-col items-center px-4 py-14 text-center">
    <span className="mb-4 flex size-10 items-center justify-center rounded-lg border border-line bg-canvas text-ink-muted">
      <Icon name={icon} size={20} />
    </span>
    <h2 className="text-lg font-semibold text-balance">{title}</h2>
    {detail && <p className="mt-1 text-pretty text-ink-muted">{detail}</p>}
    <ul className="mt-5 flex w-full flex-col gap-1.5">
      {next.map((step) => (
        <li key={step.label}>
          <NextStepRow step={step} />
        </li>
      ))}
    </ul>
  </div>
)

const NextStepRow = ({ step }: { step: NextStep }) => {
  const content = (
    <>
      <span>{step.label}</span>
      {step.keys && <Keycap keys={step.keys} />}
    </>
  )
  const rowClass =
    'flex min-h-9 w-full items-center justify-between gap-4 rounded-md border border-line bg-surface px-3 text-left'
  if (!step.onPress) return <div className={rowClass}>{content}</div>
  return (
    <button
      type="button"
      onClick={step.onPress}
      className={`${rowClass} hover:bg-hover pointer-coarse:min-h-11`}
    >
      {content}
    </button>
  )
}

type ErrorStateProps = {
  /** What happened. */
  title: string
  /** 1 if it replaces a whole screen. */
  level?: 1 | 2
  tone?: keyof typeof marks
  detail?: ReactNode
  /** What was saved. */
  kept?: ReactNode
  /** The button. */
  action?: {
    label: string
    keys?: string
    icon?: IconName
    pending?: boolean
    takesFocus?: boolean
    onPress: () => void
  }
  /** Request id, for support. */
  reference?: string
}

/** Error state: what happened, what was saved, what to press. */
export const ErrorState = ({
  title,
  level = 2,
  tone = 'danger',
  detail,
  kept,
  action,
  reference,
}: ErrorStateProps) => {
  const { t } = useTranslation('common')
  const Heading = `h${level}` as const
  const { icon, className } = marks[tone]
  return (
    <div role="alert" className="mx-auto flex max-w-110 flex-col items-start gap-4 px-4 py-14">
      <div className="flex items-start gap-3">
        <span className={cx('flex size-8 shrink-0 items-center justify-center rounded-md', className)}>
          <Icon name={icon} />
        </span>
        <div className="pt-1">
          <Heading className="text-lg font-semibold text-balance">{title}</Heading>
          {detail && <p className="mt-1 text-pretty text-ink-muted">{detail}</p>}
        </div>
      </div>
      {kept && (
        <p className="w-full rounded-md border border-line bg-surface px-3 py-2 text-sm">
          <span className="font-medium">{t('error.kept')}</span>
          <span className="text-ink-muted"> — {kept}</span>
        </p>
      )}
      {action && (
        <Button
          variant="primary"
          icon={action.icon}
          keys={action.keys}
          pending={action.pending}
          autoFocus={action.takesFocus}
          onClick={action.onPress}
        >
          {action.label}
        </Button>
      )}
      {reference && (
        <p className="text-xs text-ink-muted">
          {t('error.reference')} <code className="select-all">{reference}</code>
        </p>
      )}
    </div>
  )
}

/** `warning`: will recover with the network. */
const marks = {
  danger: { icon: 'warning', className: 'bg-danger-soft text-danger' },
  warning: { icon: 'wifi-off', className: 'bg-warning-soft text-warning' },
} as const satisfies Record<string, { icon: IconName; className: string }>

type SkeletonProps = { lines?: number; className?: string }

const widths = ['w-11/12', 'w-3/4', 'w-5/6', 'w-2/3']

/**
 * Placeholder of loading content, `aria-busy`. Reserves its space at once and appears after a delay, so that fast answers do not
 * flash. Not animated.
 */
export const Skeleton = ({ lines = 1, className }: SkeletonProps) => (
  <div aria-busy="true" className={cx('appears-late flex flex-col gap-2.5 py-1', className)}>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
      <div key={line} className={cx('h-3 rounded-sm bg-line', widths[line % widths.length])} />
    ))}
  </div>
)

/** Placeholder of a record's fields: `facts` names and values. */
export const FactsSkeleton = ({ facts, className }: { facts: number; className?: string }) => (
  <div
    aria-busy="true"
    className={cx('appears-late grid gap-x-8 gap-y-2 text-base sm:grid-cols-2', className)}
  >
    {Array.from({ length: facts }, (_, fact) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and none moves
      <div key={fact} className="flex h-6 items-center gap-3">
        <span className="h-3 w-30 shrink-0 rounded-sm bg-line" />
        <span className={cx('h-3 rounded-sm bg-line', factWidths[fact % factWidths.length])} />
      </div>
    ))}
  </div>
)

const factWidths = ['w-32', 'w-24', 'w-40', 'w-20', 'w-28']
