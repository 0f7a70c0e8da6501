import { fold } from '../../domain/lib/fold.ts'
import { formatPhone } from '../../domain/lib/phone-format.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Product } from '../../domain/products/product.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { User } from '../../domain/users/user.ts'

type Identity = 'id' | 'number' | 'country'
type Customer = 'owner' | 'customerName' | 'customerPhone' | 'customerAddress' | 'productName'

/** The fields of each record that its search entry is made of; a whole record fits. */
export type Searchable = {
  orders: Pick<Order, Identity | Customer | 'sourceName' | 'externalRef'>
  products: Pick<Product, Identity | 'owner' | 'ownerName' | 'name'>
  shippings: Pick<Shipping, Identity | Customer>
  users: Pick<User, Identity | 'name' | 'email' | 'phone' | 'role'>
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
}

type Words = Pick<SearchEntry, 'owner' | 'title' | 'subtitle'> & {
  words: (string | null)[]
  phone: string | null
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
  }),
  products: (product) => ({
    owner: product.owner,
    title: product.name,
    subtitle: product.ownerName,
    words: [product.name, product.ownerName],
    phone: null,
  }),
  shippings: customerWords,
  users: (user) => ({
    owner: null,
    title: user.name,
    subtitle: `${user.email} · ${formatPhone(user.phone)}`,
    words: [user.name, user.email],
    phone: user.phone,
  }),
}

export const toSearchEntry = <Name extends ResourceName>(
  resource: Name,
  record: Searchable[Name],
): SearchEntry => {
  const { owner, title, subtitle, words, phone } = wordsOf[resource](record)
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
    digits: (phone ?? '').replace(/\D/g, ''),
  }
}

const joints = /(?<=\p{L})['’ʼ‘`´-](?=\p{L})/u

/** `N’Guessan` is typed `n'guessan`, `n guessan` and `nguessan`. */
const spellings = (text: string): string[] => [
  fold(text),
  ...text
    .split(/\s+/)
    .filter((word) => joints.test(word))
    .map((word) => fold(word.replaceAll(new RegExp(joints, 'gu'), ''))),
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
