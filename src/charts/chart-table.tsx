import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { cx } from '../ui/cx.ts'
import type { SeriesChart } from './series-chart.ts'

type ChartTableProps = { chart: SeriesChart; labelledBy: string; className?: string }

/** The figures of a chart, one row a category, the latest first: what is new is looked for first. */
export const ChartTable = ({ chart, labelledBy, className }: ChartTableProps) => {
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
                  <Figure
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

type FigureProps = { label: string; to: string | null; words: string }

/** What the figure counts is one step away. */
const Figure = ({ label, to, words }: FigureProps) => {
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
