import { inArray, lt, sql } from 'drizzle-orm'
import { imagePath, isImageFileName } from '../../domain/lib/image.ts'
import type { ServerContext } from '../db/context.ts'
import { affiliates, expeditions, products, requests } from '../db/schema/goods.ts'
import { images } from '../db/schema/images.ts'

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

/**
 * Deletes the rows of pictures that no record has had for a while, and then the files that no row names. Safe to run on
 * several instances, and to break off: the next run finds what is left.
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
  await db.delete(images).where(lt(images.usedAt, before(KEPT_UNUSED_MS)))
  for await (const listed of files.list()) {
    const old = listed.filter(({ writtenAt }) => writtenAt < before(KEPT_STRAY_MS)).map(({ name }) => name)
    await files.remove(old.filter((name) => !isImageFileName(name)))
    await removeUnnamed(context, old.filter(isImageFileName))
  }
}

/** Uploads of the same pictures wait until it commits. */
const removedInOneTransaction = 8

const removeUnnamed = async ({ db, files }: ServerContext, names: readonly string[]): Promise<void> => {
  const namesOf = new Map<string, string[]>()
  for (const name of names) {
    const hash = name.slice(0, hashLength)
    namesOf.set(hash, [...(namesOf.get(hash) ?? []), name])
  }
  const known = await db
    .select({ hash: images.hash })
    .from(images)
    .where(inArray(images.hash, [...namesOf.keys()]))
  for (const { hash } of known) namesOf.delete(hash)
  // Sorted, so that several instances lock them in one order.
  const unknown = [...namesOf.keys()].sort()
  for (let at = 0; at < unknown.length; at += removedInOneTransaction) {
    const some = unknown.slice(at, at + removedInOneTransaction)
    await db.transaction(async (tx) => {
      // Uncommitted rows lock the hashes: an upload of one of them waits for the commit, and writes its files after it.
      const held = await tx
        .insert(images)
        .values(some.map((hash) => ({ hash, owner: null, bytes: 0 })))
        .onConflictDoNothing()
        .returning({ hash: images.hash })
      const hashes = held.map(({ hash }) => hash)
      await files.remove(hashes.flatMap((hash) => namesOf.get(hash) ?? []))
      await tx.delete(images).where(inArray(images.hash, hashes))
    })
  }
}

const hashLength = 64
