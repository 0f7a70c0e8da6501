import { expect, test } from 'vitest'
import type { ChartLook } from '../../../../src/charts/chart-look.ts'
import { type SeriesChart, seriesOption, tooltipText } from '../../../../src/charts/series-option.ts'

const look: ChartLook = {
  tones: {
    accent: 'teal',
    quiet: 'silver',
    info: 'blue',
    success: 'green',
    warning: 'orange',
    danger: 'red',
    attention: 'violet',
    neutral: 'grey',
  },
  ink: 'black',
  muted: 'dimgrey',
  line: 'gainsboro',
  strongLine: 'silver',
  raised: 'white',
  hover: 'whitesmoke',
  font: 'Inter Variable',
  edge: null,
  motion: 110,
}

const chart: SeriesChart = {
  categories: [
    { short: '1 nov.', full: '1 novembre' },
    { short: '2 nov.', full: '2 novembre' },
  ],
  categoryName: 'Jour',
  series: [
    { id: 'orders', name: 'Commandes', kind: 'bar', tone: 'quiet', values: [3, 5] },
    { id: 'delivered', name: 'Livrées', kind: 'line', tone: 'success', values: [1, 4] },
  ],
  format: (value) => `${value} x`,
  formatAxis: (value) => `~${value}`,
}

test('draws each series as it asks, in the colour of its tone', () => {
  expect(seriesOption(chart, look)).toMatchObject({
    xAxis: { data: ['1 nov.', '2 nov.'] },
    series: [
      { type: 'bar', name: 'Commandes', data: [3, 5], itemStyle: { color: 'silver' } },
      { type: 'line', name: 'Livrées', data: [1, 4], lineStyle: { color: 'green' }, showSymbol: true },
    ],
  })
})

test('writes the tooltip of a category in lines, in the font of the page', () => {
  expect(seriesOption(chart, look)).toMatchObject({
    tooltip: { textStyle: { fontFamily: 'Inter Variable' } },
  })
  expect(tooltipText(chart, 1)).toBe('2 novembre\nCommandes  5 x\nLivrées  4 x')
  expect(tooltipText(chart, 7)).toBe('')
})

test('has no animation when reduced motion is preferred', () => {
  expect(seriesOption(chart, { ...look, motion: 0 })).toMatchObject({ animation: false })
  expect(seriesOption(chart, look)).toMatchObject({ animation: true, animationDuration: 110 })
})

test('hides the points of a line that has many', () => {
  const many = Array.from({ length: 90 }, (_, day) => ({ short: String(day), full: String(day) }))
  const option = seriesOption({ ...chart, categories: many }, look)
  expect(option).toMatchObject({ series: [{}, { showSymbol: false }] })
})
