import type { Actor } from '../../../domain/access/actor.ts'
import type { AdPaste, AdPasteInput } from '../../../domain/advertising/ad-cost.ts'
import { type ReadCosts, readCosts } from '../../../domain/advertising/read-costs.ts'
import { sumAmounts } from '../../../domain/lib/money.ts'
import { todayIn } from '../../../domain/lib/zone-clock.ts'
import { findProduct, indexProducts } from '../../../domain/orders/import/find-product.ts'
import type { Executor } from '../../db/drizzle.ts'
import { importProducts } from '../../queries/import-products.ts'
import type { CostRow, WrittenCosts } from './write-costs.ts'

/** A pasted text as read, products by number, id or exact name of those that the actor may sell. */
export const readPaste = async (
  db: Executor,
  actor: Actor,
  { country, text, language }: AdPasteInput,
  now: Date,
): Promise<ReadCosts> => {
  const index = indexProducts(await importProducts(db, actor, country))
  return readCosts(text, {
    country,
    language: language ?? 'fr',
    today: todayIn(country, now),
    findProduct: (cell) => findProduct(index, cell),
  })
}

/** The costs without problem. */
export const costRows = ({ costs }: ReadCosts): CostRow[] =>
  costs.flatMap(({ product, day, amount, channel, problem }) =>
    problem !== null || product === null || day === null || amount === null
      ? []
      : [{ product: product.id, day, amount, channel }],
  )

/** Most lines that are answered; those with a problem come first. */
const MAX_SHOWN = 200

/** What a text would write, with what it would replace. */
export const describePaste = (
  { country }: AdPasteInput,
  read: ReadCosts,
  { created, changed, before }: WrittenCosts,
): AdPaste => {
  const rows = costRows(read)
  const days = rows.map(({ day }) => day).sort()
  const names = new Map(
    read.costs.flatMap(({ product }) => (product === null ? [] : [[product.id, product.name]])),
  )
  const sumOf = (some: readonly { product: string; amount: number }[], id: string) =>
    sumAmounts(some.filter(({ product }) => product === id).map(({ amount }) => amount))
  const products = [...new Set(rows.map(({ product }) => product))].map((id) => ({
    id,
    name: names.get(id)!,
    days: new Set(rows.filter(({ product }) => product === id).map(({ day }) => day)).size,
    before: sumOf(before, id),
    after: sumOf(rows, id),
  }))
  const problems = read.costs.filter(({ problem }) => problem !== null)
  const sound = read.costs.filter(({ problem }) => problem === null)
  return {
    country,
    layout: read.layout,
    ignored: read.ignored,
    total: read.costs.length,
    problems: problems.length,
    before: sumAmounts(before.map(({ amount }) => amount)),
    after: sumAmounts(rows.map(({ amount }) => amount)),
    created,
    changed: changed.length - created,
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    products: products.toSorted((one, other) => other.after - one.after),
    lines: [...problems, ...sound]
      .slice(0, MAX_SHOWN)
      .toSorted((one, other) => one.line - other.line)
      .map(({ line, typed, product, day, amount, channel, problem }) => ({
        line,
        typed,
        product: product?.id ?? null,
        productName: product?.name ?? null,
        day,
        amount,
        channel,
        column: problem?.column ?? null,
        problem: problem?.code ?? null,
      })),
  }
}
