import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import type { Random } from '../../../server/seed/row-writer.ts'
import type { FieldColumn } from './field-headers.ts'

/** National number plans: digits after the trunk 0 where E.164 drops it. */
const plans: Record<CountryCode, { prefixes: readonly string[]; length: number; hasTrunkZero: boolean }> = {
  ic: { prefixes: ['0707', '0708', '0709', '0504', '0505', '0101', '0102'], length: 10, hasTrunkZero: false },
  sn: { prefixes: ['77', '78', '76'], length: 9, hasTrunkZero: false },
  bf: { prefixes: ['70', '76', '65'], length: 8, hasTrunkZero: false },
  tn: { prefixes: ['20', '22', '98'], length: 8, hasTrunkZero: false },
  fr: { prefixes: ['61', '62', '66'], length: 9, hasTrunkZero: true },
  lib: { prefixes: ['91', '92', '94'], length: 9, hasTrunkZero: true },
}

type FieldPhone = { cell: string | number; e164: string; isRepaired: boolean }

/** A phone as users write it: numeric cell, spaces, `+225`, `00225`, dots. */
const fieldPhone = (random: Random, country: CountryCode, taken: Set<string>): FieldPhone => {
  const { prefixes, length, hasTrunkZero } = plans[country]
  const { dialCode } = countries[country]
  const national = uniqueNumber(random, prefixes, length, taken)
  const written = hasTrunkZero ? `0${national}` : national
  const e164 = `+${dialCode}${national}`
  const losesZero = country === 'ic'
  const forms: FieldPhone[] = [
    { cell: Number(written), e164, isRepaired: losesZero },
    { cell: Number(`${dialCode}${national}`), e164, isRepaired: false },
    { cell: written, e164, isRepaired: false },
    { cell: inPairs(written), e164, isRepaired: false },
    { cell: `+${dialCode} ${inPairs(national)}`, e164, isRepaired: false },
    { cell: `+${dialCode}${national}`, e164, isRepaired: false },
    { cell: `00${dialCode}${national}`, e164, isRepaired: false },
    { cell: ` ${inPairs(written).replaceAll(' ', '.')} `, e164, isRepaired: false },
  ]
  return random.pick(forms)
}

const uniqueNumber = (
  random: Random,
  prefixes: readonly string[],
  length: number,
  taken: Set<string>,
): string => {
  for (;;) {
    let number = random.pick(prefixes)
    while (number.length < length) number += random.between(0, 9)
    if (!taken.has(number)) {
      taken.add(number)
      return number
    }
  }
}

const inPairs = (digits: string): string => digits.replace(/(\d\d)(?=\d)/g, '$1 ')

export type FieldProduct = { id: string; number: number; name: string; price: number }
export type FieldCell = string | number | { formula: string; value: number }
export type FieldCells = Partial<Record<FieldColumn, FieldCell>>

/** What is expected of a row: its order, or its problems. */
export type ExpectedOrder = {
  product: string
  customerName: string
  customerPhone: string
  customerAddress: string
  quantity: number
  price: number
  externalRef: string
}
export type FieldRow = { cells: FieldCells; order: ExpectedOrder; isRepaired: boolean }

const firstNames = [
  'Awa',
  'Aïcha',
  'Fatou',
  'Mariam',
  'Koffi',
  'Kouamé',
  'Yéo',
  'Sékou',
  'Ibrahim',
  'Adjoua',
  'Noël',
]
const lastNames = [
  'Koné',
  'Traoré',
  'Ouattara',
  "N'Guessan",
  'Bamba',
  'Yao',
  'Coulibaly',
  'Diabaté',
  'Gbané',
  'Touré',
]
const places = [
  'Cocody Angré 7e tranche, près de la pharmacie',
  'Yopougon Maroc, carrefour Siporex',
  'Abobo gare, derrière la mairie',
  'Marcory zone 4, rue Pierre et Marie Curie',
  'Treichville avenue 16',
  'Bouaké, quartier Commerce',
  'Koumassi Remblais, face à l’église',
]

/** A valid row as a real user types it. */
export const fieldRow = (
  random: Random,
  context: { country: CountryCode; products: readonly FieldProduct[]; phones: Set<string>; index: number },
): FieldRow => {
  const product = random.pick(context.products)
  const phone = fieldPhone(random, context.country, context.phones)
  const price = fieldPrice(random)
  const quantity = random.weighted([
    [1, 70],
    [2, 20],
    [3, 10],
  ])
  const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`
  const address = random.pick(places)
  const externalRef = `F-${100_000 + context.index}`
  const isPriced = random.chance(0.9)
  return {
    isRepaired: phone.isRepaired,
    order: {
      product: product.id,
      customerName: name,
      customerPhone: phone.e164,
      customerAddress: address,
      quantity,
      price: isPriced ? price.amount : product.price,
      externalRef,
    },
    cells: {
      product: writtenProduct(random, product),
      customerName: random.chance(0.4) ? name.normalize('NFD') : ` ${name}`,
      customerPhone: phone.cell,
      customerAddress: random.chance(0.4) ? address.normalize('NFD') : address,
      quantity: random.chance(0.3) ? String(quantity) : quantity,
      ...(isPriced ? { price: price.cell } : {}),
      ...(random.chance(0.2) ? { comment: 'Appeler avant de passer' } : {}),
      ...(random.chance(0.2) ? { sourceName: 'Facebook', sourceLink: 'https://boutique.example/p/1' } : {}),
      externalRef,
      Statut: random.pick(['ok', 'à livrer', '']),
      Total: { formula: `${price.amount}*${quantity}`, value: price.amount * quantity },
    },
  }
}

/** `15 000`, `15.000,00`, `15000 F`, a number, a formula. */
const fieldPrice = (random: Random): { cell: FieldCell; amount: number } => {
  const amount = random.between(5, 60) * 500
  const [thousands, units] = [Math.floor(amount / 1000), String(amount % 1000).padStart(3, '0')]
  const grouped = (separator: string) => (thousands === 0 ? `${amount}` : `${thousands}${separator}${units}`)
  const cell = random.pick<FieldCell>([
    grouped(' '),
    grouped('\u202f'),
    `${grouped('.')},00`,
    `${amount} F`,
    amount,
    { formula: `2*${amount / 2}`, value: amount },
  ])
  return { cell, amount }
}

const writtenProduct = (random: Random, product: FieldProduct): FieldCell =>
  random.pick<FieldCell>([
    product.name,
    product.name.normalize('NFD'),
    product.name.toUpperCase(),
    ` ${product.name.toLowerCase()} `,
    product.number,
    `#${product.number}`,
  ])
