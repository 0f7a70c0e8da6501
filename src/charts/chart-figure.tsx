import { lazy, type ReactNode, Suspense, useId } from 'react'
import { importWithRetry } from '../lazy/import-with-retry.ts'
import { cx } from '../ui/cx.ts'
import { chartTones } from './chart-tone.ts'
import type { Series, SeriesChart } from './series-option.ts'

const EChart = lazy(() => importWithRetry(() => import('./echart.tsx')))

type ChartFigureProps = {
  name: ReactNode
  /** What the picture says, for those who do not see it. */
  summary: string
  chart: SeriesChart
  /** The same figures as a table. */
  asTable: boolean
  /** At the far end of the heading: the switch to the table. */
  aside?: ReactNode
}

/** A chart with its name, its legend and the same figures as a table. */
export const ChartFigure = ({ name, summary, chart, asTable, aside }: ChartFigureProps) => {
  const nameId = useId()
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
          {/* The drawing follows a new width a moment later: until then it must not push the page. */}
          <div
            role="img"
            aria-labelledby={nameId}
            aria-describedby={`${nameId}-summary`}
            className="h-64 min-w-0 overflow-hidden"
          >
            <Suspense>
              <EChart chart={chart} />
            </Suspense>
          </div>
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
            'w-3 shrink-0 rounded-full',
            kind === 'line' ? 'h-0.5' : 'h-2.5 rounded-sm',
            chartTones[tone].fill,
          )}
        />
        {name}
      </li>
    ))}
  </ul>
)

type ChartTableProps = { chart: SeriesChart; labelledBy: string; className?: string }

/** The figures of a chart, one row a category, the latest first: what is new is looked for first. */
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
              {series.map(({ id, values }) => (
                <td key={id} className="px-3 py-1 text-right">
                  {format(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
