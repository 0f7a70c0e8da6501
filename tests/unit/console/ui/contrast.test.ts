import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tones } from '../../../../src/ui/feedback/tone.ts'

const css = readFileSync(new URL('../../../../src/styles/tokens.css', import.meta.url), 'utf8')
const grounds = ['canvas', 'surface', 'raised', 'hover', 'selected']

const textPairs: [string, string][] = [
  ...['ink', 'ink-muted', 'ink-faint', 'accent-text', ...tones].flatMap((text) =>
    grounds.map((ground): [string, string] => [text, ground]),
  ),
  ...tones.map((tone): [string, string] => [tone, `${tone}-soft`]),
  ...['accent', 'accent-hover'].map((fill): [string, string] => ['on-accent', fill]),
  ...['danger-fill', 'danger-fill-hover'].map((fill): [string, string] => ['on-danger', fill]),
  ...['ink', 'ink-muted', 'success', 'warning', 'danger'].map((text): [string, string] => [text, 'topbar']),
  ['ink-muted', 'topbar-control'],
  ['ink', 'accent-soft'],
  ['ink-muted', 'accent-soft'],
  ['accent-text', 'accent-soft'],
]
const outlinePairs = ['control', 'focus'].flatMap((line) =>
  grounds.map((ground): [string, string] => [line, ground]),
)

describe.each(['light', 'dark', 'brand'] as const)('in the %s theme', (theme) => {
  const colors = colorsOf(theme)

  it('every text has a contrast of 4.5:1 on every background that it is used on', () => {
    expect(textPairs.filter(([text, ground]) => ratio(colors, text, ground) < 4.5)).toEqual([])
  })

  it('outlines of controls and of the focus have a contrast of 3:1', () => {
    expect(outlinePairs.filter(([line, ground]) => ratio(colors, line, ground) < 3)).toEqual([])
  })
})

type Colors = Map<string, [number, number, number]>

/** The theme's values over its base: the light ones at the root, for the brand the dark ones. */
const blocks = { light: ['light'], dark: ['light', 'dark'], brand: ['light', 'dark', 'brand'] }

function colorsOf(theme: keyof typeof blocks): Colors {
  return new Map(blocks[theme].flatMap((block) => [...blockOf(block)]))
}

function blockOf(theme: string): Colors {
  const block = new RegExp(`\\[data-theme=["']${theme}["']\\]\\s*\\{([\\s\\S]*?)\\n\\}`).exec(css)?.[1] ?? ''
  const values = block.matchAll(/--([\w-]+):\s*oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)
  return new Map([...values].map(([, name, l, c, h]) => [name!, [Number(l), Number(c), Number(h)]]))
}

function ratio(colors: Colors, one: string, other: string): number {
  const [low, high] = [luminance(colors, one), luminance(colors, other)].sort((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

/** OKLCH to linear sRGB (Ottosson's matrices), then WCAG's relative luminance. */
function luminance(colors: Colors, name: string): number {
  const color = colors.get(name)
  if (!color) throw new Error(`no such token: --${name}`)
  const [lightness, chroma, hue] = color
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  const clamp = (channel: number) => Math.min(1, Math.max(0, channel))
  return 0.2126 * clamp(red) + 0.7152 * clamp(green) + 0.0722 * clamp(blue)
}
