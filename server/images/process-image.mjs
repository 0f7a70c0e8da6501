import os from 'node:os'
import sharp from 'sharp'

/**
 * A process for one picture: decodes it and makes its sizes, as WebP without any of its metadata. It is plain JavaScript,
 * since it runs the same beside the sources and beside the built server, and starts without a compiler.
 *
 * Takes one message `{ bytes, sizes, pixels }`; answers `{ files, width, height }` or `{ code }`, and ends.
 */
os.setPriority(5)
sharp.concurrency(1)
sharp.cache(false)

process.once('message', async (task) => {
  process.send(await makeSizes(task), () => process.disconnect())
})

const makeSizes = async ({ bytes, sizes, pixels }) => {
  // `error` leaves out what decoders only warn about: honest cameras write odd profiles.
  const options = { limitInputPixels: pixels, failOn: 'error', animated: false }
  try {
    const { format, compression, pages = 1, width, height } = await sharp(bytes, options).metadata()
    if (!isAccepted(format, compression)) return { code: 'IMAGE_NOT_SUPPORTED' }
    if (width * height > pixels) return { code: 'IMAGE_TOO_MANY_PIXELS' }
    if (pages > 1) return { code: 'IMAGE_ANIMATED' }
    const [largest] = [...sizes].sort((a, b) => b - a)
    // Decoded once, and turned as the camera was held before that is forgotten with the rest of what it noted.
    const { data, info } = await sharp(bytes, options)
      .autoOrient()
      .toColourspace('srgb')
      .resize(largest, largest, { fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const files = await Promise.all(
      sizes.map((size) =>
        sharp(data, { raw })
          .resize(size, size, { fit: 'inside', withoutEnlargement: true })
          .webp({ quality: 82, effort: 4 })
          .toBuffer(),
      ),
    )
    return { files, width: info.width, height: info.height }
  } catch (error) {
    return { code: /pixel limit/i.test(String(error)) ? 'IMAGE_TOO_MANY_PIXELS' : 'IMAGE_DAMAGED' }
  }
}

/** HEIF that is not AVIF is made by codecs that we do not have. */
const isAccepted = (format, compression) =>
  ['jpeg', 'png', 'webp', 'avif'].includes(format) || (format === 'heif' && compression === 'av1')
