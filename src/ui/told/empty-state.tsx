import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-set.ts'
import { Keycap } from '../keys/keycap.tsx'

/** Without `keys` where the reader has none for it: it is pressed then. */
export type NextStep = { label: string; keys?: string; onPress?: () => void }

export type EmptyStateProps = {
  icon?: IconName
  title: string
  detail?: ReactNode
  /** What to press now. An empty screen always names a key. */
  next: readonly [NextStep, ...NextStep[]]
}

/** Nothing here, and which key to press next. */
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
