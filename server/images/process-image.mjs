import sharp from 'sharp'
import { lowerPriority } from '../threads/lower-priority.mjs'

/**
 * Process that decodes one picture and encodes its sizes as WebP without metadata. Plain JavaScript, to run unbuilt. Sends
 * `ready`, receives `{ bytes, format, sizes, pixels }`, answers `{ files, width, height }` or `{ code }`, exits.
 */
lowerPriority()
sharp.concurrency(1)
sharp.cache(false)

/** The only decoders allowed, whatever the file claims: no SVG, PDF, TIFF, GIF. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: loaders })

/** A uid that owns nothing, unlike `nobody` (65534), which may own the database. */
const unprivileged = 65_533

/** Drops root if possible. */
const leaveRoot = () => {
  if (process.getuid?.() !== 0) return
  try {
    process.setgroups([])
    process.setgid(unprivileged)
    process.setuid(unprivileged)
  } catch {
    // No capability to do so, e.g. in a container.
  }
}

const makeSizes = async ({ bytes, format, sizes, pixels }) => {
  // `error` ignores warnings: real cameras write odd profiles.
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
    // Decoded once; rotated by EXIF orientation before metadata is dropped.
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

/** Other HEIF codecs are not available. */
const formatOf = ({ format, compression }) => (format === 'heif' && compression === 'av1' ? 'avif' : format)

const signatureLength = 8
const chunkOverhead = 12

const MAX_CHUNKS = 10_000

/** An `acTL` chunk before the pixels: the decoder would silently use the first frame. */
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
