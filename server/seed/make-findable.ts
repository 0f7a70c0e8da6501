import { toSearchEntry } from '../../domain/search/searchable.ts'
import { searchEntries, searchWords } from '../db/schema.ts'
import type { Goods } from './make-goods.ts'
import type { OrderStory } from './make-orders.ts'
import type { DemoPlan } from './make-plans.ts'
import type { Products } from './make-products.ts'
import type { Staff } from './make-staff.ts'
import type { RowWriter } from './row-writer.ts'

type Entry = typeof searchEntries.$inferInsert

type Company = { staff: Staff; products: Products; goods: Goods; plans: readonly DemoPlan[] }

type Finder = {
  /** Writes the entries of an order and its parcel. */
  addStory: (story: OrderStory) => Promise<void>
  /** Writes the words that all entries are made of. */
  end: () => Promise<void>
}

/** Writes the search entries of a company that nobody has searched yet: of its people and goods at once. */
export const makeFindable = async (writer: RowWriter, company: Company): Promise<Finder> => {
  const words = new Set<string>()
  const productNameOf = new Map(company.products.all.map(({ id, name }) => [id, name]))
  const add = async (entries: Entry[]): Promise<void> => {
    // As `writeSearchEntries` learns them: numbers and references are nobody's misspelling.
    for (const { text } of entries)
      for (const word of text.split(' ')) if (!words.has(word) && isWord.test(word)) words.add(word)
    await writer.write(searchEntries, entries)
  }
  await add([...entriesOf(company, productNameOf)])
  return {
    addStory: ({ order, shipping }) => {
      const record = { ...order, productName: productNameOf.get(order.product)! }
      const { country } = order
      const entry = { ...toSearchEntry('orders', record), country }
      if (shipping === null) return add([entry])
      const parcel = { ...record, id: shipping.id, number: shipping.number }
      return add([entry, { ...toSearchEntry('shippings', parcel), country }])
    },
    end: () =>
      writer.write(
        searchWords,
        [...words].map((word) => ({ word })),
      ),
  }
}

const isWord = /^\p{L}{4,40}$/u

function* entriesOf(
  { staff, products, goods, plans }: Company,
  productNameOf: ReadonlyMap<string, string>,
): Generator<Entry> {
  const nameOf = new Map(staff.everybody.map(({ id, name }) => [id, name]))
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
}
