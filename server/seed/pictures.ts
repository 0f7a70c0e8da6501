import { imageSizes } from '../../domain/lib/image.ts'
import type { EncodedImage } from '../images/encode-image.ts'
import { drawings } from './drawings/drawings.ts'
import { drawingSvg } from './drawings/shapes.ts'

const largest = Math.max(...imageSizes)

/** Draws the catalogue's pictures. Imports sharp lazily. */
export const drawPictures = async (): Promise<EncodedImage[]> => {
  const { default: sharp } = await import('sharp')
  return Promise.all(
    drawings.map(async (drawing) => {
      const { data, info } = await sharp(Buffer.from(drawingSvg(drawing, largest)))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const raw = { width: info.width, height: info.height, channels: info.channels }
      const files = await Promise.all(
        imageSizes.map((size) =>
          sharp(data, { raw }).resize(size, size).webp({ quality: 82, effort: 2 }).toBuffer(),
        ),
      )
      return { files, width: info.width, height: info.height }
    }),
  )
}
