import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { importWithRetry } from '../lazy/import-with-retry.ts'
import { cx } from '../ui/cx.ts'
import { chartTones } from './chart-tone.ts'
import { type Series, type SeriesChart, tooltipText } from './series-option.ts'

const EChart = lazy(() => importWithRetry(() => import('./echart.tsx')))

type ChartFigureProps = {
  name: ReactNode
  /** Text alternative of the chart. */
  summary: string
  chart: SeriesChart
  /** Show the figures as a table. */
  asTable: boolean
  /** Accessible name of the category links, if any. */
  pointsLabel?: string
  /** At the end of the heading: the switch to the table. */
  aside?: ReactNode
}

/** A chart with title and legend, or its figures as a table. */
export const ChartFigure = ({ name, summary, chart, asTable, pointsLabel, aside }: ChartFigureProps) => {
  const nameId = useId()
  const navigate = useNavigate()
  const [active, setActive] = useState<number | null>(null)
  const opens = chart.series.some(({ linkOf }) => linkOf && linkOf(0) !== null)
  const open = (series: number, index: number) => {
    const to = chart.series[series]?.linkOf?.(index)
    if (to) void navigate(to)
  }
  return (
    <figure className="flex min-w-0 flex-col gap-3">
      <figcaption className="flex flex-col gap-1">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
          <h2 id={nameId} className="text-base font-semibold">
            {name}
          </h2>
          {aside}
        </div>
        {chart.series.length > 1 && !asTable && <Legend series={chart.series} />}
      </figcaption>
      {asTable ? (
        <ChartTable chart={chart} labelledBy={nameId} className="h-64" />
      ) : (
        <>
          {/* The canvas is resized later; it must not widen the page meanwhile. */}
          <div
            role="img"
            aria-labelledby={nameId}
            aria-describedby={`${nameId}-summary`}
            className={cx(
              // Isolates the tooltip's z-index.
              'chart-canvas isolate h-64 min-w-0 overflow-hidden rounded-md',
              active !== null && 'outline-2 outline-offset-1 outline-focus',
            )}
          >
            <Suspense>
              <EChart chart={chart} active={active} onOpen={opens ? open : null} />
            </Suspense>
          </div>
          {opens && pointsLabel && <ChartPoints chart={chart} label={pointsLabel} onActive={setActive} />}
          <p id={`${nameId}-summary`} className="sr-only">
            {summary}
          </p>
        </>
      )}
    </figure>
  )
}

const Legend = ({ series }: { series: readonly Series[] }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-muted">
    {series.map(({ id, name, kind, tone }) => (
      <li key={id} className="inline-flex items-center gap-1.5">
        <span
          aria-hidden="true"
          className={cx(
            'chart-mark w-3 shrink-0 rounded-full',
            kind === 'line' ? 'h-0.5 forced-colors:h-1.5' : 'h-2.5 rounded-sm',
            chartTones[tone].fill,
          )}
        />
        {name}
      </li>
    ))}
  </ul>
)

type ChartTableProps = { chart: SeriesChart; labelledBy: string; className?: string }

/** Figures by category, latest first. */
const ChartTable = ({ chart, labelledBy, className }: ChartTableProps) => {
  const { categories, categoryName, series, format } = chart
  const rows = categories.map((category, index) => ({ category, index })).reverse()
  return (
    <section
      aria-labelledby={labelledBy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
      tabIndex={0}
      className={cx('overflow-auto rounded-md border border-line', className)}
    >
      <table aria-labelledby={labelledBy} className="w-full border-collapse text-sm">
        <thead className="sticky top-0 bg-surface text-xs text-ink-muted">
          <tr>
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              {categoryName}
            </th>
            {series.map(({ id, name }) => (
              <th key={id} scope="col" className="px-3 py-1.5 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="figures">
          {rows.map(({ category, index }) => (
            <tr key={category.full} className="border-t border-line">
              <th scope="row" className="px-3 py-1 text-left font-normal whitespace-nowrap">
                {category.full}
              </th>
              {series.map(({ id, name, values, linkOf }) => (
                <td key={id} className="px-3 py-1 text-right">
                  <LinkedFigure
                    label={`${category.full}, ${name}`}
                    to={linkOf?.(index) ?? null}
                    words={format(values[index] ?? 0)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type LinkedFigureProps = { label: string; to: string | null; words: string }

/** A figure of the table, linked to the list it counts. */
const LinkedFigure = ({ label, to, words }: LinkedFigureProps) => {
  const { t } = useTranslation('common')
  return to === null ? (
    words
  ) : (
    <Link
      to={to}
      aria-label={t('said', { what: label, words })}
      className="underline-offset-2 hover:underline"
    >
      {words}
    </Link>
  )
}

type ChartPointsProps = {
  chart: SeriesChart
  label: string
  /** Index of the focused category, or null. */
  onActive: (index: number | null) => void
}

/**
 * The categories as links for keyboard and screen readers: one tab stop, arrows move, Enter opens. The chart highlights the
 * focused one.
 */
const ChartPoints = ({ chart, label, onActive }: ChartPointsProps) => {
  const { categories, series } = chart
  const last = categories.length - 1
  const [kept, setKept] = useState(last)
  const stop = Math.min(kept, last)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = steps[event.key]?.(stop, last)
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.querySelectorAll('a')[Math.min(Math.max(to, 0), last)]?.focus()
  }
  return (
    <ul aria-label={label} className="sr-only" onKeyDown={onKeyDown}>
      {categories.map(({ full }, index) => (
        <li key={full}>
          <Link
            to={series[0]?.linkOf?.(index) ?? '.'}
            tabIndex={index === stop ? 0 : -1}
            onFocus={() => {
              setKept(index)
              onActive(index)
            }}
            onBlur={() => onActive(null)}
          >
            {tooltipText(chart, index).replaceAll('\n', ', ')}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}
