import { type CountryCode, countryCodes } from '../../domain/countries.ts'
import type { products } from '../db/schema.ts'
import { catalogue, productName, shopPrice } from './catalogue.ts'
import { historyDays } from './demo-company.ts'
import { idAt } from './id-at.ts'
import type { Staff } from './make-staff.ts'
import type { Random } from './random.ts'

export type DemoProduct = typeof products.$inferSelect
export type Products = { all: DemoProduct[]; byCountry: Record<CountryCode, DemoProduct[]> }

const firstNumber = 101
const leastPerCountry = 42

/** What each country sells, and whose it is. Stock is counted once the orders are known. */
export const makeProducts = (random: Random, now: Date, staff: Staff): Products => {
  const all: DemoProduct[] = []
  const byCountry = countryCodes.map((country): [CountryCode, DemoProduct[]] => {
    const { sellers } = staff.branches[country]
    const chosen = random
      .shuffle([...catalogue.keys()])
      .slice(0, random.between(leastPerCountry, catalogue.length))
    const made = chosen.map((at): DemoProduct => {
      const since = new Date(now.getTime() - (historyDays + random.between(0, 30)) * 86_400_000)
      return {
        id: idAt(random, since.getTime()),
        number: firstNumber + all.length + chosen.indexOf(at),
        country,
        version: 1,
        createdAt: since,
        updatedAt: since,
        deletedAt: null,
        // The first seller of a country has a good part of what it sells.
        owner: random.pick([...sellers, sellers[0]!, sellers[0]!]).id,
        name: productName(at, country),
        price: shopPrice(catalogue[at]![2], country),
        quantity: 0,
        reserved: 0,
        description: null,
        comment: null,
        productImage: null,
        affiliate: null,
        storeName: null,
        type: null,
        weight: null,
        initialPrice: null,
        sourceLink: null,
        sourceName: null,
      }
    })
    all.push(...made)
    return [country, made]
  })
  return { all, byCountry: Object.fromEntries(byCountry) as Products['byCountry'] }
}

/** What is left in stock beside what is reserved: enough, little, or nothing at all. */
export const stockProducts = (random: Random, { all }: Products, orders: number): void => {
  for (const product of all) {
    const left = random.weighted([
      [0, 3],
      [random.between(1, 5), 7],
      [random.between(30, 300) + Math.round(orders / 50), 90],
    ])
    product.quantity = product.reserved + left
  }
}
