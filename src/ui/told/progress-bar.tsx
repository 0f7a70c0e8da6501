import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/languages.ts'
import { cx } from '../cx.ts'

export type ProgressBarProps = {
  label: string
  /** Left out where nothing is counted. */
  done?: number
  /** Unknown until the server has counted: the bar then shows no share. */
  total?: number
}

/** How far long work is, in figures as well as in length. */
export const ProgressBar = ({ label, done, total }: ProgressBarProps) => {
  const { t, i18n } = useTranslation('common')
  const number = new Intl.NumberFormat(localeOf(i18n.language))
  const share = total && done !== undefined ? Math.min(1, done / total) : undefined
  const words =
    done === undefined
      ? undefined
      : total === undefined
        ? number.format(done)
        : t('progress', { done: number.format(done), total: number.format(total) })
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <span title={label} className="truncate text-ink">
          {label}
        </span>
        <span className="figures whitespace-nowrap text-ink-muted">{words}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={total === undefined || done === undefined ? undefined : Math.min(done, total)}
        aria-valuetext={words}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className={cx(
            'h-full rounded-full bg-accent transition-[width]',
            share === undefined && 'animate-pulse motion-reduce:animate-none',
          )}
          style={{ width: share === undefined ? '33%' : `${share * 100}%` }}
        />
      </div>
    </div>
  )
}
