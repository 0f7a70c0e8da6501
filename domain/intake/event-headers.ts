import type { SourceKind } from './source-kinds.ts'

/** Headers of an HTTP request, as Node gives them; names in any case. */
export type EventHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** The first value of a header, trimmed; null for none. */
export const headerOf = (headers: EventHeaders, name: string): string | null => {
  const found = Object.hasOwn(headers, name)
    ? name
    : Object.keys(headers).find((one) => one.toLowerCase() === name)
  const value = found === undefined ? undefined : headers[found]
  const first = typeof value === 'string' ? value : value?.[0]
  return first?.trim() || null
}

/** Headers that identify an event; it may be delivered several times. WooCommerce's delivery id is not unique. */
const eventIds: Partial<Record<SourceKind, string>> = { shopify: 'x-shopify-event-id' }

export const eventIdOf = (kind: SourceKind, headers: EventHeaders): string | null => {
  const name = eventIds[kind]
  return name === undefined ? null : headerOf(headers, name)
}
