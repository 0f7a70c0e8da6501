import type { Shapes } from './shape.ts'

/** Stored sizes of an uploaded picture: pixels of the longer side. */
export const imageSizes = [64, 256, 1024] as const
export type ImageSize = (typeof imageSizes)[number]

export const imageMedia = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

/** Maximum size of an upload. Pixels are counted before decoding. */
export const imageLimits = { bytes: 10 * 1024 * 1024, pixels: 50_000_000 } as const

/** Answer of an upload: the path to store in a record, and the size of the largest file. */
export const storedImageShapes = {
  path: { kind: 'text' },
  width: { kind: 'integer' },
  height: { kind: 'integer' },
} as const satisfies Shapes

export type StoredImage = { path: string; width: number; height: number }

const stored = /^\/files\/([0-9a-f]{64})-(?:64|256|1024)\.webp$/

/** File name of a stored picture. */
export const imageFileName = (hash: string, size: ImageSize): string => `${hash}-${size}.webp`

const fileName = /^([0-9a-f]{64})-(?:64|256|1024)\.webp$/

export const isImageFileName = (name: string): boolean => fileName.test(name)

/** The hash in a picture's file name; null for other names. */
export const imageFileHash = (name: string): string | null => fileName.exec(name)?.[1] ?? null

/** The path stored in records: that of the largest size. */
export const imagePath = (hash: string, size: ImageSize = 1024): string =>
  `/files/${imageFileName(hash, size)}`

/** The hash of an uploaded picture's path; null for other texts. */
export const storedImageHash = (text: string): string | null => stored.exec(text)?.[1] ?? null

/**
 * The URL for showing a picture `width` CSS pixels wide: of an uploaded one the smallest size that is sharp at 2x, else
 * unchanged.
 */
export const imageSource = (picture: string, width: number): string => {
  const hash = storedImageHash(picture)
  if (hash === null) return picture
  return imagePath(
    hash,
    imageSizes.find((size) => size >= 2 * width),
  )
}
