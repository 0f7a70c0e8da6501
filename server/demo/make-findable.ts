import type { Transaction } from '../database/drizzle.ts'
import { searchEntries, searchWords } from '../database/schema.ts'
import { toSearchEntry } from '../search/searchable.ts'
import { insertRows } from './insert-rows.ts'
import type { Goods } from './make-goods.ts'
import type { OrderStory } from './make-orders.ts'
import type { DemoPlan } from './make-plans.ts'
import type { Products } from './make-products.ts'
import type { Staff } from './make-staff.ts'

type Entry = typeof searchEntries.$inferInsert

const batchSize = 5_000

type Company = {
  staff: Staff
  products: Products
  goods: Goods
  plans: readonly DemoPlan[]
  stories: readonly OrderStory[]
}

/** Writes the search entries of a company that nobody has searched yet, and the words that they are made of. */
export const makeFindable = async (tx: Transaction, company: Company): Promise<void> => {
  const words = new Set<string>()
  let batch: Entry[] = []
  for (const entry of entriesOf(company)) {
    for (const word of entry.text.split(' ')) words.add(word)
    batch.push(entry)
    if (batch.length < batchSize) continue
    await insertRows(tx, searchEntries, batch)
    batch = []
  }
  await insertRows(tx, searchEntries, batch)
  await insertRows(
    tx,
    searchWords,
    // As `writeSearchEntries` learns them: numbers and references are nobody's misspelling.
    [...words].filter((word) => /^\p{L}{4,40}$/u.test(word)).map((word) => ({ word })),
  )
}

function* entriesOf({ staff, products, goods, plans, stories }: Company): Generator<Entry> {
  const nameOf = new Map(staff.everybody.map(({ id, name }) => [id, name]))
  const productNameOf = new Map(products.all.map(({ id, name }) => [id, name]))
  const owned = <Record extends { owner: string }>(record: Record) => ({
    ...record,
    ownerName: nameOf.get(record.owner)!,
  })
  for (const user of staff.everybody) yield { ...toSearchEntry('users', user), country: user.country }
  for (const product of products.all) {
    yield { ...toSearchEntry('products', owned(product)), country: product.country }
  }
  for (const plan of plans) yield { ...toSearchEntry('packages', plan), country: plan.country }
  for (const offer of goods.offers) {
    yield { ...toSearchEntry('affiliates', owned(offer)), country: offer.country }
  }
  for (const request of goods.requests) {
    yield { ...toSearchEntry('requests', owned(request)), country: request.country }
  }
  for (const expedition of goods.expeditions) {
    const productName = productNameOf.get(expedition.product ?? '') ?? null
    const record = { ...owned(expedition), productName }
    yield { ...toSearchEntry('expeditions', record), country: expedition.country }
  }
  for (const { order, shipping } of stories) {
    const record = { ...order, productName: productNameOf.get(order.product)! }
    const { country } = order
    yield { ...toSearchEntry('orders', record), country }
    if (shipping === null) continue
    const parcel = { ...record, id: shipping.id, number: shipping.number }
    yield { ...toSearchEntry('shippings', parcel), country }
  }
}
