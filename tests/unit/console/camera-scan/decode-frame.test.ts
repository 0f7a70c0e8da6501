import sharp from 'sharp'
import { expect, test } from 'vitest'
import { labelOf } from '../../../../domain/labels/label.ts'
import { type Box, labelFormats } from '../../../../domain/labels/label-layout.ts'
import { drawLabel } from '../../../../server/modules/labels/draw-labels.ts'
import { decodeFrame } from '../../../../src/features/camera-scan/decode-frame.ts'
import { casesOf } from '../../../support/is-full.ts'
import { wholeShipping } from '../../../support/whole-records.ts'

/** Dots per inch of the drawing, above the picture's resolution. */
const DENSITY = 200
const TABLE = '#8a8577'

type Shot = {
  /** Visible part of the label in millimetres; default all. */
  part?: Box
  /** Rotation in degrees. */
  turn?: number
  /** Sigma of the blur, in pixels. */
  blur?: number
  /** Share of the picture's shorter side that the part fills. */
  filled?: number
  width?: number
  height?: number
}

const { bars, square } = labelFormats['100x150']
const quiet = 4
const around = (box: Box): Box => ({
  x: box.x - quiet,
  y: box.y - quiet / 2,
  width: box.width + 2 * quiet,
  height: box.height + quiet,
})

/** Parts of a 100 x 150 mm label: one symbol, or both, with margins. */
const partsOfLabel = {
  bars: around(bars),
  square: around(square),
  codes: { x: 3, y: 13, width: 94, height: 29 },
}

/** Grey values, row by row, of a label photographed on a table. */
const photograph = async (
  svg: string,
  { part, turn = 0, blur = 0, filled = 0.6, width = 720, height = 1280 }: Shot = {},
): Promise<{ width: number; height: number; grey: Buffer }> => {
  const drawn = sharp(Buffer.from(svg), { density: DENSITY }).flatten({ background: '#fff' })
  const { width: drawnWidth } = await sharp(await drawn.toBuffer()).metadata()
  const scale = drawnWidth / labelFormats['100x150'].label.width
  const cut =
    part === undefined
      ? drawn
      : sharp(await drawn.toBuffer()).extract({
          left: Math.round(part.x * scale),
          top: Math.round(part.y * scale),
          width: Math.round(part.width * scale),
          height: Math.round(part.height * scale),
        })
  const side = Math.round(Math.min(width, height) * filled)
  const turned = await sharp(await cut.png().toBuffer())
    .rotate(turn, { background: TABLE })
    .resize(side, side, { fit: 'inside' })
    .png()
    .toBuffer()
  const picture = sharp({ create: { width, height, channels: 3, background: TABLE } }).composite([
    { input: turned, gravity: 'centre' },
  ])
  const flat = sharp(await picture.png().toBuffer()).greyscale()
  const grey = await (blur > 0 ? flat.blur(blur) : flat).raw().toBuffer()
  return { width, height, grey }
}

const label = labelOf(
  wholeShipping({
    number: 50_016,
    customerName: 'Awa Diop',
    customerAddress: 'Cocody, rue 12, Abidjan',
    productName: 'Montre connectée',
    quantity: 2,
    totalPrice: 30_000,
    ownerName: 'Boutique Adjoua',
    deliveryName: 'Koffi',
  }),
  0,
)
const svg = drawLabel(label, { format: '100x150', language: 'fr' })

/** Decodes a picture of the label as RGBA, like a canvas. */
const read = async (shot: Parameters<typeof photograph>[1]) => {
  const { width, height, grey } = await photograph(svg, { width: 720, height: 720, ...shot })
  const data = new Uint8ClampedArray(grey.length * 4)
  for (const [at, shade] of grey.entries()) data.fill(shade, at * 4, at * 4 + 3)
  return decodeFrame({ data, width, height })
}

test('reads the QR of a whole label, upright and held aslant', async () => {
  for (const turn of casesOf([0, 8, 90, 200], (turn) => turn === 8))
    expect(await read({ turn }), `${turn}°`).toContain(label.code)
})

test.each(casesOf([0, 4, -4, 90, 180, 270], (turn) => turn === 4))(
  'reads the bars alone at %i°, a little out of focus too',
  async (turn) => {
    expect(await read({ part: partsOfLabel.bars, turn })).toEqual([label.code])
    expect(await read({ part: partsOfLabel.bars, turn, blur: 1 })).toEqual([label.code])
  },
)

test('reads nothing where there is nothing whole to read', async () => {
  const { bars, square } = partsOfLabel
  expect(await read({ part: { ...bars, width: bars.width * 0.6 } })).toEqual([])
  expect(await read({ part: { ...square, height: square.height / 2 } })).toEqual([])
  expect(await read({ part: { x: 5, y: 64, width: 90, height: 34 } })).toEqual([])
  expect(await read({ part: bars, blur: 12 })).toEqual([])
})
