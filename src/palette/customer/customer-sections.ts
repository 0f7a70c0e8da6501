import { countries } from '../../../domain/countries.ts'
import { customerHits } from '../../../domain/customers/customer-hits.ts'
import { localeOf } from '../../../domain/languages.ts'
import { fold, foldedWords } from '../../../domain/lib/fold.ts'
import type { PalettePage } from '../../../machines/palette/palette-types.ts'
import type { PaletteView } from '../palette-view.ts'
import { commandItem, nothingGiven } from '../sections/command-item.ts'
import type { PaletteItem, PaletteSection } from '../sections/palette-item.ts'
import { recordItem } from '../sections/record-item.ts'

type CustomerPage = Extract<PalettePage, { kind: 'customer' }>

/** Commands that take a customer's phone as their argument of that name. */
const customerArgument = 'phone'

/**
 * A customer's newest orders, each to be opened, and what can be done with the number. What is typed before the customer is
 * known finds what can be done: Enter need not be pressed again.
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
  const price = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(order.totalPrice)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(
    Date.parse(order.createdAt),
  )
  const item = recordItem(hit, t)
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

/** What may be done with the number, not what may never be. */
const customerCommands = ({ phone }: CustomerPage, view: PaletteView): PaletteItem[] =>
  view.registry.commands
    .filter(({ args, target }) => target === 'none' && args?.some(({ name }) => name === customerArgument))
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
