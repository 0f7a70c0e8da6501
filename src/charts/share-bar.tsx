import { cx } from '../ui/cx.ts'
import { type ChartTone, chartTones } from './chart-tone.ts'

type ShareBarProps = { share: number; tone?: ChartTone; className?: string }

/** A share of one as a length; the figure stands beside it in words. */
export const ShareBar = ({ share, tone = 'accent', className }: ShareBarProps) => (
  <span aria-hidden="true" className={cx('block overflow-hidden rounded-sm bg-hover', className)}>
    <span
      className={cx('block h-full rounded-sm', chartTones[tone].fill)}
      style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
    />
  </span>
)
