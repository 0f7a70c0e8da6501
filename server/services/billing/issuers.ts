import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Issuer, IssuerInput } from '../../../domain/invoices/invoice.ts'
import { pickNames } from '../../../domain/lib/shape.ts'
import { changedBy } from '../../crud/change-report.ts'
import { type Batch, differences, recordChanges } from '../../crud/record-changes.ts'
import { type Reverted, type RevertLine, whyNotTakeBack } from '../../crud/revert-records.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { issuers } from '../../db/schema/invoices.ts'
import { recordEvent } from '../../events/read-events.ts'

/** The verb of its lines in the history, among those of invoices. */
export const issuerVerb = 'invoice.set-issuer'

type HeldIssuer = typeof issuers.$inferSelect

const valuesOf = (issuer: HeldIssuer): Issuer => pickNames(issuer, ['name', 'address', 'taxNumber'])

/** Sets our identity in a country; returns whether that changed it. */
export const setIssuer = async (
  tx: Transaction,
  actor: Actor,
  { country, name, address = null, taxNumber = null }: IssuerInput,
  batch: Batch,
): Promise<boolean> => {
  await tx.insert(issuers).values({ country }).onConflictDoNothing()
  const [issuer] = await tx.select().from(issuers).where(sql`${issuers.country} = ${country}`).for('update')
  const next = { name, address, taxNumber }
  if (differences(valuesOf(issuer!), next) === null) return false
  await applyIssuer(tx, actor, batch, { issuer: issuer!, next })
  return true
}

/** Undoes changes of our identities. */
export const revertIssuers = async (
  tx: Transaction,
  actor: Actor,
  lines: readonly RevertLine[],
  batch: Batch,
): Promise<Reverted> => {
  const reverted: Reverted = { changed: [], refused: [] }
  const ids = lines.map(({ recordId }) => recordId)
  const held = await tx.select().from(issuers).where(isOneOf(issuers.id, ids)).for('update')
  for (const issuer of held) {
    const line = lines.find(({ recordId }) => recordId === issuer.id)!
    const code = whyNotTakeBack(actor, line, issuer)
    if (code !== null) reverted.refused.push({ id: issuer.id, number: 0, code })
    else {
      const next = { ...valuesOf(issuer), ...(line.before as Partial<Issuer>) }
      await applyIssuer(tx, actor, batch, { issuer, next, undoes: line.id })
      reverted.changed.push(...changedBy([{ ...issuer, number: 0 }]))
    }
  }
  return reverted
}

type IssuerStep = { issuer: HeldIssuer; next: Issuer; undoes?: string }

/** Writes it with history and event. */
const applyIssuer = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  { issuer, next, undoes }: IssuerStep,
): Promise<void> => {
  const { id, country } = issuer
  const version = issuer.version + 1
  await tx
    .update(issuers)
    .set({ ...next, version, updatedAt: batch.at })
    .where(sql`${issuers.id} = ${id}`)
  const sides = differences(valuesOf(issuer), next) ?? { before: {}, after: {} }
  await recordChanges(tx, actor, batch, [
    { verb: issuerVerb, resource: 'invoices', recordId: id, version, ...sides, undoes },
  ])
  // Every unpaid paper of the country shows it.
  await recordEvent(tx, {
    resource: 'invoices',
    verb: issuerVerb,
    country,
    ids: null,
    batchId: batch.id,
    actor: actor.id,
  })
}
