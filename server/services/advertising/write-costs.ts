import { type SQL, sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { AdCost, AdCostInput } from '../../../domain/advertising/ad-cost.ts'
import { whyNotCostDay } from '../../../domain/advertising/policy.ts'
import { costKey } from '../../../domain/advertising/read-costs.ts'
import type { Code, FieldProblem } from '../../../domain/core/codes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { largestAmount, sumAmounts } from '../../../domain/lib/money.ts'
import { todayIn } from '../../../domain/lib/zone-clock.ts'
import { Refused } from '../../core/errors.ts'
import { applySteps, holdRecords } from '../../crud/apply-steps.ts'
import type { RowOf } from '../../crud/define-kind.ts'
import { announceRecords, type Batch, recordChanges } from '../../crud/record-changes.ts'
import type { RecordKind } from '../../crud/resource-definition.ts'
import { createRecord, updateRecord } from '../../crud/write-records.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { advertising } from '../../db/schema/advertising.ts'
import { products } from '../../db/schema/goods.ts'

export type HeldCost = RowOf<typeof advertising>

// biome-ignore lint/suspicious/noExplicitAny: facts of the kind are its own
type CostKind = RecordKind<AdCost, HeldCost, any>

type SoldProduct = { id: string; owner: string; country: CountryCode }

/** Products by id with a shared lock, so that they are not deleted meanwhile, and nobody else writes their costs. */
const holdProducts = async (tx: Transaction, ids: readonly string[]): Promise<Map<string, SoldProduct>> => {
  const sorted = [...new Set(ids)].sort()
  const { id, owner, country } = products
  const rows = await tx
    .select({ id, owner, country })
    .from(products)
    .where(sql`${isOneOf(products.id, sorted)} and ${products.deletedAt} is null`)
    .orderBy(products.id)
    .for('share')
  // The shared lock lets orders be made; costs of one product wait for each other.
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('advertising ' || id, 0))
    from unnest(${sql.param(sorted)}::text[]) given (id)`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** @throws Refused `PRODUCT_NOT_FOUND` unless the actor may write costs of the product */
const ownerOf = (
  actor: Actor,
  held: ReadonlyMap<string, SoldProduct>,
  { product, country }: { product: string; country: CountryCode },
): string => {
  const found = held.get(product)
  if (found?.country === country && whyNot(actor, 'ad-cost.create', found) === null) return found.owner
  throw refusal('product', 'PRODUCT_NOT_FOUND')
}

const refusal = (path: string, code: Code): Refused =>
  path === 'product' ? new Refused(code, { errors: [{ path, code }] }) : invalid([{ path, code }])

const invalid = (errors: FieldProblem[]): Refused => new Refused('VALIDATION_FAILED', { errors })

/** Adds a cost to the record of its product, day and channel, or makes it. */
export const addCost = async (
  tx: Transaction,
  actor: Actor,
  kind: CostKind,
  input: AdCostInput,
  batch: Batch,
): Promise<AdCost> => {
  const { product, country, day, amount, channel, note } = input
  const problem = whyNotCostDay(day, todayIn(country, batch.at))
  if (problem !== null) throw refusal('day', problem)
  const owner = ownerOf(actor, await holdProducts(tx, [product]), { product, country })
  const [present] = await holdCosts(
    tx,
    kind,
    sql`${advertising.product} = ${product} and ${advertising.day} = ${day}
    and lower(coalesce(${advertising.channel}, '')) = lower(${channel ?? ''})`,
  )
  if (present === undefined) return createRecord(tx, actor, kind, { ...input, owner }, batch)
  const sum = sumAmounts([present.amount, amount])
  if (sum > largestAmount) throw refusal('amount', 'TOO_LARGE')
  const body = { amount: sum, ...(note == null ? {} : { note }) }
  return updateRecord(tx, actor, kind, { id: present.id, version: null, body }, batch)
}

const holdCosts = (tx: Transaction, kind: CostKind, condition: SQL): Promise<HeldCost[]> =>
  holdRecords<HeldCost>(tx, kind, sql`${condition} and ${advertising.deletedAt} is null`, {
    lock: true,
  })

export type CostRow = { product: string; day: string; amount: number; channel: string | null }

export type WrittenCosts = {
  changed: { id: string; number: number; version: number }[]
  created: number
  /** What was typed before for these products, days and channels. */
  before: { product: string; amount: number }[]
}

/** Writes costs as one batch: each is what its product, day and channel cost. A fixed number of statements. */
export const writeCosts = async (
  tx: Transaction,
  actor: Actor,
  kind: CostKind,
  { country, rows }: { country: CountryCode; rows: readonly CostRow[] },
  batch: Batch,
): Promise<WrittenCosts> => {
  if (rows.length === 0) return { changed: [], created: 0, before: [] }
  const held = await holdProducts(
    tx,
    rows.map(({ product }) => product),
  )
  const owned = rows.map((row) => ({ ...row, owner: ownerOf(actor, held, { ...row, country }) }))
  const days = rows.map(({ day }) => day).sort()
  const present = await holdCosts(
    tx,
    kind,
    sql`${isOneOf(advertising.product, [...held.keys()])} and ${advertising.day} between ${days[0]} and ${days.at(-1)}`,
  )
  const known = new Map(present.map((cost) => [costKey(cost), cost]))
  const met = owned.flatMap((row) => {
    const record = known.get(costKey(row))
    return record === undefined ? [] : [{ record, next: { ...record, amount: row.amount } }]
  })
  const steps = met
    .filter(({ record, next }) => record.amount !== next.amount)
    .toSorted((one, other) => (one.record.id < other.record.id ? -1 : 1))
    .map((step) => ({ ...step, verb: kind.verbs.update }))
  await applySteps(tx, actor, kind, batch, steps)
  const created = await createCosts(
    tx,
    actor,
    kind,
    owned.filter((row) => !known.has(costKey(row))).map((row) => ({ ...row, country })),
    batch,
  )
  return {
    changed: [
      ...created,
      ...steps.map(({ record: { id, number, version } }) => ({ id, number, version: version + 1 })),
    ],
    created: created.length,
    before: met.map(({ record: { product, amount } }) => ({ product, amount })),
  }
}

const createCosts = async (
  tx: Transaction,
  actor: Actor,
  kind: CostKind,
  rows: readonly (CostRow & { owner: string; country: CountryCode })[],
  batch: Batch,
): Promise<WrittenCosts['changed']> => {
  if (rows.length === 0) return []
  const made = rows.map((row) => ({
    ...row,
    note: null,
    id: newId(),
    createdAt: batch.at,
    updatedAt: batch.at,
  }))
  const numbered = await tx
    .insert(advertising)
    .values(made)
    .returning({ id: advertising.id, number: advertising.number, version: advertising.version })
  const { verbs } = kind
  await kind.makeFindable(
    tx,
    made.map(({ id }) => id),
  )
  await recordChanges(
    tx,
    actor,
    batch,
    made.map(({ id, createdAt: _, updatedAt: __, ...after }) => ({
      verb: verbs.create,
      resource: 'advertising' as const,
      recordId: id,
      version: 1,
      before: null,
      after,
    })),
  )
  await announceRecords(tx, actor, batch, { resource: 'advertising', verb: verbs.create }, made)
  return numbered
}
