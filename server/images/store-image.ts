import { createHash } from 'node:crypto'
import { eq, sql, sum } from 'drizzle-orm'
import { imageFileName, imagePath, imageSizes, type StoredImage } from '../../domain/lib/image.ts'
import { storageLimits } from '../../domain/users/storage-limits.ts'
import { Refused } from '../core/errors.ts'
import { forEachInBatches } from '../core/in-batches.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { images } from '../db/schema/images.ts'
import type { EncodedImage } from './encode-image.ts'

/**
 * Stores an encoded picture and returns its path. The row is locked before files are written, so that `forgetImages` cannot
 * delete them, and commits afterwards. Deduplicated by hash. @throws Refused `TOO_MANY_IMAGES`, `DISK_FULL`,
 * `FILES_UNAVAILABLE`
 */
export const storeImage = async (
  tx: Transaction,
  { files: store, storage, now }: Pick<ServerContext, 'files' | 'storage' | 'now'>,
  owner: string | null,
  { files, width, height }: EncodedImage,
): Promise<StoredImage> => {
  const hash = hashImage(files)
  const bytes = files.reduce((size, file) => size + file.length, 0)
  if (owner !== null) {
    const { imageBytes } = { ...storageLimits, ...storage }
    const [stored] = await tx
      .select({ bytes: sum(images.bytes) })
      .from(images)
      .where(eq(images.owner, owner))
    if (Number(stored?.bytes ?? 0) + bytes > imageBytes) throw new Refused('TOO_MANY_IMAGES')
  }
  await tx
    .insert(images)
    .values({ hash, owner, bytes, usedAt: now() })
    .onConflictDoUpdate({ target: images.hash, set: { usedAt: sql`excluded.used_at` } })
  await forEachInBatches([...imageSizes.entries()], imageSizes.length, ([at, size]) =>
    store.write(imageFileName(hash, size), files[at]!),
  )
  return { path: imagePath(hash), width, height }
}

/** Hash over all files of a picture. */
export const hashImage = (files: readonly Buffer[]): string => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file)
  return hash.digest('hex')
}
