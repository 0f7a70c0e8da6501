import { formatPhone } from '../../../domain/lib/phone-format.ts'
import type { PaletteView } from '../palette-view.ts'
import type { PaletteItem, PaletteSection } from '../sections/palette-item.ts'
import type { PaletteInput } from '../sections/read-input.ts'
import { customerSentence } from './customer-words.ts'
import { isCustomerLike, isOfPhone, type TypedCustomer, typedCustomer } from './typed-customer.ts'

/**
 * The rows of a phone number: its customer first, but for a record whose own number it is, and no command. Until the
 * server has answered, records found for fewer digits or opened lately stand there only where they match, and tell the
 * customer already: one who came after them would not have the highlight.
 */
export function withCustomer(
  sections: readonly PaletteSection[],
  { mode, text }: PaletteInput,
  view: PaletteView,
): readonly PaletteSection[] {
  const { search, context, customers } = view
  if (mode !== 'all' || !isCustomerLike(text)) return sections
  const records = sections
    .flatMap(({ items }) => items)
    .filter(({ act }) => {
      if (act.kind !== 'open') return false
      return search.query === text || isOfPhone(act.hit, text) || isNumber(act.hit.number, text)
    })
  const hits = records.flatMap(({ hit }) => hit ?? [])
  const mayBe = view.scope === null && customers.isAllowed
  const customer = mayBe ? typedCustomer(text, { ...search, hits }, context.country) : null
  const row = customer === null ? [] : [customerItem(customer, view)]
  const [first] = records
  const isNumbered = first?.hit?.number === Number(text)
  const items = isNumbered ? [first, ...row, ...records.slice(1)] : [...row, ...records]
  return [{ id: 'found', heading: null, items }]
}

export const beginsWithCustomer = ([first]: readonly PaletteSection[]): boolean =>
  first?.items[0]?.act.kind === 'page'

const isNumber = (number: number, text: string): boolean => String(number).startsWith(text)

function customerItem({ phone, name }: TypedCustomer, { t, customers }: PaletteView): PaletteItem {
  const { phase, customer } = customers.read(phone)
  const title = customer?.name ?? name ?? formatPhone(phone)
  const known = customer === null ? null : customerSentence(customer, t)
  const isUnknown = name === null && customer === null
  return {
    id: `customer:${phone}`,
    title,
    detail: [
      t('customers:one'),
      isUnknown && phase !== 'loading' ? t('customers:unknown') : known,
      isUnknown ? null : formatPhone(phone),
    ]
      .filter((part) => part !== null)
      .join(' · '),
    icon: 'user',
    act: { kind: 'page', page: { kind: 'customer', phone, title } },
  }
}
