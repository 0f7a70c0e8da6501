import os from 'node:os'
import sharp from 'sharp'

/**
 * A process for one picture: decodes it and makes its sizes, as WebP without any of its metadata. It is plain JavaScript,
 * since it runs the same beside the sources and beside the built server, and starts without a compiler.
 *
 * Says `ready` once it can fail by its picture alone, then takes one message `{ bytes, format, sizes, pixels }`, answers
 * `{ files, width, height }` or `{ code }`, and ends.
 */
os.setPriority(5)
sharp.concurrency(1)
sharp.cache(false)

/** The only code that reads a file. Loaders of SVG, PDF, TIFF, GIF and all others do not run, whatever a file begins with. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: loaders })

/** Of nobody's files, also not of the database's, which may run as the usual `nobody` (65534). */
const unprivileged = 65_533

/** A server that runs as root gives its decoder nothing of that. Not everywhere may root change who it is. */
const leaveRoot = () => {
  if (process.getuid?.() !== 0) return
  try {
    process.setgroups([])
    process.setgid(unprivileged)
    process.setuid(unprivileged)
  } catch {
    // A container without that capability: its root is no more than a user.
  }
}

const makeSizes = async ({ bytes, format, sizes, pixels }) => {
  // `error` leaves out what decoders only warn about: honest cameras write odd profiles.
  const options = { limitInputPixels: pixels, failOn: 'error', animated: false }
  try {
    if (format === 'png' && isAnimatedPng(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
      return { code: 'IMAGE_ANIMATED' }
    const found = await sharp(bytes, options).metadata()
    const { pages = 1, width, height } = found
    if (formatOf(found) !== format) return { code: 'IMAGE_NOT_SUPPORTED' }
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
const formatOf = ({ format, compression }) => (format === 'heif' && compression === 'av1' ? 'avif' : format)

const signatureLength = 8
const chunkOverhead = 12

/** More than any program writes before the pixels. */
const MAX_CHUNKS = 10_000

/** A chunk `acTL` before the pixels. The decoder would give the first picture of it without a word. */
const isAnimatedPng = (bytes) => {
  let at = signatureLength
  for (let count = 0; count < MAX_CHUNKS && at + chunkOverhead <= bytes.length; count++) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
    at += chunkOverhead + bytes.readUInt32BE(at)
  }
  return false
}

process.once('message', async (task) => {
  process.send(await makeSizes(task), () => process.disconnect())
})
leaveRoot()
process.send('ready')
