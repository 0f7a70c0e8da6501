import { currencyFormat } from '../lib/currency-format.ts'
import { fold } from '../lib/fold.ts'
import { formatPhone } from '../lib/phone-format.ts'
import type { CollectionState, Label } from './label.ts'
import type { LabelField } from './label-layout.ts'

export type LabelTextKey =
  | 'number'
  | 'basket'
  | 'reprint'
  | 'seller'
  | 'delivery'
  | 'noDelivery'
  | `collection.${CollectionState}`

/** `locale` formats amounts; `say` translates a key into the print language. */
export type LabelWords = {
  locale: string
  say: (key: LabelTextKey, values: Record<string, string | number>) => string
}

/** All texts of a label; empty strings where there is nothing to print. */
export const labelTexts = (label: Label, { locale, say }: LabelWords): Record<LabelField, string> => {
  const { number, code, prints, quantity, productName, basketPart, collection, amount, currency } = label
  const goods = `${quantity} × ${productName}`
  return {
    number: say('number', { number }),
    reprint: prints > 0 ? say('reprint', { times: prints }) : '',
    digits: code.replace(/(\d{4})(?=\d)/g, '$1 '),
    customerName: label.customerName,
    customerPhone: formatPhone(label.customerPhone),
    customerAddress: addressWithCity(label),
    product: basketPart === null ? goods : `${goods} · ${say('basket', { part: basketPart })}`,
    caption: say(`collection.${collection}`, {}),
    amount: currencyFormat(locale, currency).format(amount),
    seller: say('seller', { name: label.ownerName }),
    delivery:
      label.deliveryName === null ? say('noDelivery', {}) : say('delivery', { name: label.deliveryName }),
  }
}

/** A courier sorts parcels by city: it is added where the address does not say it. */
const addressWithCity = ({ customerAddress, city }: Pick<Label, 'customerAddress' | 'city'>): string =>
  city === null || fold(customerAddress).includes(fold(city))
    ? customerAddress
    : `${customerAddress}, ${city}`
