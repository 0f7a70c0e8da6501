import { type ReactNode, useId } from 'react'
import { cx } from '../../ui/cx.ts'

type PanelProps = { title: string; aside?: ReactNode; className?: string; children: ReactNode }

/** One question of the dashboard and its answer. */
export const Panel = ({ title, aside, className, children }: PanelProps) => {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={cx(panelClass, className)}>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <h2 id={titleId} className="text-base font-semibold">
          {title}
        </h2>
        {aside && <div className="text-sm text-ink-muted">{aside}</div>}
      </div>
      {children}
    </section>
  )
}

export const panelClass = 'flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-4'
