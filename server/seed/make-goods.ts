import { type CountryCode, countries, countryCodes } from '../../domain/countries.ts'
import type { AnswerStatus } from '../../domain/lib/answer-status.ts'
import type { affiliates, expeditions, requests } from '../db/schema.ts'
import { catalogue, productName, shopPrice } from './catalogue.ts'
import { idAt } from './id-at.ts'
import type { DemoProduct, Products } from './make-products.ts'
import type { Staff } from './make-staff.ts'
import { people } from './people.ts'
import { mobileNumber } from './phones.ts'
import type { Random } from './random.ts'

export type DemoOffer = typeof affiliates.$inferSelect
export type DemoRequest = typeof requests.$inferSelect
export type DemoExpedition = typeof expeditions.$inferSelect
export type Goods = { offers: DemoOffer[]; requests: DemoRequest[]; expeditions: DemoExpedition[] }

const day = 86_400_000
const firstOffer = 301
const firstRequest = 501
const firstExpedition = 701
const perCountry = { offers: 10, requests: 12, expeditions: 26 }

/**
 * What moves beside the orders: offers that sellers take into their store (some products came from one), purchase
 * requests, and expeditions. What confirmed expeditions brought is part of their product's stock.
 */
export const makeGoods = (
  random: Random,
  { now, staff, products }: { now: Date; staff: Staff; products: Products },
): Goods => {
  const goods: Goods = { offers: [], requests: [], expeditions: [] }
  for (const country of countryCodes) {
    const sellers = staff.branches[country].sellers
    const record = (first: number, index: number, daysAgo: number) => {
      const at = new Date(now.getTime() - daysAgo * day - random.between(0, day / 2))
      const id = idAt(random, at.getTime())
      return { id, number: first + index, country, version: 1, createdAt: at, updatedAt: at, deletedAt: null }
    }
    for (const at of pickedCatalogue(random, perCountry.offers)) {
      const offer: DemoOffer = {
        ...record(firstOffer, goods.offers.length, random.between(60, 140)),
        owner: random.pick(sellers).id,
        name: productName(at, country),
        price: shopPrice(catalogue[at]![2] * 0.6, country),
        quantity: random.between(40, 900),
        description: null,
        comment: null,
        productImage: null,
      }
      goods.offers.push(offer)
      takeOffer(random, offer, products.byCountry[country])
    }
    for (const at of pickedCatalogue(random, perCountry.requests)) {
      goods.requests.push({
        ...record(firstRequest, goods.requests.length, random.between(0, 60)),
        owner: random.pick(sellers).id,
        name: productName(at, country),
        price: shopPrice(catalogue[at]![2] * 0.35, country),
        quantity: random.between(2, 60) * 10,
        description: null,
        comment: random.chance(0.4) ? remark(random, country) : null,
        productImage: null,
        status: random.weighted(answers),
      })
    }
    for (const product of random.shuffle(products.byCountry[country]).slice(0, perCountry.expeditions)) {
      const daysAgo = random.between(0, 120)
      const status: AnswerStatus = daysAgo > 12 ? 'CONFIRMED' : random.weighted(answers)
      goods.expeditions.push({
        ...record(firstExpedition, goods.expeditions.length, daysAgo),
        ...journey(random, country, new Date(now.getTime() - daysAgo * day)),
        owner: product.owner,
        product: product.id,
        name: product.name,
        price: product.price,
        quantity: random.between(3, 40) * 10,
        description: null,
        comment: random.chance(0.25) ? remark(random, country) : null,
        productImage: null,
        status,
      })
    }
  }
  return goods
}

const answers = [
  ['PENDING', 40],
  ['CONFIRMED', 35],
  ['NOT_YET', 15],
  ['NO_COMMENT', 10],
] as const satisfies readonly (readonly [AnswerStatus, number])[]

const pickedCatalogue = (random: Random, count: number): number[] =>
  random.shuffle([...catalogue.keys()]).slice(0, count)

/** The product of that name, where the country sells it, came from the offer. */
const takeOffer = (random: Random, offer: DemoOffer, products: readonly DemoProduct[]): void => {
  const product = products.find(({ name }) => name === offer.name)
  if (product === undefined || random.chance(0.3)) return
  product.affiliate = offer.id
  product.storeName = `${offer.name} · ${countries[offer.country].iso}`
  product.initialPrice = offer.price
}

const journey = (random: Random, country: CountryCode, at: Date) => {
  const shipped = dayOf(at)
  return {
    mode: random.chance(0.6) ? ('AIR' as const) : ('GROUND' as const),
    from: random.pick(['Guangzhou', 'Yiwu', 'Istanbul', 'Dubaï', 'Casablanca', 'Paris']),
    expeditionDate: shipped,
    providedDate: dayOf(new Date(at.getTime() + random.between(4, 21) * day)),
    transporterName: `${random.pick(people[country].last)} Transit`,
    transporterPhone: mobileNumber(random, country),
    weight: random.between(20, 4_000) / 10,
    packageInformation: `${random.between(1, 24)} cartons`,
  }
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const remark = (random: Random, country: CountryCode): string =>
  random.pick(
    country === 'lib'
      ? ['Check the customs papers', 'Two cartons damaged last time', 'Urgent before the feast']
      : ['Vérifier les papiers de douane', 'Deux cartons abîmés la dernière fois', 'Urgent avant la fête'],
  )
