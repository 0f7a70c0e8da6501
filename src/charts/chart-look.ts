import { useSyncExternalStore } from 'react'
import { type ChartTone, chartTones } from './chart-tone.ts'

/** The tokens in the form that a canvas paints with. */
export type ChartLook = {
  tones: Record<ChartTone, string>
  ink: string
  muted: string
  line: string
  strongLine: string
  raised: string
  hover: string
  font: string
  /** Milliseconds; 0 for those who asked for stillness. */
  motion: number
}

/** The look of the theme that stands, and of the next one when it is switched. */
export const useChartLook = (): ChartLook => useSyncExternalStore(subscribe, readOnce)

const stillness = '(prefers-reduced-motion: reduce)'
let known: { key: string; look: ChartLook } | null = null

const readOnce = (): ChartLook => {
  const key = `${document.documentElement.dataset.theme} ${matchMedia(stillness).matches}`
  if (known?.key !== key) known = { key, look: readLook() }
  return known.look
}

const subscribe = (listener: () => void): (() => void) => {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const query = matchMedia(stillness)
  query.addEventListener('change', listener)
  return () => {
    observer.disconnect()
    query.removeEventListener('change', listener)
  }
}

const readLook = (): ChartLook => {
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
    motion: matchMedia(stillness).matches ? 0 : 110,
  }
}

/** The chart's own arithmetic on colours reads no OKLCH: a pixel of it says it in RGB. */
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
