import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import type { ChartLook } from './chart-look.ts'
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
type Category = { short: string; full: string }

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

type SeriesOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | TooltipComponentOption
>

/** Bars and lines over categories, in the colours of the tokens. */
export const seriesOption = (chart: SeriesChart, look: ChartLook): SeriesOption => {
  const { categories, series, format, formatAxis = format } = chart
  const words = { color: look.muted, fontFamily: look.font, fontSize: 11 }
  return {
    animation: look.motion > 0,
    animationDuration: look.motion,
    animationDurationUpdate: look.motion,
    textStyle: { fontFamily: look.font },
    grid: {
      left: 4,
      right: 12,
      top: 12,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: 'category',
      data: categories.map(({ short }) => short),
      axisLine: { lineStyle: { color: look.strongLine } },
      axisTick: { show: false },
      axisLabel: { ...words, hideOverlap: true, margin: 10 },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitNumber: 4,
      axisLabel: { ...words, formatter: formatAxis },
      splitLine: { lineStyle: { color: look.line } },
    },
    tooltip: {
      trigger: 'axis',
      // `richText` draws every text in the default font. The formatter answers an element: a text in it is no markup.
      renderMode: 'html',
      extraCssText: 'white-space: pre',
      confine: true,
      transitionDuration: 0,
      backgroundColor: look.raised,
      borderColor: look.strongLine,
      borderWidth: 1,
      padding: [8, 10],
      textStyle: { color: look.ink, fontFamily: look.font, fontSize: 12, lineHeight: 18 },
      axisPointer: { type: 'line', lineStyle: { color: look.strongLine, type: 'solid' } },
      formatter: (at) => {
        const words = document.createElement('div')
        words.textContent = tooltipText(chart, indexOf(at))
        return words
      },
    },
    series: series.map((one) => drawn(one, look, categories.length)),
  }
}

/** What the tooltip over one category says. */
export const tooltipText = ({ categories, series, format }: SeriesChart, index: number): string => {
  const category = categories[index]
  if (category === undefined) return ''
  return [category.full, ...series.map(({ name, values }) => `${name}  ${format(values[index] ?? 0)}`)].join(
    '\n',
  )
}

const indexOf = (at: unknown): number => {
  const first: unknown = Array.isArray(at) ? at[0] : at
  return typeof first === 'object' && first !== null && 'dataIndex' in first ? Number(first.dataIndex) : -1
}

/** A line through few points needs the points to be seen. */
const fewPoints = 45

const drawn = (
  { name, kind, tone, values }: Series,
  look: ChartLook,
  points: number,
): BarSeriesOption | LineSeriesOption => {
  const color = look.tones[tone]
  const data = [...values]
  if (kind === 'bar') {
    return {
      type: 'bar',
      name,
      data,
      barMaxWidth: 28,
      barCategoryGap: '30%',
      itemStyle: { color, borderRadius: [2, 2, 0, 0] },
      emphasis: { disabled: true },
    }
  }
  return {
    type: 'line',
    name,
    data,
    showSymbol: points <= fewPoints,
    symbol: 'circle',
    symbolSize: points === 1 ? 8 : 4,
    lineStyle: { color, width: 2 },
    itemStyle: { color },
    emphasis: { disabled: true },
  }
}
