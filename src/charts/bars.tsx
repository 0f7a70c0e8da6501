import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { cx } from '../ui/cx.ts'
import { type ChartTone, chartTones } from './chart-tone.ts'

/** `to`: link of the part. */
export type Part = { id: string; value: number; tone: ChartTone; to?: string | null }

/** Parts of a whole as a bar; names, figures and keyboard links are in the list below. Zero parts have no width. */
export const StackedBar = ({ parts, className }: { parts: readonly Part[]; className?: string }) => {
  const whole = parts.reduce((sum, { value }) => sum + Math.max(0, value), 0)
  return (
    <div
      aria-hidden="true"
      className={cx('chart-ground flex h-6 w-full gap-px overflow-hidden rounded-md bg-hover', className)}
    >
      {parts.map(({ id, value, tone, to }) =>
        value > 0 ? (
          <Slice
            key={id}
            to={to ?? null}
            className={cx('chart-mark h-full min-w-0.5', chartTones[tone].fill)}
            style={{ width: `${(value / whole) * 100}%` }}
          />
        ) : null,
      )}
    </div>
  )
}

type SliceProps = { to: string | null; className: string; style: CSSProperties }

const Slice = ({ to, ...looks }: SliceProps) =>
  to === null ? <span {...looks} /> : <Link to={to} tabIndex={-1} {...looks} />

/** Colour mark of a part in the list. */
export const PartMark = ({ tone }: { tone: ChartTone }) => (
  <span aria-hidden="true" className={cx('chart-mark size-2.5 shrink-0 rounded-sm', chartTones[tone].fill)} />
)

type ShareBarProps = { share: number; tone?: ChartTone; className?: string }

/** A ratio (0 to 1) as a bar; the figure is beside it. */
export const ShareBar = ({ share, tone = 'accent', className }: ShareBarProps) => (
  <span
    aria-hidden="true"
    className={cx('chart-ground block overflow-hidden rounded-sm bg-hover', className)}
  >
    <span
      className={cx('chart-mark block h-full rounded-sm', chartTones[tone].fill)}
      style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
    />
  </span>
)
