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

type Drawing = { palette: keyof typeof palettes; shapes: readonly Shape[] }

const rect = (x: number, y: number, width: number, height: number, radius: number, ink: Ink): Shape => [
  'rect',
  x,
  y,
  width,
  height,
  radius,
  ink,
]
const circle = (x: number, y: number, radius: number, ink: Ink): Shape => ['circle', x, y, radius, ink]
const path = (data: string, ink: Ink): Shape => ['path', data, ink]
const line = (data: string, width: number, ink: Ink): Shape => ['line', data, width, ink]

const drawing = (palette: Drawing['palette'], ...shapes: Shape[]): Drawing => ({ palette, shapes })

/** One for each product of the catalogue (`goods.ts`), in order. */
export const drawings: readonly Drawing[] = [
  // Sports smartwatch
  drawing(
    'devices',
    rect(25, 9, 14, 14, 4, 'dark'),
    rect(25, 41, 14, 13, 4, 'dark'),
    rect(19, 17, 26, 30, 9, 'main'),
    rect(22, 20, 20, 24, 6, 'dark'),
    line('M24 33h4l2-6 4 11 2-5h4', 2, 'accent'),
  ),
  // Elegance watch, leather strap
  drawing(
    'home',
    rect(26, 8, 12, 46, 3, 'dark'),
    circle(32, 31, 15, 'main'),
    circle(32, 31, 12, 'light'),
    line('M32 23v8l5 4', 2, 'dark'),
  ),
  // Wireless earbuds Pro
  drawing(
    'devices',
    rect(20, 16, 6, 20, 3, 'light'),
    circle(22, 17, 6, 'light'),
    rect(38, 16, 6, 20, 3, 'light'),
    circle(42, 17, 6, 'light'),
    rect(14, 31, 36, 22, 10, 'main'),
    line('M14 40h36', 1.5, 'dark'),
    circle(32, 46, 1.8, 'accent'),
  ),
  // Foldable Bluetooth headphones
  drawing(
    'devices',
    line('M16 38v-7a16 16 0 0 1 32 0v7', 4.5, 'dark'),
    rect(11, 34, 11, 18, 5, 'main'),
    rect(42, 34, 11, 18, 5, 'main'),
    rect(19, 36, 4, 14, 2, 'accent'),
    rect(41, 36, 4, 14, 2, 'accent'),
  ),
  // Waterproof portable speaker
  drawing(
    'devices',
    line('M20 22c0-10 24-10 24 0', 3, 'dark'),
    rect(10, 21, 44, 30, 14, 'main'),
    circle(32, 36, 10, 'dark'),
    circle(32, 36, 6, 'accent'),
    circle(17, 36, 3, 'dark'),
    circle(47, 36, 3, 'dark'),
  ),
  // Power bank, 20,000 mAh
  drawing(
    'devices',
    rect(20, 10, 24, 43, 6, 'main'),
    rect(28, 7, 8, 4, 1, 'dark'),
    path('M34 18l-9 14h6l-2 11 10-15h-6z', 'accent'),
    circle(27, 48, 1.4, 'light'),
    circle(32, 48, 1.4, 'light'),
    circle(37, 48, 1.4, 'light'),
  ),
  // Fast charger 65 W
  drawing(
    'devices',
    rect(24, 9, 4, 14, 1.5, 'dark'),
    rect(36, 9, 4, 14, 1.5, 'dark'),
    rect(18, 20, 28, 28, 8, 'light'),
    rect(27, 48, 10, 5, 2, 'main'),
    path('M33 24l-7 11h5l-1 9 8-12h-5z', 'accent'),
  ),
  // Car phone holder
  drawing(
    'devices',
    rect(29, 40, 6, 9, 2, 'main'),
    rect(20, 47, 24, 6, 3, 'main'),
    rect(22, 9, 20, 33, 4, 'dark'),
    rect(25, 12, 14, 25, 2, 'light'),
    rect(18, 23, 6, 11, 2.5, 'main'),
    rect(40, 23, 6, 11, 2.5, 'main'),
    path('M32 17c-6 0-7 7 0 13 7-6 6-13 0-13z', 'accent'),
  ),
  // Wi-Fi security camera
  drawing(
    'devices',
    rect(29, 42, 6, 7, 1, 'main'),
    rect(21, 48, 22, 5, 2.5, 'main'),
    circle(32, 27, 17, 'light'),
    circle(32, 27, 11, 'dark'),
    circle(32, 27, 6, 'main'),
    circle(34.5, 24.5, 1.8, 'light'),
  ),
  // Portable LED projector
  drawing(
    'devices',
    rect(17, 45, 7, 7, 2, 'dark'),
    rect(40, 45, 7, 7, 2, 'dark'),
    rect(10, 22, 44, 26, 6, 'main'),
    circle(25, 35, 10, 'dark'),
    circle(25, 35, 6, 'accent'),
    line('M40 30h9M40 35h9M40 40h9', 2, 'light'),
  ),
  // Outdoor solar lamp
  drawing(
    'home',
    rect(30, 30, 4, 21, 2, 'dark'),
    rect(22, 48, 20, 5, 2.5, 'dark'),
    path('M20 20h24l-5 15H25z', 'accent'),
    rect(16, 12, 32, 9, 2, 'dark'),
    line('M24 13v7M32 13v7M40 13v7', 1.4, 'main'),
  ),
  // Rechargeable bulbs (set of 3)
  drawing(
    'home',
    path('M32 9c-9 0-14 6-14 13 0 6 4 9 7 15h14c3-6 7-9 7-15 0-7-5-13-14-13z', 'accent'),
    line('M29 37v-9l-3-3M35 37v-9l3-3', 1.8, 'main'),
    rect(26, 37, 12, 5, 1.5, 'light'),
    rect(26, 42, 12, 5, 1.5, 'dark'),
    rect(28, 47, 8, 5, 2.5, 'dark'),
  ),
  // Rechargeable fan
  drawing(
    'home',
    rect(30, 40, 4, 11, 1, 'dark'),
    rect(21, 48, 22, 5, 2.5, 'dark'),
    circle(32, 26, 18, 'light'),
    path('M32 26c-4-9 1-15 6-13s2 9-6 13z', 'main'),
    path('M32 26c9-4 15 1 13 6s-9 2-13-6z', 'main'),
    path('M32 26c4 9-1 15-6 13s-2-9 6-13z', 'main'),
    path('M32 26c-9 4-15-1-13-6s9-2 13 6z', 'main'),
    circle(32, 26, 3.4, 'dark'),
  ),
  // Portable USB blender
  drawing(
    'kitchen',
    path('M22 14h20l-2 24H24z', 'light'),
    path('M23 24h18l-1 14H24z', 'accent'),
    circle(28, 29, 1.5, 'light'),
    circle(35, 32, 1.5, 'light'),
    rect(20, 9, 24, 6, 3, 'dark'),
    rect(23, 36, 18, 17, 5, 'main'),
    circle(32, 45, 2.6, 'light'),
  ),
  // Stand mixer 5 L
  drawing(
    'kitchen',
    rect(38, 20, 11, 30, 4, 'main'),
    rect(12, 48, 39, 5, 2.5, 'dark'),
    line('M24 24v9', 3, 'dark'),
    path('M13 32h22l-3 16H16z', 'light'),
    rect(13, 12, 38, 14, 7, 'main'),
    circle(44, 19, 2.6, 'accent'),
  ),
  // Electric chopper 3 L
  drawing(
    'kitchen',
    path('M18 28h28l-3 22c0 2-1 3-3 3H24c-2 0-3-1-3-3z', 'light'),
    line('M32 29v14M26 41l12-4', 2.4, 'dark'),
    rect(16, 25, 32, 5, 2.5, 'dark'),
    rect(21, 10, 22, 15, 6, 'main'),
    circle(32, 17, 2.8, 'accent'),
  ),
  // Air fryer 4 L
  drawing(
    'kitchen',
    rect(15, 10, 34, 43, 12, 'dark'),
    rect(19, 30, 26, 20, 6, 'main'),
    rect(28, 35, 8, 12, 4, 'light'),
    circle(32, 20, 5, 'accent'),
  ),
  // Stainless steel kettle
  drawing(
    'kitchen',
    line('M20 24c-10 1-11 22-3 24', 3.4, 'dark'),
    path('M41 25l10-6 2 5-9 10z', 'main'),
    path('M21 20h21l4 33H17z', 'main'),
    path('M24 24h4l-2 25h-4z', 'light'),
    rect(20, 15, 23, 6, 3, 'dark'),
    circle(31.5, 13, 3, 'dark'),
  ),
  // Chef’s knife set
  drawing(
    'kitchen',
    path('M16 36V17c0-4 7-7 7-2v21z', 'light'),
    path('M28.500 36V12c0-4 7-7 7-2v26z', 'light'),
    path('M41 36V21c0-4 7-7 7-2v17z', 'light'),
    rect(16, 36, 7, 17, 2.5, 'dark'),
    rect(28.5, 36, 7, 17, 2.5, 'main'),
    rect(41, 36, 7, 17, 2.5, 'dark'),
  ),
  // Cookware set, 10 pieces
  drawing(
    'kitchen',
    rect(9, 31, 9, 6, 3, 'dark'),
    rect(46, 31, 9, 6, 3, 'dark'),
    rect(15, 27, 34, 26, 6, 'main'),
    path('M15 27c0-10 34-10 34 0z', 'light'),
    rect(13, 25, 38, 4, 2, 'dark'),
    circle(32, 16.5, 3, 'dark'),
  ),
  // Kitchen scale
  drawing(
    'kitchen',
    path('M18 18h28l-5 14H23z', 'accent'),
    rect(14, 31, 36, 5, 2.5, 'light'),
    rect(12, 36, 40, 17, 6, 'main'),
    rect(24, 41, 16, 7, 2, 'dark'),
  ),
  // Slimming shapewear
  drawing(
    'beauty',
    path('M21 11h22c0 8-4 11-4 16s6 8 6 15l-1 11H20l-1-11c0-7 6-10 6-15s-4-8-4-16z', 'main'),
    line('M25 25c5 2 9 2 14 0M21 40c7 3 15 3 22 0', 1.8, 'light'),
    path('M25 11h14c0 5-3 7-7 7s-7-2-7-7z', 'ground'),
  ),
  // Posture corrector
  drawing(
    'health',
    line('M25 12c-8 9-8 18 3 24M39 12c8 9 8 18-3 24', 5, 'main'),
    rect(25, 20, 14, 26, 5, 'dark'),
    rect(13, 41, 38, 9, 4, 'main'),
    rect(28, 43, 8, 5, 1.5, 'light'),
  ),
  // Neck massager
  drawing(
    'health',
    line('M18 18c-4 18 2 30 14 30s18-12 14-30', 9, 'main'),
    circle(18, 18, 5, 'dark'),
    circle(46, 18, 5, 'dark'),
    circle(23, 40, 3, 'light'),
    circle(32, 46, 3, 'light'),
    circle(41, 40, 3, 'light'),
  ),
  // Wrist blood pressure monitor
  drawing(
    'health',
    rect(20, 8, 24, 46, 8, 'dark'),
    rect(14, 15, 36, 32, 9, 'main'),
    rect(19, 20, 26, 18, 4, 'light'),
    path('M32 35l-6-6c-4-4 2-9 6-4 4-5 10 0 6 4z', 'accent'),
    rect(27, 41, 10, 3, 1.5, 'light'),
  ),
  // Beard trimmer 5 in 1
  drawing(
    'health',
    rect(24, 9, 16, 11, 2, 'light'),
    line('M27 10v5M30.300 10v5M33.700 10v5M37 10v5', 1.3, 'dark'),
    path('M23 19h18l-2 31c0 4-14 4-14 0z', 'dark'),
    circle(32, 28, 3, 'accent'),
    line('M29 37h6M29 41h6M29 45h6', 1.6, 'main'),
  ),
  // IPL hair remover
  drawing(
    'beauty',
    rect(26, 22, 14, 31, 7, 'light'),
    rect(16, 11, 33, 17, 7, 'main'),
    rect(21, 15, 23, 8, 3, 'accent'),
    circle(33, 36, 3, 'main'),
  ),
  // Heated straightening brush
  drawing(
    'beauty',
    rect(28, 34, 8, 19, 4, 'dark'),
    rect(20, 8, 24, 30, 11, 'main'),
    ...[16, 23, 30].flatMap((y) => [26, 32, 38].map((x) => circle(x, y, 1.6, 'light'))),
  ),
  // Lace front wig 18 inches
  drawing(
    'beauty',
    path('M32 9c-14 0-18 10-18 22 0 9-3 14-2 21h40c1-7-2-12-2-21 0-12-4-22-18-22z', 'dark'),
    path('M23 27c7 2 11 1 15-5 1 4 2 5 4 6 1 11-3 18-10 18s-10-8-9-19z', 'accent'),
    path('M28 44h8v9h-8z', 'accent'),
    line('M17 34c0 7-2 11-1 17M47 34c0 7 2 11 1 17', 1.6, 'main'),
  ),
  // Shea glow cream
  drawing(
    'beauty',
    rect(14, 27, 36, 26, 8, 'light'),
    rect(12, 17, 40, 12, 4, 'main'),
    circle(32, 40, 7, 'accent'),
    path('M32 35c4 2 4 7 0 10-4-3-4-8 0-10z', 'main'),
  ),
  // Dark spot serum
  drawing(
    'beauty',
    rect(27, 8, 10, 14, 5, 'dark'),
    rect(25, 20, 14, 6, 2, 'dark'),
    rect(20, 25, 24, 28, 6, 'main'),
    rect(24, 33, 16, 14, 2, 'light'),
    path('M32 34c4 5 4 9 0 9s-4-4 0-9z', 'accent'),
  ),
  // Hair growth oil
  drawing(
    'beauty',
    rect(26, 9, 12, 11, 2, 'dark'),
    path('M26 19h12c6 6 8 10 8 16v12c0 4-2 6-6 6H24c-4 0-6-2-6-6V35c0-6 2-10 8-16z', 'accent'),
    path('M32 29c9 2 9 12 0 17-9-5-9-15 0-17z', 'light'),
    line('M32 34v11', 1.5, 'main'),
  ),
  // Argan black soap
  drawing(
    'beauty',
    circle(21, 22, 4.5, 'light'),
    circle(32, 15, 3.5, 'light'),
    circle(42, 23, 5.5, 'light'),
    rect(11, 30, 42, 23, 9, 'dark'),
    rect(17, 35, 30, 13, 5, 'main'),
  ),
  // Oud Royal perfume 100 ml
  drawing(
    'home',
    rect(24, 9, 16, 12, 3, 'dark'),
    rect(28, 19, 8, 7, 1, 'main'),
    rect(16, 25, 32, 28, 6, 'main'),
    rect(21, 32, 22, 14, 2, 'light'),
    path('M32 34l2 3 4-1-2 6h-8l-2-6 4 1z', 'accent'),
  ),
  // Women’s perfume gift set
  drawing(
    'beauty',
    path('M32 23c-11-1-14-12-6-12 4 0 6 7 6 12zM32 23c11-1 14-12 6-12-4 0-6 7-6 12z', 'main'),
    rect(14, 28, 36, 25, 3, 'light'),
    rect(11, 22, 42, 9, 2.5, 'accent'),
    rect(28, 22, 8, 31, 0, 'main'),
  ),
  // Heart of leather handbag
  drawing(
    'fashion',
    line('M22 28v-6c0-13 20-13 20 0v6', 3.2, 'dark'),
    path('M15 26h34l4 23c0 3-2 4-4 4H15c-2 0-4-1-4-4z', 'main'),
    path('M32 45l-6-6c-4-4 2-9 6-4 4-5 10 0 6 4z', 'accent'),
  ),
  // Anti-theft backpack
  drawing(
    'fashion',
    line('M26 14c0-7 12-7 12 0', 3, 'dark'),
    rect(12, 28, 8, 18, 4, 'dark'),
    rect(44, 28, 8, 18, 4, 'dark'),
    rect(16, 12, 32, 41, 12, 'main'),
    line('M22 26h20', 2, 'light'),
    rect(21, 32, 22, 16, 4, 'dark'),
    circle(32, 40, 2.4, 'accent'),
  ),
  // Light breathable trainers
  drawing(
    'fashion',
    path('M9 40c6-2 9-7 11-15l8 2c4 8 12 10 20 12 5 1 7 4 7 8H9z', 'main'),
    path('M8 45h47c1 5-1 7-5 7H14c-4 0-6-2-6-7z', 'light'),
    line('M27 31l4-3M31 35l4-3M36 38l3-4', 2, 'light'),
    path('M9 40c3-1 6-4 8-8 2 5 1 10-2 13H9z', 'accent'),
  ),
  // Orthopaedic sandals
  drawing(
    'fashion',
    path('M9 44c8-5 16-3 24-4 9-1 20 0 22 5 0 5-4 8-9 8H16c-5 0-8-4-7-9z', 'dark'),
    path('M9 43c8-5 16-3 24-4 9-1 20 0 22 5H10z', 'accent'),
    line('M15 41c2-14 12-16 18-2', 5, 'main'),
    line('M40 39c1-8 9-8 12 2', 4.5, 'main'),
  ),
  // Embroidered bazin outfit
  drawing(
    'fashion',
    path('M24 11l8 4 8-4 13 10-6 9-5-3v26H22V27l-5 3-6-9z', 'main'),
    path('M26 12l6 20 6-20-6 4z', 'accent'),
    rect(22, 47, 20, 3, 0, 'accent'),
    line('M32 34v8', 1.6, 'accent'),
  ),
  // Embroidered abaya
  drawing(
    'fashion',
    path('M26 10h12l5 6 9 24-6 3-4-6 5 16H17l5-16-4 6-6-3 9-24z', 'dark'),
    line('M32 14v39', 1.8, 'accent'),
    line('M14 39l5 2M50 39l-5 2', 2, 'accent'),
    path('M27 10h10c0 5-2 7-5 7s-5-2-5-7z', 'main'),
  ),
  // Three-piece men’s boubou
  drawing(
    'fashion',
    rect(24, 42, 7, 11, 1, 'dark'),
    rect(33, 42, 7, 11, 1, 'dark'),
    path('M25 10h14l16 13v22H9V23z', 'light'),
    path('M27 10l5 12 5-12z', 'main'),
    rect(26, 23, 12, 12, 3, 'accent'),
    line('M20 24v21M44 24v21', 1.4, 'main'),
  ),
  // Compact stroller
  drawing(
    'family',
    line('M45 33l7-14h4', 3, 'dark'),
    line('M24 42l18 8M42 42l-18 8', 2, 'dark'),
    path('M13 31c0-14 8-20 20-20v20z', 'main'),
    path('M13 31h34c0 9-7 13-16 13s-18-4-18-13z', 'accent'),
    circle(22, 49, 4.5, 'dark'),
    circle(43, 49, 4.5, 'dark'),
    circle(22, 49, 1.8, 'light'),
    circle(43, 49, 1.8, 'light'),
  ),
  // Foldable baby mosquito net
  drawing(
    'family',
    path('M9 47c0-38 46-38 46 0z', 'light'),
    rect(22, 40, 20, 7, 3.5, 'accent'),
    line('M32 19v27M21 23c-4 6-6 14-6 23M43 23c4 6 6 14 6 23M14 34c11 4 25 4 36 0', 1.4, 'main'),
    rect(7, 45, 50, 8, 4, 'main'),
  ),
  // Musical play mat
  drawing(
    'family',
    rect(8, 43, 48, 10, 5, 'main'),
    line('M13 45c0-40 38-40 38 0', 3.4, 'dark'),
    line('M23 20v9M32 16v8M41 20v9', 1.4, 'dark'),
    circle(23, 31, 4, 'accent'),
    path('M32 22l2 4 4 1-3 3 1 4-4-2-4 2 1-4-3-3 4-1z', 'light'),
    circle(41, 31, 4, 'accent'),
  ),
  // Cordless drill kit
  drawing(
    'tools',
    path('M43 18h6l2 3h6v3h-6l-2 3h-6z', 'dark'),
    path('M18 28h14l4 16H21z', 'main'),
    rect(10, 14, 35, 17, 6, 'main'),
    line('M16 20h8M16 25h8', 2, 'dark'),
    rect(33, 31, 5, 6, 2, 'accent'),
    rect(16, 43, 25, 10, 3, 'dark'),
  ),
  // Mini air compressor
  drawing(
    'tools',
    line('M20 22c0-12 18-12 18 0', 3, 'dark'),
    line('M46 42c12 0 10-20 2-26', 3, 'dark'),
    rect(9, 21, 39, 29, 7, 'main'),
    rect(14, 48, 8, 5, 2, 'dark'),
    rect(35, 48, 8, 5, 2, 'dark'),
    circle(23, 35, 8.5, 'light'),
    line('M23 35l4-4', 2, 'main'),
    rect(36, 29, 8, 4, 1.5, 'dark'),
    rect(36, 37, 8, 4, 1.5, 'dark'),
  ),
  // Car seat cover
  drawing(
    'tools',
    rect(24, 8, 16, 11, 5, 'dark'),
    rect(18, 17, 28, 25, 8, 'main'),
    rect(25, 21, 14, 18, 4, 'accent'),
    rect(13, 37, 38, 16, 8, 'main'),
    rect(21, 41, 22, 8, 4, 'accent'),
  ),
  // LED strip 10 m
  drawing(
    'home',
    line('M32 50h22', 6, 'main'),
    circle(32, 31, 21, 'main'),
    circle(32, 31, 14, 'dark'),
    circle(32, 31, 9, 'main'),
    circle(32, 31, 4.5, 'ground'),
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((turn) =>
      circle(
        Math.round(320 + 175 * Math.cos((turn * Math.PI) / 4)) / 10,
        Math.round(310 + 175 * Math.sin((turn * Math.PI) / 4)) / 10,
        1.8,
        'light',
      ),
    ),
  ),
  // Packing cubes
  drawing(
    'fashion',
    rect(27, 12, 26, 26, 5, 'dark'),
    line('M32 19h16', 2, 'accent'),
    rect(11, 22, 31, 31, 6, 'main'),
    line('M16 30h21', 2, 'dark'),
    rect(16, 35, 21, 13, 3, 'light'),
  ),
]

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
