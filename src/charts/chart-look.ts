import { createAtom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import { areColorsForced, isMotionReduced } from '../stores/browser.ts'
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
  /** Edge of bars where the system chooses the colours. */
  edge: string | null
  /** Milliseconds; 0 with reduced motion and on paper. */
  motion: number
}

/** Colours of the current theme, or of the system where it forces its own. */
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
  if (areColorsForced.get()) return forcedLook(isMotionReduced.get())
  return readLook(isMotionReduced.get(), ownStyle())
})

/** Light, and still. */
export const paperLook = (): ChartLook => readLook(true, lightStyle())

const ownStyle = () => getComputedStyle(document.documentElement)

/** Styles of an element that is light whatever the page is. Copied, because it does not stay. */
const lightStyle = (): Pick<CSSStyleDeclaration, 'getPropertyValue' | 'fontFamily'> => {
  const element = document.createElement('div')
  element.dataset.theme = 'light'
  document.body.append(element)
  const style = getComputedStyle(element)
  const tokens = [...Object.values(chartTones).map(({ token }) => token), ...otherTokens]
  const values = new Map<string, string>(tokens.map((token) => [token, style.getPropertyValue(token)]))
  const { fontFamily } = style
  element.remove()
  return { fontFamily, getPropertyValue: (token) => values.get(token) ?? '' }
}

const otherTokens = ['--ink', '--ink-muted', '--line', '--line-strong', '--raised', '--hover']

const forcedLook = (isStill: boolean): ChartLook => {
  const look = readLook(isStill, ownStyle())
  const paint = createPainter()
  const [text, ground] = [paint('CanvasText'), paint('Canvas')]
  return {
    ...look,
    ink: text,
    muted: text,
    line: paint('GrayText'),
    strongLine: text,
    raised: ground,
    hover: ground,
    edge: text,
  }
}

const readLook = (
  isStill: boolean,
  style: Pick<CSSStyleDeclaration, 'getPropertyValue' | 'fontFamily'>,
): ChartLook => {
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
    edge: null,
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
