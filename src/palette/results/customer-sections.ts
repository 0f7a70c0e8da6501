import type { SearchHit } from '../../../domain/changes/changes.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { type Customer, customerHits } from '../../../domain/customers/customer.ts'
import { isErasedPhone } from '../../../domain/customers/erased.ts'
import { currencyFormat } from '../../../domain/lib/currency-format.ts'
import { fold, foldedWords } from '../../../domain/lib/fold.ts'
import { dialledDigits, isPartOfPhone, isPhoneLike, wholePhone } from '../../../domain/lib/phone-digits.ts'
import { attentionOf, isNamedWhole } from '../../../domain/search/hit-of.ts'
import { readExactKeys } from '../../../domain/search/record-keys.ts'
import type { PalettePage } from '../../../machines/palette/palette-types.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { phoneText } from '../../ui/format/phone.ts'
import type { SearchState } from '../ranking/record-search.ts'
import { commandItem, nothingGiven } from './command-item.ts'
import type { PaletteItem, PaletteSection } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import type { PaletteInput } from './read-input.ts'
import { recordItem } from './record-item.ts'
import { unknownCustomer } from './wording.ts'

/**
 * Results of a phone number: its customer first, except after a record with exactly that number; no commands. Before the
 * answer, hits of fewer digits and recents stay if they match; the customer is derived from them at once, because a late row
 * would not get the highlight.
 */
export function withCustomer(
  sections: readonly PaletteSection[],
  { mode, text }: PaletteInput,
  view: PaletteView,
): readonly PaletteSection[] {
  const { search, context, customers } = view
  if (mode !== 'all' || !isCustomerLike(text)) return sections
  const exact = readExactKeys(text)
  const records = sections
    .flatMap(({ items }) => items)
    .filter(({ act }) => {
      if (act.kind !== 'open') return false
      if (search.query === text || isNamedWhole(act.hit, exact)) return true
      return isOfPhone(act.hit, text) || isNumber(act.hit.number, text)
    })
  const hits = records.flatMap(({ hit }) => hit ?? [])
  const mayBe = view.scope === null && customers.isAllowed
  const customer = mayBe ? typedCustomer(text, { ...search, hits }, context.country) : null
  const row = customer === null ? [] : [customerItem(customer, view)]
  const [first] = records
  const isNumbered = exact.number !== null && first?.hit?.number === exact.number
  const items = isNumbered ? [first, ...row, ...records.slice(1)] : [...row, ...records]
  return [{ id: 'found', heading: null, items }]
}

export const beginsWithCustomer = ([first]: readonly PaletteSection[]): boolean =>
  first?.items[0]?.act.kind === 'page'

const isNumber = (number: number, text: string): boolean => String(number).startsWith(text)

function customerItem({ phone, name }: TypedCustomer, view: PaletteView): PaletteItem {
  const { t, customers } = view
  const { phase, customer } = customers.read(phone)
  const title = customer?.name ?? name ?? phoneText(phone)
  const known = customer === null ? null : customerSentence(customer, t)
  const isUnknown = name === null && customer === null
  return {
    id: `customer:${phone}`,
    title,
    detail: [
      t('customers:one'),
      isUnknown && phase !== 'loading' ? unknownCustomer(view) : known,
      isUnknown ? null : phoneText(phone),
    ]
      .filter((part) => part !== null)
      .join(' · '),
    icon: 'user',
    act: { kind: 'page', page: { kind: 'customer', phone, title } },
  }
}

type CustomerPage = Extract<PalettePage, { kind: 'customer' }>

/** Name of arguments that take a customer's phone. */
const customerArgument = 'phone'

/**
 * A customer's page: newest orders, then commands that take the phone. Text typed before the customer has loaded filters the
 * commands at once.
 */
export function customerSections(page: CustomerPage, query: string, view: PaletteView): PaletteSection[] {
  const { context, customers, t } = view
  const { phase, customer } = customers.read(page.phone)
  if (phase === 'loading' && query.trim() === '') return []
  const orders =
    customer === null || context.actor === null
      ? []
      : customerHits(customer, context.actor).map((found) => orderItem(found, view))
  const commands = customerCommands(page, view)
  return [
    { id: 'customer-orders', heading: t('customers:latest'), items: orders.filter(matches(query)) },
    { id: 'customer-actions', heading: t('customers:actions'), items: commands.filter(matches(query)) },
  ]
}

const orderItem = (
  { order, hit }: ReturnType<typeof customerHits>[number],
  view: PaletteView,
): PaletteItem => {
  const { t, language } = view
  const { currency, timeZone } = countries[order.country]
  const locale = localeOf(language)
  const price = currencyFormat(locale, currency).format(order.totalPrice)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(
    Date.parse(order.createdAt),
  )
  const item = recordItem(hit, view)
  const parcel =
    hit.resource === 'orders' && order.shippingStatus !== null
      ? t(`orders:shippingStatus.${order.shippingStatus}`)
      : item.note
  return {
    ...item,
    title: order.quantity > 1 ? `${order.productName} × ${order.quantity}` : item.title,
    detail: [hit.number, price, day].join(' · '),
    note: parcel,
  }
}

