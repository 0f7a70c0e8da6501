import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Format = 'jpeg' | 'png' | 'webp' | 'avif'

/** A picture of two colours, the left one red. */
export const makeImage = (format: Format, width = 300, height = 200): Promise<Buffer> =>
  drawing(width, height).toFormat(format).toBuffer()

/** A JPEG as from a phone: EXIF orientation and location. */
export const photoWithPlace = (): Promise<Buffer> =>
  drawing(300, 200)
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Copyright: 'secret-owner' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .jpeg()
    .toBuffer()

const drawing = (width: number, height: number) => {
  const half = Math.floor(width / 2)
  return sharp({ create: { width, height, channels: 3, background: '#2266cc' } }).composite([
    {
      input: { create: { width: half, height, channels: 3, background: '#cc2222' } },
      left: 0,
      top: 0,
    },
  ])
}

/** A PNG whose header claims that size. */
export const pngOfSize = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1024))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The same picture as an APNG of one frame. */
export const animatedPng = async (): Promise<Buffer> => {
  const png = await makeImage('png')
  const afterHeader = 33
  return Buffer.concat([
    png.subarray(0, afterHeader),
    chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
    png.subarray(afterHeader),
  ])
}

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
