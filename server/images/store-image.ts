import { eq, sql, sum } from 'drizzle-orm'
import { imagePath, type StoredImage } from '../../domain/lib/image.ts'
import { storageLimits } from '../../domain/users/storage-limits.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { images } from '../db/schema/images.ts'
import type { EncodedImage } from './encode-image.ts'
import { hashImage, writeImage } from './image-files.ts'

/**
 * Stores an encoded picture and answers its path. The row is locked before the files are written: `forgetImages` cannot
 * remove them in between. The same picture again is stored once.
 *
 * @throws Refused `TOO_MANY_IMAGES` where the owner's are too large together, `DISK_FULL`
 */
export const storeImage = async (
  tx: Transaction,
  { filesFolder, storage, now }: Pick<ServerContext, 'filesFolder' | 'storage' | 'now'>,
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
  await writeImage(filesFolder, hash, files)
  return { path: imagePath(hash), width, height }
}
