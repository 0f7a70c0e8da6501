import type { ShopItem } from '../intake/shop-order.ts'

/** What a cell says of a line, as written. */
export type WrittenLine = Partial<Record<'name' | 'sku' | 'quantity' | 'total', string>>

/**
 * Reads a cell with whole lines of an order of WooCommerce: `name:Montre|sku:M1|quantity:2|total:30000`, several of them after a
 * semicolon, or a text such as `Montre x 2`.
 */
export const readWholeLines = (text: string): WrittenLine[] =>
  text
    .split(/;(?=(?:id|name|sku):)/i)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(readWholeLine)

const readWholeLine = (text: string): WrittenLine => {
  const members = new Map(
    text.split(/\|(?=[a-z_]{2,30}:)/i).flatMap((part): [string, string][] => {
      const [, key, value] = /^([a-z_]{2,30}):(.*)$/is.exec(part.trim()) ?? []
      return key === undefined || value === undefined ? [] : [[key.toLowerCase(), value.trim()]]
    }),
  )
  const name = members.get('name')
  if (name !== undefined || members.has('sku'))
    return {
      name,
      sku: members.get('sku'),
      quantity: members.get('quantity') ?? '1',
      total: members.get('total'),
    }
  const [, before, after, named] = /^(?:(\d{1,5}) ?[x×] (.+)|(.+?)) ?$/is.exec(text) ?? []
  if (before !== undefined) return { name: after, quantity: before }
  const [, called, count] = /^(.+) [x×] ?(\d{1,5})$/is.exec(named ?? text) ?? []
  return called === undefined ? { name: text, quantity: '1' } : { name: called, quantity: count }
}

/** The name of a line with its variant, unless it has it already. */
export const lineName = (name: string, variant: string): ShopItem['name'] => {
  if (name === '' || variant === '') return name || variant || null
  return name.toLowerCase().includes(variant.toLowerCase()) ? name : `${name} - ${variant}`
}
