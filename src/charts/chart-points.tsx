import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import type { SeriesChart } from './series-option.ts'
import { tooltipText } from './series-option.ts'

type ChartPointsProps = {
  chart: SeriesChart
  label: string
  /** The category that has the focus, or none. */
  onActive: (index: number | null) => void
}

/**
 * The categories of a chart as links, for the keyboard and for screen readers: one stop of Tab, arrows go from one to the
 * next, Enter opens. The drawing shows which has the focus.
 */
export const ChartPoints = ({ chart, label, onActive }: ChartPointsProps) => {
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
