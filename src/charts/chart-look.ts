import { createAtom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import { isMotionReduced } from '../stores/browser.ts'
import { type ChartTone, chartTones } from './chart-tone.ts'

/** Design tokens as canvas colours. */
export type ChartLook = {
  tones: Record<ChartTone, string>
  ink: string
  muted: string
  line: string
  strongLine: string
  raised: string
  hover: string
  font: string
  /** Milliseconds; 0 with reduced motion. */
  motion: number
}

/** Colours of the current theme. */
export const useChartLook = (): ChartLook => useAtom(chartLook)

const theme = createAtom(document.documentElement.dataset.theme)
new MutationObserver(() => theme.set(document.documentElement.dataset.theme)).observe(
  document.documentElement,
  {
    attributes: true,
    attributeFilter: ['data-theme'],
  },
)

/** Read from the style sheet once per theme. */
const chartLook = createAtom((): ChartLook => {
  theme.get()
  return readLook(isMotionReduced.get())
})

const readLook = (isStill: boolean): ChartLook => {
  const style = getComputedStyle(document.documentElement)
  const paint = createPainter()
  const colour = (token: string) => paint(style.getPropertyValue(token).trim())
  return {
    tones: Object.fromEntries(
      Object.entries(chartTones).map(([tone, { token }]) => [tone, colour(token)]),
    ) as ChartLook['tones'],
    ink: colour('--ink'),
    muted: colour('--ink-muted'),
    line: colour('--line'),
    strongLine: colour('--line-strong'),
    raised: colour('--raised'),
    hover: colour('--hover'),
    font: style.fontFamily,
    motion: isStill ? 0 : 110,
  }
}

/** ECharts does not parse OKLCH: paints a pixel to get RGB. */
const createPainter = () => {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return (colour: string): string => {
    if (context === null) return colour
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
    const [red, green, blue, alpha = 255] = context.getImageData(0, 0, 1, 1).data
    return `rgba(${red},${green},${blue},${alpha / 255})`
  }
}
