import { crc32, createDeflateRaw } from 'node:zlib'
import type { Zip, ZipInputFile } from 'fflate'

export type ZipPart = {
  /** Resolves once the bytes are on their way, compressed off the main thread. */
  write: (text: string) => Promise<void>
  end: () => Promise<void>
}

const level = 5

/** Begins a file in a zip. The one before must have ended. */
export const openZipPart = (zip: Zip, filename: string): ZipPart => {
  const part: ZipInputFile = { filename, size: 0, crc: 0, compression: 8 }
  zip.add(part)
  const deflate = createDeflateRaw({ level })
  deflate.on('data', (bytes: Buffer<ArrayBuffer>) => part.ondata!(null, bytes, false))
  return {
    write: (text) => {
      const bytes = Buffer.from(text)
      part.crc = crc32(bytes, part.crc)
      part.size += bytes.length
      return new Promise((resolve, reject) => {
        deflate.write(bytes, (error) => (error ? reject(error) : resolve()))
      })
    },
    end: () =>
      new Promise((resolve, reject) => {
        deflate.once('error', reject)
        deflate.once('end', () => {
          part.ondata!(null, new Uint8Array(0), true)
          resolve()
        })
        deflate.end()
      }),
  }
}
