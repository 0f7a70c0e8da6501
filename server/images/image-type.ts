import type { Code } from '../../domain/core/codes.ts'

/** Why bytes are no picture that is taken, by how they begin: what is sure to be refused starts no process. */
export const whyNotImage = (bytes: Buffer): Code | null => {
  if (bytes.length === 0) return 'IMAGE_MISSING'
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return null
  if (startsWith(bytes, pngSignature)) return isAnimatedPng(bytes) ? 'IMAGE_ANIMATED' : null
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return null
  if (textAt(bytes, 4, 4) === 'ftyp') {
    const brand = textAt(bytes, 8, 4)
    if (brand === 'avif' || brand === 'mif1') return null
    if (brand === 'avis') return 'IMAGE_ANIMATED'
  }
  return 'IMAGE_NOT_SUPPORTED'
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const startsWith = (bytes: Buffer, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte)

const textAt = (bytes: Buffer, at: number, length: number): string =>
  bytes.toString('latin1', at, at + length)

/** A chunk `acTL` before the pixels. The decoder would give the first picture of it without a word. */
const isAnimatedPng = (bytes: Buffer): boolean => {
  const chunkOverhead = 12
  for (let at = pngSignature.length; at + chunkOverhead <= bytes.length; ) {
    const type = textAt(bytes, at + 4, 4)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
    at += chunkOverhead + bytes.readUInt32BE(at)
  }
  return false
}
