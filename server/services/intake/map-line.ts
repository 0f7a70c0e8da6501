import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { LineMapping } from '../../../domain/intake/intake.ts'
import { itemNameKey, skuKey } from '../../../domain/intake/product-mapping.ts'
import { Refused } from '../../core/errors.ts'
import type { Batch } from '../../crud/record-changes.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { products } from '../../db/schema/goods.ts'
import { intake, intakeBodies, sourceProducts, sources } from '../../db/schema/intake.ts'
import { replayEvents, waitingForLine } from './replay-events.ts'

/** Waiting events that a mapping works on at once; further ones follow one after the other. */
const mostAtOnce = 1_000

/**
 * Remembers which product a line of a source means, and works on the events that waited for it; many are left to the source's
 * own turn. The caller rolls a dry run back. @throws Refused `NOT_FOUND`, `PRODUCT_NOT_FOUND`
 */
export const mapLine = async (
  tx: Transaction,
  actor: Actor,
  { source, product, kind, written, dryRun }: LineMapping,
  batch: Batch,
): Promise<ChangeReport> => {
  const [held] = await tx
    .select({ owner: sources.owner, country: sources.country })
    .from(sources)
    .where(and(eq(sources.id, source), isNull(sources.deletedAt)))
    .for('key share')
  if (held === undefined || whyNot(actor, 'intake.map', held) !== null) throw new Refused('NOT_FOUND')
  const [meant] = await tx
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        eq(products.id, product),
        eq(products.owner, held.owner),
        eq(products.country, held.country),
        isNull(products.deletedAt),
      ),
    )
    .for('key share')
  if (meant === undefined)
    throw new Refused('PRODUCT_NOT_FOUND', { errors: [{ path: 'product', code: 'PRODUCT_NOT_FOUND' }] })
  const key = kind === 'sku' ? skuKey(written) : itemNameKey(written)
  await tx
    .insert(sourceProducts)
    .values({ source, kind, key, product })
    .onConflictDoUpdate({
      target: [sourceProducts.source, sourceProducts.kind, sourceProducts.key],
      set: { product },
    })
  const waiting = await tx
    .select({ id: intake.id })
    .from(intake)
    .where(waitingForLine(source, kind, written))
    .orderBy(intake.number)
  const ids = waiting.map(({ id }) => id)
  const report = await replayEvents(tx, actor, { ids: ids.slice(0, mostAtOnce) }, { batch, dryRun })
  const rest = ids.slice(mostAtOnce)
  if (rest.length > 0 && !dryRun) {
    // Without its content an event cannot be worked on.
    const hasContent = sql`exists (select 1 from ${intakeBodies} where ${intakeBodies.event} = ${intake.id})`
    await tx
      .update(intake)
      .set({ verdict: null, isOpen: false, workedAt: null })
      .where(and(isOneOf(intake.id, rest), hasContent))
  }
  return report
}
