import { type CountryCode, countries } from '../core/countries.ts'
import { type LanguageCode, localeOf } from '../core/languages.ts'
import { currencyFormat } from '../lib/currency-format.ts'
import type { TemplateChannel } from './template.ts'

/**
 * What a text may name in braces. `number`: of the order; `callback`: when the customer is called again; `slot`: the day on which they
 * want the parcel.
 */
export const templateVariables = [
  'customer',
  'number',
  'product',
  'total',
  'seller',
  'callback',
  'slot',
] as const
export type TemplateVariable = (typeof templateVariables)[number]

const isVariable = (name: string): name is TemplateVariable =>
  (templateVariables as readonly string[]).includes(name)

const braced = /\{([^{}]*)\}/g

/** Names in braces that are no variable, and a brace without its other half, as they are written. */
export const unknownVariables = (text: string): string[] => {
  const named = [...text.matchAll(braced)].flatMap(([whole, name]) => (isVariable(name!) ? [] : whole))
  const half = /[{}]/.exec(text.replace(braced, ''))
  return half === null ? named : [...named, half[0]]
}

/** What a message is about: an order, or a parcel with its order's number. */
export type MessageSubject = {
  country: CountryCode
  number: number
  orderNumber?: number
  customerName: string
  customerPhone: string
  productName: string
  totalPrice: number
  ownerName: string
  callbackAt?: string | null
  postponedTo?: string | null
}

/** The text with the values of a record, or the first variable that the record has no value for. */
export const writeMessage = (
  { text, language }: { text: string; language: LanguageCode },
  subject: MessageSubject,
): { text: string } | { missing: TemplateVariable } => {
  const values = valuesOf(subject, localeOf(language))
  for (const [, name] of text.matchAll(braced)) {
    if (isVariable(name!) && values[name] === null) return { missing: name }
  }
  return { text: text.replace(braced, (whole, name) => (isVariable(name) ? values[name]! : whole)) }
}

const valuesOf = (
  {
    country,
    number,
    orderNumber = number,
    callbackAt = null,
    postponedTo = null,
    ...subject
  }: MessageSubject,
  locale: string,
): Record<TemplateVariable, string | null> => {
  const { currency, timeZone } = countries[country]
  return {
    customer: subject.customerName,
    number: String(orderNumber),
    product: subject.productName,
    total: currencyFormat(locale, currency).format(subject.totalPrice),
    seller: subject.ownerName,
    callback:
      callbackAt === null
        ? null
        : new Intl.DateTimeFormat(locale, {
            ...dayAndMonth,
            hour: '2-digit',
            minute: '2-digit',
            timeZone,
          }).format(new Date(callbackAt)),
    slot:
      postponedTo === null
        ? null
        : new Intl.DateTimeFormat(locale, { ...dayAndMonth, timeZone: 'UTC' }).format(new Date(postponedTo)),
  }
}

const dayAndMonth = { weekday: 'long', day: 'numeric', month: 'long' } as const

type Message = { channel: TemplateChannel; phone: string; name: string; text: string }

/** The address that opens a message in another program: `name` is the subject of an email, whose receiver is typed there. */
export const messageLink = ({ channel, phone, name, text }: Message): string => {
  const body = encodeURIComponent(text)
  switch (channel) {
    case 'whatsapp':
      return `https://wa.me/${phone.replace(/\D/g, '')}?text=${body}`
    case 'sms':
      return `sms:${phone}?body=${body}`
    case 'email':
      return `mailto:?subject=${encodeURIComponent(name)}&body=${body}`
  }
}
