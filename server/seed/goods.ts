import { type CountryCode, countries, countryCodes } from '../../domain/core/countries.ts'
import type { AnswerStatus } from '../../domain/lib/answer-status.ts'
import type { affiliates, expeditions, products, requests } from '../db/schema.ts'
import { historyDays } from './demo-company.ts'
import { mobileNumber, people, type Staff } from './people.ts'
import { idAt, type Random } from './row-writer.ts'

/** Products: French and English name, price in thousands of XOF. */
export const catalogue: readonly (readonly [french: string, english: string, price: number])[] = [
  ['Montre connectée sport', 'Sports smartwatch', 18],
  ['Montre Élégance bracelet cuir', 'Elegance watch, leather strap', 15],
  ['Écouteurs sans fil Pro', 'Wireless earbuds Pro', 12.5],
  ['Casque Bluetooth pliable', 'Foldable Bluetooth headphones', 14],
  ['Enceinte portable étanche', 'Waterproof portable speaker', 16],
  ['Powerbank 20 000 mAh', 'Power bank 20,000 mAh', 13],
  ['Chargeur rapide 65 W', 'Fast charger 65 W', 9],
  ['Support téléphone voiture', 'Car phone holder', 5],
  ['Caméra de surveillance Wi-Fi', 'Wi-Fi security camera', 22],
  ['Projecteur LED portable', 'Portable LED projector', 45],
  ['Lampe solaire extérieure', 'Outdoor solar lamp', 11],
  ['Ampoule rechargeable (lot de 3)', 'Rechargeable bulbs (set of 3)', 7.5],
  ['Ventilateur rechargeable', 'Rechargeable fan', 25],
  ['Mixeur portable USB', 'Portable USB blender', 12],
  ['Robot pétrin 5 L', 'Stand mixer 5 L', 48],
  ['Hachoir électrique 3 L', 'Electric chopper 3 L', 19],
  ['Friteuse à air chaud 4 L', 'Air fryer 4 L', 42],
  ['Bouilloire en inox', 'Stainless steel kettle', 10],
  ['Set de couteaux de chef', 'Chef’s knife set', 9.5],
  ['Batterie de cuisine 10 pièces', 'Cookware set, 10 pieces', 55],
  ['Balance de cuisine', 'Kitchen scale', 6],
  ['Gaine amincissante', 'Slimming shapewear', 10],
  ['Correcteur de posture', 'Posture corrector', 8],
  ['Masseur cervical', 'Neck massager', 21],
  ['Tensiomètre de poignet', 'Wrist blood pressure monitor', 17],
  ['Tondeuse à barbe 5 en 1', 'Beard trimmer 5 in 1', 13.5],
  ['Épilateur lumière pulsée', 'IPL hair remover', 38],
  ['Brosse lissante chauffante', 'Heated straightening brush', 14.5],
  ['Perruque lace frontal 18 pouces', 'Lace front wig 18 inches', 65],
  ['Crème éclat au karité', 'Shea glow cream', 7],
  ['Sérum anti-taches', 'Dark spot serum', 8.5],
  ['Huile de croissance cheveux', 'Hair growth oil', 7.5],
  ['Savon noir à l’argan', 'Argan black soap', 4],
  ['Parfum Oud Royal 100 ml', 'Oud Royal perfume 100 ml', 16],
  ['Coffret parfum femme', 'Women’s perfume gift set', 20],
  ['Sac à main Cœur de cuir', 'Heart of leather handbag', 24],
  ['Sac à dos antivol', 'Anti-theft backpack', 17.5],
  ['Baskets légères respirantes', 'Light breathable trainers', 19.5],
  ['Sandales orthopédiques', 'Orthopaedic sandals', 12],
  ['Ensemble bazin brodé', 'Embroidered bazin outfit', 35],
  ['Abaya brodée', 'Embroidered abaya', 28],
  ['Boubou homme trois pièces', 'Three-piece men’s boubou', 40],
  ['Poussette compacte', 'Compact stroller', 60],
  ['Moustiquaire pliable bébé', 'Foldable baby mosquito net', 9],
  ['Tapis d’éveil musical', 'Musical play mat', 15.5],
  ['Kit perceuse sans fil', 'Cordless drill kit', 37],
  ['Mini compresseur à air', 'Mini air compressor', 23],
  ['Housse de siège auto', 'Car seat cover', 18.5],
  ['Ruban LED 10 m', 'LED strip 10 m', 8],
  ['Organisateur de valise', 'Packing cubes', 7],
]