/** Without forbidden commands; of an erased customer only the orders are left. */
const customerCommands = ({ phone }: CustomerPage, view: PaletteView): PaletteItem[] =>
  view.registry.commands
    .filter(({ args, target }) => target === 'none' && args?.some(({ name }) => name === customerArgument))
    .filter(({ id }) => !isErasedPhone(phone) || id === 'customer.orders')
    .map((command) =>
      commandItem(command, view.context, {
        ...view,
        given: { ...nothingGiven, args: { [customerArgument]: phone } },
      }),
    )
    .filter(({ refusal }) => refusal !== 'FORBIDDEN')

const matches =
  (query: string) =>
  ({ title, detail = '', note = '' }: PaletteItem): boolean => {
    const found = fold(`${title} ${detail} ${note}`)
    return foldedWords(query).every((word) => found.includes(word))
  }

/** `name` is null if no record has the phone. */
export type TypedCustomer = { phone: string; name: string | null }

const MAX_CUSTOMERS = 3

/** Distinct customers of these records, in their order; first one with that name, then one with an open order. */
export function customersIn(
  hits: readonly SearchHit[],
  isCalled: (hit: SearchHit) => boolean = () => false,
): { phone: string; name: string; hits: number }[] {
  const byPhone = new Map<string, SearchHit[]>()
  for (const hit of hits) {
    if (hit.customerPhone) byPhone.set(hit.customerPhone, [...(byPhone.get(hit.customerPhone) ?? []), hit])
  }
  return [...byPhone]
    .map(([phone, own]) => {
      const called = own.find(isCalled)
      const { title: name } = called ?? own[0]!
      return { phone, name, hits: own.length, isOpen: own.some(isOpen), isCalled: called !== undefined }
    })
    .toSorted((a, b) => Number(b.isCalled) - Number(a.isCalled) || Number(b.isOpen) - Number(a.isOpen))
    .slice(0, MAX_CUSTOMERS)
}

const isOpen = (hit: SearchHit): boolean => attentionOf(hit) === 'open'

/** A customer found by name; its page loads the rest. */
export const namedCustomerItem = (
  { phone, name }: { phone: string; name: string },
  { t }: Pick<PaletteView, 't'>,
): PaletteItem => ({
  id: `customer:${phone}`,
  title: name,
  detail: [t('customers:one'), phoneText(phone)].join(' · '),
  icon: 'user',
  act: { kind: 'page', page: { kind: 'customer', phone, title: name } },
})

/** Fewer digits may be a record number, and match too many customers. */
const MIN_DIGITS = 6

/**
 * The only customer among the hits whose phone matches the digits; null for several or no phone. Without hits, a complete
 * number is a customer without name.
 */
export function typedCustomer(text: string, search: SearchState, country: CountryCode): TypedCustomer | null {
  if (!isCustomerLike(text)) return null
  const holding = search.hits.filter((hit) => isOfPhone(hit, text))
  const { phones } = readExactKeys(text)
  const named = holding.filter(({ customerPhone }) => phones.includes((customerPhone ?? '').slice(1)))
  const matching = named.length > 0 ? named : holding
  const [first] = matching
  const isAnswered = search.query === text
  if (first?.customerPhone && matching.every(({ customerPhone }) => customerPhone === first.customerPhone)) {
    return { phone: first.customerPhone, name: first.title }
  }
  if (!isAnswered || matching.length > 0) return null
  const phone = wholePhone(text, country)
  return phone === null ? null : { phone, name: null }
}

export const isCustomerLike = (text: string): boolean =>
  isPhoneLike(text) && !/\d\s*\+/.test(text) && !isDate(text) && dialledDigits(text).length >= MIN_DIGITS

/** `27.11.2026`, `27/11/26`, `2026-11-27`. */
const isDate = (text: string): boolean =>
  /^(?:\d{1,2}[./]\d{1,2}[./](?:20)?\d\d|20\d\d-\d\d-\d\d)$/.test(text.trim())

export const isOfPhone = ({ customerPhone }: SearchHit, text: string): boolean =>
  Boolean(customerPhone) && isPartOfPhone(text, customerPhone ?? '')

/** Summary of a customer: `4 commandes, 3 livrées, 1 retour`. */
export const customerSentence = (customer: Customer, t: Translate): string => {
  const { orders, byStatus, byShippingStatus } = customer
  const waiting = (byStatus.PENDING ?? 0) + (byStatus.NOT_REACHABLE ?? 0)
  const delivered = byShippingStatus.DELIVERED ?? 0
  const returned = byShippingStatus.RETURNED ?? 0
  return [
    t('customers:orders', { count: orders }),
    ...(delivered > 0 ? [t('customers:delivered', { count: delivered })] : []),
    ...(returned > 0 ? [t('customers:returned', { count: returned })] : []),
    ...(waiting > 0 ? [t('customers:waiting', { count: waiting })] : []),
  ].join(', ')
}

/** Shorter texts begin too many names. */
const MIN_NAME_LETTERS = 3

/** Whether a text may be a name: letters and name separators. */
export const isNameLike = (text: string): boolean =>
  text.length >= MIN_NAME_LETTERS && /^[\p{L}\p{M}\s'’.-]+$/u.test(text)
