import type { Affiliate } from '../affiliates/affiliate.ts'
import type { Expedition } from '../expeditions/expedition.ts'
import type { Handover } from '../handovers/handover.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { fold } from '../lib/fold.ts'
import { formatPhone } from '../lib/phone-format.ts'
import type { Manifest } from '../manifests/manifest.ts'
import type { Order } from '../orders/order.ts'
import type { Package } from '../packages/package.ts'
import type { Product } from '../products/product.ts'
import type { PurchaseRequest } from '../requests/request.ts'
import type { ResourceName } from '../resources.ts'
import type { Shipping } from '../shippings/shipping.ts'
import type { User } from '../users/user.ts'

type Identity = 'id' | 'number' | 'country'
type Customer = 'owner' | 'customerName' | 'customerPhone' | 'customerAddress' | 'productName'
type Goods = 'owner' | 'ownerName' | 'name'

/** The fields of each record in its search entry; accepts a full record. */
export type Searchable = {
  orders: Pick<Order, Identity | Customer | 'sourceName' | 'externalRef'>
  products: Pick<Product, Identity | Goods>
  shippings: Pick<Shipping, Identity | Customer>
  users: Pick<User, Identity | 'name' | 'email' | 'phone' | 'role'>
  expeditions: Pick<
    Expedition,
    Identity | Goods | 'productName' | 'from' | 'transporterName' | 'transporterPhone'
  >
  requests: Pick<PurchaseRequest, Identity | Goods>
  affiliates: Pick<Affiliate, Identity | Goods>
  invoices: Pick<Invoice, Identity | 'owner' | 'ownerName' | 'code'>
  manifests: Pick<Manifest, Identity | 'owner' | 'ownerName' | 'deliveryName'>
  handovers: Pick<Handover, Identity | 'delivery' | 'deliveryName' | 'receivedByName' | 'note'>
  packages: Pick<Package, Identity | 'owner' | 'name' | 'pack'>
}

export type SearchEntry = {
  resource: ResourceName
  recordId: string
  country: string
  owner: string | null
  number: number
  title: string
  subtitle: string
  text: string
  digits: string
  /**
   * What names the record as a whole, folded: its title, which is first, its telephone number's digits, its reference, e-mail
   * or code. Whoever types one of them finds it before whatever else matches.
   */
  keys: string[]
}

/** Raised when folding or the words of entries change: entries of a lower one are written anew (`rebuildEntries`). */
export const entryVersion = 2

type Words = Pick<SearchEntry, 'owner' | 'title' | 'subtitle'> & {
  words: (string | null)[]
  phone: string | null
  /** What names the record in addition to its title and telephone number. */
  names?: readonly (string | null)[]
}

const wordsOf: { [Name in ResourceName]: (record: Searchable[Name]) => Words } = {
  orders: (order) => ({
    ...customerWords(order),
    words: [
      order.customerName,
      order.customerAddress,
      order.productName,
      order.sourceName,
      order.externalRef,
    ],
    names: [order.externalRef],
  }),
  products: goodsWords,
  shippings: customerWords,
  users: (user) => ({
    owner: null,
    title: user.name,
    subtitle: `${user.email} · ${formatPhone(user.phone)}`,
    words: [user.name, user.email],
    phone: user.phone,
    names: [user.email],
  }),
  expeditions: (expedition) => ({
    owner: expedition.owner,
    title: expedition.name,
    subtitle: [expedition.ownerName, expedition.transporterName].filter(Boolean).join(' · '),
    words: [
      expedition.name,
      expedition.ownerName,
      expedition.transporterName,
      expedition.productName,
      expedition.from,
    ],
    phone: expedition.transporterPhone,
  }),
  requests: goodsWords,
  affiliates: goodsWords,
  invoices: (invoice) => ({
    owner: invoice.owner,
    title: invoice.code,
    subtitle: invoice.ownerName,
    words: [invoice.code, invoice.ownerName],
    phone: null,
  }),
  manifests: (manifest) => ({
    owner: manifest.owner,
    title: manifest.deliveryName,
    subtitle: manifest.ownerName,
    words: [manifest.deliveryName, manifest.ownerName],
    phone: null,
  }),
  handovers: (handover) => ({
    owner: handover.delivery,
    title: handover.deliveryName,
    subtitle: handover.receivedByName,
    words: [handover.deliveryName, handover.receivedByName, handover.note],
    phone: null,
  }),
  packages: (plan) => ({
    owner: plan.owner,
    title: plan.name,
    subtitle: plan.pack,
    words: [plan.name, plan.pack],
    phone: null,
    names: [plan.pack],
  }),
}

export const toSearchEntry = <Name extends ResourceName>(
  resource: Name,
  record: Searchable[Name],
): SearchEntry => {
  const { owner, title, subtitle, words, phone, names = [] } = wordsOf[resource](record)
  const digits = (phone ?? '').replace(/\D/g, '')
  const text = words.flatMap((word) => spellings(word ?? '')).filter((word) => word !== '')
  return {
    resource,
    recordId: record.id,
    country: record.country,
    owner,
    number: record.number,
    title,
    subtitle,
    // The space before the first word lets `% ab%` find the beginning of any word.
    text: ` ${text.join(' ')}`,
    digits,
    keys: [...new Set([fold(title), digits, ...names.map((name) => fold(name ?? ''))])].filter(
      (key) => key !== '',
    ),
  }
}

/** Numbers and references are not words that anybody mistypes by one letter. */
const learned = /^\p{L}{4,40}$/u

/** The words of entries that a mistyped one may be corrected to, each once. */
export const learnedWords = (entries: Iterable<Pick<SearchEntry, 'text'>>): string[] => {
  const words = new Set<string>()
  for (const { text } of entries) for (const word of text.split(' ')) words.add(word)
  return [...words].filter((word) => learned.test(word)).sort()
}

const joints = /(?<=\p{L})['’ʼ‘`´-](?=\p{L})/gu

/** `N’Guessan` is typed `n'guessan`, `n guessan` and `nguessan`. */
const spellings = (text: string): string[] => [
  fold(text),
  ...text
    .split(/\s+/)
    .filter((word) => word.search(joints) >= 0)
    .map((word) => fold(word.replaceAll(joints, ''))),
]

function customerWords(record: Pick<Order, Customer>): Words {
  return {
    owner: record.owner,
    title: record.customerName,
    subtitle: `${formatPhone(record.customerPhone)} · ${record.productName}`,
    words: [record.customerName, record.customerAddress, record.productName],
    phone: record.customerPhone,
  }
}

function goodsWords(record: Pick<Product, Goods>): Words {
  return {
    owner: record.owner,
    title: record.name,
    subtitle: record.ownerName,
    words: [record.name, record.ownerName],
    phone: null,
  }
}
