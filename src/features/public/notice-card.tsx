import type { ReactNode } from 'react'
import { LabelBars } from '../../ui/figures/label-bars.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'

export type NoticeCardProps = {
  /** What stands large: an error's number, or a sign. */
  mark: { code: string } | { icon: IconName }
  title: string
  lead: string
  /** What is known, as the lines of a parcel's label. */
  facts?: readonly { label: string; value: ReactNode }[]
  /** Buttons, the one that Enter means first. */
  actions: ReactNode
}

/** One thing to say, made like the label of a parcel that does not arrive. */
export const NoticeCard = ({ mark, title, lead, facts = [], actions }: NoticeCardProps) => (
  <div className="rounded-lg border border-line bg-surface">
    <div className="flex items-center justify-between gap-6 p-5 sm:p-7">
      {'code' in mark ? (
        <p aria-hidden="true" className="figures text-5xl font-semibold tracking-tight">
          {mark.code}
        </p>
      ) : (
        <Icon name={mark.icon} size={56} className="text-accent-text" />
      )}
      <LabelBars className="h-14 w-32 text-ink sm:w-44" />
    </div>
    <div className="flex flex-col gap-5 border-t border-dashed border-line-strong p-5 sm:p-7">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
        <p className="mt-1.5 text-lg text-pretty text-ink-muted">{lead}</p>
      </div>
      {facts.length > 0 && (
        <dl className="flex flex-col rounded-md border border-line bg-canvas px-3 py-1 text-sm">
          {facts.map(({ label, value }) => (
            <div key={label} className="grid gap-x-4 py-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
              <dt className="text-ink-muted">{label}</dt>
              <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap gap-2">{actions}</div>
    </div>
  </div>
)
