import { expect, test } from 'vitest'
import { labelOf } from '../../../../domain/labels/label.ts'
import { drawLabel } from '../../../../server/modules/labels/draw-labels.ts'
import { decodeFrame } from '../../../../src/features/camera-scan/decode-frame.ts'
import { casesOf } from '../../../support/is-full.ts'
import { partsOfLabel, photograph } from '../../../support/labels/camera-picture.ts'
import { wholeShipping } from '../../../support/whole-records.ts'

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
