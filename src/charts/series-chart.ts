import type { ChartTone } from './chart-tone.ts'

/** One row of figures over the categories of a chart, drawn as bars or as a line. */
export type Series = {
  id: string
  name: string
  kind: 'bar' | 'line'
  tone: ChartTone
  values: readonly number[]
  /** Where the figure of a category leads; null where the reader may not open it. */
  linkOf?: (index: number) => string | null
}

/** A category is named short under the axis, and in full in the tooltip and in the table. */
export type Category = { short: string; full: string }

export type SeriesChart = {
  categories: readonly Category[]
  /** What the categories are, over the table's first column. */
  categoryName: string
  series: readonly Series[]
  /** One figure in words. */
  format: (value: number) => string
  /** The same on the axis, where room is scarce. */
  formatAxis?: (value: number) => string
}
