import { lt, sql } from 'drizzle-orm'
import { imagePath } from '../../domain/lib/image.ts'
import type { ServerContext } from '../db/context.ts'
import { affiliates, expeditions, products, requests } from '../db/schema/goods.ts'
import { images } from '../db/schema/images.ts'
import { removeImage, removeStrayFiles } from './image-files.ts'

const day = 24 * 3_600_000

/** A record's former picture can come back by undo, and a form may lie open for long. */
const KEPT_UNUSED_MS = 30 * day

/** Of an upload that broke off: none takes as long. */
const KEPT_STRAY_MS = day

const [beforeHash, afterHash] = imagePath('|').split('|')

/** Paths of pictures in records. Deleted ones count: they can be restored. */
const usedPaths = sql.join(
  [products, requests, expeditions, affiliates].map(
    (table) =>
      sql`select ${sql.identifier('product_image')} from ${table} where ${sql.identifier('product_image')} like '/files/%'`,
  ),
  sql` union `,
)

/** Deletes pictures that no record has had for a while, with their files. Safe to run on several instances. */
export const forgetImages = async ({ db, filesFolder, now }: ServerContext): Promise<void> => {
  const before = (milliseconds: number) => new Date(now().getTime() - milliseconds)
  await db
    .update(images)
    .set({ usedAt: now() })
    .where(
      sql`${lt(images.usedAt, before(day))} and ${beforeHash} || ${images.hash} || ${afterHash} in (${usedPaths})`,
    )
  await db.transaction(async (tx) => {
    const unused = await tx
      .delete(images)
      .where(lt(images.usedAt, before(KEPT_UNUSED_MS)))
      .returning({ hash: images.hash })
    // Before the commit: who uploads one of them again waits for it, and writes its files after that.
    for (const { hash } of unused) await removeImage(filesFolder, hash)
  })
  const known = new Set((await db.select({ hash: images.hash }).from(images)).map(({ hash }) => hash))
  await removeStrayFiles(filesFolder, before(KEPT_STRAY_MS), (hash) => known.has(hash))
}
