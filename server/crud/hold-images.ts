import { inArray } from 'drizzle-orm'
import type { Fields } from '../../domain/lib/field.ts'
import { storedImageHash } from '../../domain/lib/image.ts'
import { Refused } from '../core/errors.ts'
import type { Transaction } from '../db/drizzle.ts'
import { images } from '../db/schema/images.ts'

/**
 * Refuses paths of uploaded pictures that are no longer stored, and keeps the others: the hourly cleaning counts the days of
 * an unused picture from here. Links to other sites, and pictures that the record has already, are not looked at.
 *
 * @throws Refused `VALIDATION_FAILED` with `IMAGE_NOT_FOUND` at each such field
 */
export const holdImages = async (
  tx: Transaction,
  fields: Fields,
  input: object,
  { at, record = {} }: { at: Date; record?: object },
): Promise<void> => {
  const present: Record<string, unknown> = { ...record }
  const named = Object.entries(input).flatMap(([path, value]) => {
    const isNew = fields[path]?.kind === 'image' && typeof value === 'string' && value !== present[path]
    const hash = isNew ? storedImageHash(value) : null
    return hash === null ? [] : [{ path, hash }]
  })
  if (named.length === 0) return
  const hashes = named.map(({ hash }) => hash)
  const held = await tx
    .update(images)
    .set({ usedAt: at })
    .where(inArray(images.hash, hashes))
    .returning({ hash: images.hash })
  const missing = named.filter(({ hash }) => held.every((image) => image.hash !== hash))
  if (missing.length > 0) {
    throw new Refused('VALIDATION_FAILED', {
      errors: missing.map(({ path }) => ({ path, code: 'IMAGE_NOT_FOUND' })),
    })
  }
}
