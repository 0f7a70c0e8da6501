import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { type Box, labelFormats } from '../../../domain/labels/label-layout.ts'

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
export const partsOfLabel = {
  bars: around(bars),
  square: around(square),
  codes: { x: 3, y: 13, width: 94, height: 29 },
}

/** Grey values, row by row, of a label photographed on a table. */
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

/** Writes a Y4M file for Chromium's fake camera (`--use-file-for-fake-video-capture`). */
export const writeCameraFile = async (file: string, svg: string, shot: Shot = {}): Promise<void> => {
  const { width, height, grey } = await photograph(svg, shot)
  const colourless = Buffer.alloc((width / 2) * (height / 2) * 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), grey, colourless])
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F15:1 Ip A1:1 C420jpeg\n`)
  await writeFile(file, Buffer.concat([header, frame, frame]))
}

/** Dots per inch of the drawing, above the picture's resolution. */
const DENSITY = 200
const TABLE = '#8a8577'
