/** Colours of a drawing: `ground` is the background; shapes name others by first letter. */
type Palette = { ground: string; main: string; dark: string; light: string; accent: string }

const palettes = {
  devices: { ground: '#d9e6ef', main: '#4583ab', dark: '#1f3e55', light: '#f8fbfd', accent: '#f0b64a' },
  home: { ground: '#f5e7cb', main: '#d18a35', dark: '#593c1e', light: '#fffaf0', accent: '#f8d067' },
  kitchen: { ground: '#f6dcd2', main: '#cb6049', dark: '#5a2b23', light: '#fff7f2', accent: '#efb455' },
  health: { ground: '#d5eae4', main: '#3f9786', dark: '#1f4a45', light: '#f6fcfa', accent: '#ec8068' },
  beauty: { ground: '#f2dce5', main: '#bd638b', dark: '#57283f', light: '#fff6fa', accent: '#eeb49c' },
  fashion: { ground: '#e5dff1', main: '#7866b0', dark: '#382f5c', light: '#faf8ff', accent: '#e4b65c' },
  family: { ground: '#dfedd5', main: '#6ca056', dark: '#32502b', light: '#f9fcf6', accent: '#f0a55b' },
  tools: { ground: '#e2e5e8', main: '#dd8740', dark: '#39414b', light: '#fbfbfb', accent: '#f1c152' },
} satisfies Record<string, Palette>

/**
 * A drawing on a 64 x 64 square: shapes from back to front, each with a colour. `rect` x y width height radius, `circle` x y
 * radius, `path` and `line` with SVG path data, a line with its width.
 */
type Shape =
  | readonly ['rect', number, number, number, number, number, Ink]
  | readonly ['circle', number, number, number, Ink]
  | readonly ['path', string, Ink]
  | readonly ['line', string, number, Ink]
type Ink = keyof Palette

export type Drawing = { palette: keyof typeof palettes; shapes: readonly Shape[] }

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  ink: Ink,
): Shape => ['rect', x, y, width, height, radius, ink]
export const circle = (x: number, y: number, radius: number, ink: Ink): Shape => ['circle', x, y, radius, ink]
export const path = (data: string, ink: Ink): Shape => ['path', data, ink]
export const line = (data: string, width: number, ink: Ink): Shape => ['line', data, width, ink]

export const drawing = (palette: Drawing['palette'], ...shapes: Shape[]): Drawing => ({ palette, shapes })

/** The drawing as SVG, `size` pixels wide. */
export const drawingSvg = ({ palette, shapes }: Drawing, size: number): string => {
  const colours = palettes[palette]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64">`,
    `<rect width="64" height="64" fill="${colours.ground}"/>`,
    `<ellipse cx="32" cy="54" rx="20" ry="2.2" fill="${colours.dark}" opacity="0.14"/>`,
    ...shapes.map((shape) => shapeSvg(shape, colours)),
    '</svg>',
  ].join('')
}

const shapeSvg = (shape: Shape, colours: Palette): string => {
  switch (shape[0]) {
    case 'rect': {
      const [, x, y, width, height, radius, ink] = shape
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${colours[ink]}"/>`
    }
    case 'circle': {
      const [, x, y, radius, ink] = shape
      return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colours[ink]}"/>`
    }
    case 'path': {
      const [, data, ink] = shape
      return `<path d="${data}" fill="${colours[ink]}"/>`
    }
    case 'line': {
      const [, data, width, ink] = shape
      const ends = 'stroke-linecap="round" stroke-linejoin="round"'
      return `<path d="${data}" fill="none" stroke="${colours[ink]}" stroke-width="${width}" ${ends}/>`
    }
  }
}
