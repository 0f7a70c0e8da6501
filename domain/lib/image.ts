import type { Shapes } from './shape.ts'

/** Pixels of the longer side that an uploaded picture is stored in; the smallest of them first. */
export const imageSizes = [64, 256, 1024] as const
export type ImageSize = (typeof imageSizes)[number]

export const imageMedia = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

/** What an uploaded picture may be. Pixels are counted before anything is decoded. */
export const imageLimits = { bytes: 10 * 1024 * 1024, pixels: 50_000_000 } as const

/** What an upload answers: the path that a record may have as its picture, and the size of the largest of its files. */
export const storedImageShapes = {
  path: { kind: 'text' },
  width: { kind: 'integer' },
  height: { kind: 'integer' },
} as const satisfies Shapes

export type StoredImage = { path: string; width: number; height: number }

const stored = /^\/files\/([0-9a-f]{64})-(?:64|256|1024)\.webp$/

/** The name that a picture's file has in the folder of files, and at the end of its path. */
export const imageFileName = (hash: string, size: ImageSize): string => `${hash}-${size}.webp`

const fileName = /^([0-9a-f]{64})-(?:64|256|1024)\.webp$/

export const isImageFileName = (name: string): boolean => fileName.test(name)

/** The hash of the picture that a file is of; null where the name is no such file's. */
export const imageFileHash = (name: string): string | null => fileName.exec(name)?.[1] ?? null

/** The path that records have: of the largest size. */
export const imagePath = (hash: string, size: ImageSize = 1024): string =>
  `/files/${imageFileName(hash, size)}`

/** The hash of an uploaded picture; null where the text is no path of one. */
export const storedImageHash = (text: string): string | null => stored.exec(text)?.[1] ?? null

/**
 * The address that a picture is loaded from where it is shown so many CSS pixels wide: an uploaded one in the smallest
 * size that is sharp on a screen of two pixels each, any other as it is.
 */
export const imageSource = (picture: string, width: number): string => {
  const hash = storedImageHash(picture)
  if (hash === null) return picture
  return imagePath(
    hash,
    imageSizes.find((size) => size >= 2 * width),
  )
}