/** Approximate rates, XOF to each currency, for plausible prices. */
const rates: Record<string, number> = { XOF: 1, EUR: 1 / 400, TND: 1 / 170, LYD: 1 / 110 }

/** A round price: 12 500 F, 29.90 €, 79.000 DT. */
export const shopPrice = (thousands: number, country: CountryCode): number => {
  const { currency } = countries[country]
  const amount = thousands * 1000 * rates[currency]!
  if (currency === 'XOF') return Math.max(500, Math.round(amount / 500) * 500)
  return currency === 'EUR' ? Math.floor(amount) + 0.9 : Math.max(5, Math.round(amount))
}

export const productName = (at: number, country: CountryCode): string =>
  catalogue[at]![country === 'lib' ? 1 : 0]

export type DemoProduct = typeof products.$inferSelect
export type Products = { all: DemoProduct[]; byCountry: Record<CountryCode, DemoProduct[]> }

const firstNumber = 101
const leastPerCountry = 42

/** Catalogue index by name. */
const lineOf = new Map(
  catalogue.flatMap(([french, english], at) => [[french, at] as const, [english, at] as const]),
)

/** Sets the catalogue's picture on products, offers, requests and expeditions. */
export const showGoods = ({ all }: Products, goods: Goods, paths: readonly string[]): void => {
  for (const record of [...all, ...goods.affiliates, ...goods.requests, ...goods.expeditions]) {
    record.productImage = paths[lineOf.get(record.name) ?? -1] ?? null
  }
}

/** Products of each country with owners. Stock is set after the orders. */
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
        // The first seller owns more products.
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

/** Sets stock beyond what is reserved: enough, little, or none. */
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

export type DemoOffer = typeof affiliates.$inferSelect
export type DemoRequest = typeof requests.$inferSelect
export type DemoExpedition = typeof expeditions.$inferSelect
export type Goods = { affiliates: DemoOffer[]; requests: DemoRequest[]; expeditions: DemoExpedition[] }

const day = 86_400_000
const firstOffer = 301
const firstRequest = 501
const firstExpedition = 701
const perCountry = { affiliates: 10, requests: 12, expeditions: 26 }

/** Offers taken by sellers, purchase requests, and expeditions. Confirmed expeditions are part of the stock. */
export const makeGoods = (
  random: Random,
  { now, staff, products }: { now: Date; staff: Staff; products: Products },
): Goods => {
  const goods: Goods = { affiliates: [], requests: [], expeditions: [] }
  for (const country of countryCodes) {
    const sellers = staff.branches[country].sellers
    const record = (first: number, index: number, daysAgo: number) => {
      const at = new Date(now.getTime() - daysAgo * day - random.between(0, day / 2))
      const id = idAt(random, at.getTime())
      return { id, number: first + index, country, version: 1, createdAt: at, updatedAt: at, deletedAt: null }
    }
    for (const at of pickedCatalogue(random, perCountry.affiliates)) {
      const offer: DemoOffer = {
        ...record(firstOffer, goods.affiliates.length, random.between(60, 140)),
        owner: random.pick(sellers).id,
        name: productName(at, country),
        price: shopPrice(catalogue[at]![2] * 0.6, country),
        quantity: random.between(40, 900),
        description: null,
        comment: null,
        productImage: null,
      }
      goods.affiliates.push(offer)
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

/** Marks the product of that name as made from the offer. */
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
