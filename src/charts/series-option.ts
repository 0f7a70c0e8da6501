import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import type { ChartLook } from './chart-look.ts'
import type { ChartTone } from './chart-tone.ts'

/** A data series, drawn as bars or line. */
export type Series = {
  id: string
  name: string
  kind: 'bar' | 'line'
  tone: ChartTone
  values: readonly number[]
  /** Link of a category's figure; null if forbidden. */
  linkOf?: (index: number) => string | null
}

/** `short`: on the axis; `full`: in tooltip and table. */
type Category = { short: string; full: string }

export type SeriesChart = {
  categories: readonly Category[]
  /** Name of the categories: heading of the table's first column. */
  categoryName: string
  series: readonly Series[]
  /** Formats a figure. */
  format: (value: number) => string
  /** Compact format for the axis. */
  formatAxis?: (value: number) => string
}

type SeriesOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | TooltipComponentOption
>

/** ECharts options for bars and lines in the theme's colours. */
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
      // `richText` ignores the font. The formatter returns an element, so that texts are not parsed as markup.
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

/** Tooltip of a category. */
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

/** With few points, a line shows markers. */
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
      itemStyle: {
        color,
        borderRadius: [2, 2, 0, 0],
        ...(look.edge !== null && { borderColor: look.edge, borderWidth: 1 }),
      },
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
