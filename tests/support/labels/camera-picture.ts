import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { type Box, labelFormats } from '../../../domain/labels/label-layout.ts'

type Shot = {
  /** What of the label is in the picture, in millimetres: all of it by default. */
  part?: Box
  /** Degrees by which the label is held aslant. */
  turn?: number
  /** Sigma of the blur, in pixels, of a hand that is not steady. */
  blur?: number
  /** How much of the picture's shorter side the part takes. */
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

/** Parts of a label of 100 x 150 mm: with one symbol, or both, and the white around them. */
export const partsOfLabel = {
  bars: around(bars),
  square: around(square),
  codes: { x: 3, y: 13, width: 94, height: 29 },
}

/** Shades of grey, row by row, of a label before a telephone's camera: on a table that is neither black nor white. */
export const photograph = async (
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

/** Writes what a fake camera of Chromium shows (`--use-file-for-fake-video-capture`), as Y4M. */
export const writeCameraFile = async (file: string, svg: string, shot: Shot = {}): Promise<void> => {
  const { width, height, grey } = await photograph(svg, shot)
  const colourless = Buffer.alloc((width / 2) * (height / 2) * 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), grey, colourless])
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F15:1 Ip A1:1 C420jpeg\n`)
  await writeFile(file, Buffer.concat([header, frame, frame]))
}

/** Dots an inch of the drawing: more than are left once it is as large as the picture. */
const DENSITY = 200
const TABLE = '#8a8577'
