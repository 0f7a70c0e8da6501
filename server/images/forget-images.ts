import { inArray, lt, sql } from 'drizzle-orm'
import type { Field } from '../../domain/lib/field.ts'
import { imageFileName, imagePath, imageSizes, isImageFileName } from '../../domain/lib/image.ts'
import { resources } from '../../domain/resources.ts'
import { columnOf } from '../db/columns.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor } from '../db/drizzle.ts'
import { images } from '../db/schema/images.ts'

const day = 24 * 3_600_000

/** Undo may restore a picture, and forms may be open for long. */
const KEPT_UNUSED_MS = 30 * day

/** For incomplete files in the folder. */
const KEPT_PART_MS = day

/** Above this number, files without a row probably belong to another installation with the same bucket. */
const MAX_STRAYS = 100

const [beforeHash, afterHash] = imagePath('|').split('|')

/** Picture paths in records, including deleted ones, which can be restored. */
const usedPaths = sql.join(
  Object.values(resources).flatMap(({ name, fields }) =>
    Object.entries<Field>(fields).flatMap(([field, { kind }]) =>
      kind === 'image'
        ? [
            sql`select ${columnOf(field)} from ${sql.identifier(name)} where ${columnOf(field)} like '/files/%'`,
          ]
        : [],
    ),
  ),
  sql` union `,
)

/**
 * Deletes rows of long unused pictures, then old files without a row. Safe on several instances, and to interrupt. @throws
 * Error without deleting if most files have no row
 */
export const forgetImages = async (context: ServerContext): Promise<void> => {
  const { db, files, now } = context
  const before = (milliseconds: number) => new Date(now().getTime() - milliseconds)
  await db
    .update(images)
    .set({ usedAt: now() })
    .where(
      sql`${lt(images.usedAt, before(day))} and ${beforeHash} || ${images.hash} || ${afterHash} in (${usedPaths})`,
    )
  const forgotten = await db
    .delete(images)
    .where(lt(images.usedAt, before(KEPT_UNUSED_MS)))
    .returning({ hash: images.hash })
  let named = forgotten.length
  const unnamed = new Set<string>()
  for await (const listed of files.list()) {
    const olderThan = (age: number) =>
      listed.filter(({ writtenAt }) => writtenAt < before(age)).map(({ name }) => name)
    await files.remove(olderThan(KEPT_PART_MS).filter((name) => !isImageFileName(name)))
    const hashes = [...new Set(olderThan(KEPT_UNUSED_MS).filter(isImageFileName).map(hashOf))]
    const known = await knownOf(db, hashes)
    named += known.size
    for (const hash of hashes) if (!known.has(hash)) unnamed.add(hash)
  }
  const strays = unnamed.size - forgotten.length
  if (strays > MAX_STRAYS && unnamed.size > named) {
    throw new Error(
      `${strays} stored pictures are not of this database and were left. Does another installation use the same store?`,
    )
  }
  await removeFiles(context, [...unnamed].sort())
}

const hashOf = (name: string): string => name.slice(0, 64)

const knownOf = async (db: Executor, hashes: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db.select({ hash: images.hash }).from(images).where(inArray(images.hash, hashes))
  return new Set(rows.map(({ hash }) => hash))
}

/** Concurrent uploads of the same pictures wait for the commit. */
const MAX_REMOVED_TOGETHER = 8

/** Deletes files whose hash has no row. Sorted, to lock in one order. */
const removeFiles = async ({ db, files }: ServerContext, hashes: readonly string[]): Promise<void> => {
  for (let at = 0; at < hashes.length; at += MAX_REMOVED_TOGETHER) {
    const some = hashes.slice(at, at + MAX_REMOVED_TOGETHER)
    await db.transaction(async (tx) => {
      // Inserted rows lock the hashes: concurrent uploads wait for the commit and write their files afterwards.
      const held = await tx
        .insert(images)
        .values(some.map((hash) => ({ hash, owner: null, bytes: 0 })))
        .onConflictDoNothing()
        .returning({ hash: images.hash })
      const locked = held.map(({ hash }) => hash)
      await files.remove(locked.flatMap((hash) => imageSizes.map((size) => imageFileName(hash, size))))
      await tx.delete(images).where(inArray(images.hash, locked))
    })
  }
}
