import type { CountryCode } from '../core/countries.ts'
import { csvRows } from '../lib/csv.ts'
import { fold, umlautSpellings } from '../lib/fold.ts'
import { cleanText, plainDigits } from '../lib/typed/clean-text.ts'
import { readAmount } from '../lib/typed/read-amount.ts'
import { readRecordNumber, stripQuotes } from '../lib/typed/read-record-number.ts'
import { maxKeyLength, readRecordKey, splitRecordKeys } from './record-keys.ts'

/** A pasted line; `line` counts from 1. */
export type TableRow = { line: number; text: string; cells: readonly string[] }

export type PastedTable = {
  /** The first line, if it names the columns. */
  headers: readonly string[] | null
  rows: readonly TableRow[]
  /** Number of columns of the widest row. */
  width: number
  /** No separator between cells: all after the key is one cell. */
  isProse: boolean
}

/** Longer lines are cut. */
export const MAX_LINE_LENGTH = 1_000
const MAX_LINES = 12_000
const MAX_COLUMNS = 64

/**
 * Parses a pasted text as a table: lines with cells separated by tabs, semicolons, bars, commas or several spaces, or lines
 * that start with a key followed by words. Null if it is a list instead. A single line is a table only if it has tabs and its
 * cells are not all keys.
 */
export const readTable = (text: string, country: CountryCode): PastedTable | null => {
  const lines = pastedLines(text)
  const prose = splitAtKey(country)
  for (const split of lines.length > 1 ? [...splits, prose] : splits.slice(0, 1)) {
    const rows = lines.map((line): TableRow => ({ ...line, cells: split(line.text).map(cleanCell) }))
    const parted = rows.filter(({ cells }) => cells.length > 1)
    if (parted.length === 0 || parted.length < rows.length * MIN_PARTED) continue
    if (rows.length === 1 && isListOfKeys(rows[0]!.cells, country)) continue
    return { ...tableOf(rows), isProse: split === prose }
  }
  return null
}

/** Removes invisible characters and normalises digits. The original line is kept for copying back. */
export const cleanCell = (cell: string): string => plainDigits(cleanText(cell))

/** Minimum share of lines with several cells; titles and remarks have one. */
const MIN_PARTED = 0.8

export const pastedLines = (text: string): { line: number; text: string }[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((written, at) => ({ line: at + 1, text: trimSpaces(written.slice(0, MAX_LINE_LENGTH)) }))
    .filter(({ text }) => text.trim() !== '')
    .slice(0, MAX_LINES)

/** Keeps tabs: a row may begin with an empty cell. */
const trimSpaces = (text: string): string => text.replace(/^[^\S\t]+/, '').trimEnd()

const limits = { keptCells: MAX_COLUMNS, cells: MAX_LINE_LENGTH, cellLength: MAX_LINE_LENGTH }

const splitAt =
  (separator: string) =>
  (text: string): string[] => {
    const [cells = []] = csvRows(text, separator, limits)
    return trimEnd(cells.map((cell) => cell.trim()))
  }

const trimEnd = (cells: string[]): string[] => {
  while (cells.length > 0 && cells.at(-1) === '') cells.pop()
  return cells
}

const splits: readonly ((text: string) => string[])[] = [
  splitAt('\t'),
  splitAt(';'),
  splitAt('|'),
  (text) => text.trim().split(/\s{2,}/),
  // Splits `15050 - Yao, Cocody - 15 000`, but not `15050, Yao - Cocody, 15 000`.
  (text) => (/^[^,]{0,100}\s[-–—]\s/.test(text) ? text.trim().split(/\s[-–—]\s/) : [text]),
  splitAt(','),
]

/**
 * Splits off the key: `15050 Yao Koffi 15 000`, `15050: 15 000`, `15050 → livré`, `Colis 15050 livré`. What follows must begin
 * with a word or a separator.
 */
const splitAtKey =
  (country: CountryCode) =>
  (written: string): string[] => {
    const text = cleanCell(written)
    const keys = splitRecordKeys(text.slice(0, maxKeyLength), country).slice(0, MAX_WORDS_BEFORE + 1)
    const key = keys.find((one) => /\d/.test(one))
    const at = key === undefined ? -1 : text.indexOf(key)
    if (key === undefined || at < 0) return [text]
    const rest = text.slice(at + key.length)
    const sign = /^["')»]?\s?(?:[:=→]|[-=]>)/.exec(rest)?.[0] ?? ''
    const said = rest.slice(sign.length).trim()
    const isRest = sign === '' ? /^[\s"').(»-]{0,4}\p{L}{2}/u.test(rest) : said !== ''
    return isRest ? [key, said] : [text]
  }

/** Words allowed before the key: `Colis n° 15050`, `La commande 15050`. */
const MAX_WORDS_BEFORE = 2

const tableOf = (rows: readonly TableRow[]): Omit<PastedTable, 'isProse'> => {
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const [first, ...others] = rows as [TableRow, ...TableRow[]]
  const isHeader =
    others.length > 0 &&
    first.cells.every((cell) => cell.length <= MAX_HEADER_LENGTH && !/\d{3}/.test(cell)) &&
    (first.cells.some((cell) => hintOf(cell) !== null) || isNameless(first, others))
  return { headers: isHeader ? first.cells : null, rows: isHeader ? others : rows, width }
}

const MAX_HEADER_LENGTH = 60

/** Whether the first line is a header: it has no digits where all others have. */
const isNameless = (first: TableRow, others: readonly TableRow[]): boolean =>
  others.some((_, column) => {
    const cells = others.map(({ cells }) => cells[column] ?? '')
    const head = first.cells[column] ?? ''
    return head !== '' && !/\d/.test(head) && cells.every((cell) => /^\S*\d/.test(cell))
  })

export type ColumnHint = 'key' | 'collected' | 'amount' | 'status' | 'other'

/** Header words of the columns in six languages. */
const hints: Record<ColumnHint, string> = {
  key: 'n, n o, no, nr, num, numero, number, nummer, numer, номер, n commande, no commande, numero de commande, numero commande, commande, id commande, ref, reference, ref commande, reference commande, reference du vendeur, code, code colis, colis, n colis, numero colis, numero de colis, suivi, n suivi, numero de suivi, code suivi, code barre, bordereau, tracking, tracking number, tracking no, tracking id, waybill, awb, barcode, order, order no, order number, order id, order reference, seller s reference, parcel, parcel no, parcel number, parcel id, package, shipment, shipment id, shipment number, bestellung, bestellnummer, bestell nr, auftrag, auftragsnummer, referenz, referenz des verkaufers, sendung, sendungsnummer, sendungs nr, paket, paketnummer, barcode, ordine, numero ordine, n ordine, id ordine, riferimento, riferimento del venditore, rif, codice, codice pacco, pacco, spedizione, numero spedizione, tracciamento, pedido, numero de pedido, n pedido, id pedido, referencia, referencia del vendedor, codigo, paquete, envio, numero de envio, guia, numero de guia, seguimiento, заказ, номер заказа, заказа, посылка, номер посылки, отправление, номер отправления, трек, трек номер, трекинг, код, штрихкод, накладная, номер накладной, номер у продавца',
  collected:
    'encaisse, montant encaisse, somme encaissee, recu, montant recu, percu, montant percu, recouvre, collected, amount collected, cash collected, cash received, received, kassiert, eingenommen, erhalten, betrag kassiert, incassato, importo incassato, riscosso, cobrado, importe cobrado, monto cobrado, recaudado, получено, собрано, принято, получено денег',
  amount:
    'montant, prix, prix total, total, somme, valeur, cod, cash, especes, a encaisser, net, crbt, contre remboursement, amount, price, value, sum, total price, to collect, betrag, preis, gesamt, summe, nachnahme, zu kassieren, importo, prezzo, totale, somma, valore, contrassegno, da incassare, importe, monto, precio, suma, contrareembolso, por cobrar, сумма, цена, итого, стоимость, наложенный платеж, к получению',
  status:
    'statut, etat, statut du colis, statut colis, statut livraison, statut de la livraison, resultat, situation, status, state, delivery status, parcel status, shipping status, result, outcome, zustand, lieferstatus, ergebnis, sendungsstatus, stato, stato consegna, stato della consegna, esito, estado, estado del envio, estado de la entrega, resultado, estatus, статус, состояние, статус доставки, статус посылки, результат',
  other:
    'prix unitaire, pu, unit price, stückpreis, prezzo unitario, precio unitario, цена за штуку, frais, frais de livraison, tarif, commission, quantite, qte, qty, quantity, menge, anzahl, cantidad, quantita, количество, кол во, date, jour, heure, date de livraison, datum, uhrzeit, data, ora, fecha, hora, dia, дата, время, nom, client, destinataire, customer, name, recipient, kunde, empfänger, cliente, destinatario, nombre, клиент, имя, получатель, produit, article, product, item, produkt, artikel, prodotto, producto, articulo, товар, adresse, address, indirizzo, direccion, адрес, ville, city, commune, quartier, stadt, citta, ciudad, город, livreur, driver, courier, zusteller, fahrer, fattorino, repartidor, курьер, commentaire, comment, remarque, note, kommentar, commento, comentario, комментарий, fees, delivery fee, gebühr, tariffa, costo, tarifa, тариф, poids, weight, gewicht, peso, вес, pays, country, land, paese, pais, страна, devise, currency, währung, valuta, moneda, валюта, appels, calls, sorties, trips, cree, creee, created, updated, modifiee',
}

const hintWords = new Map<string, ColumnHint>(
  (Object.keys(hints) as ColumnHint[]).flatMap((hint) =>
    hints[hint]
      .split(', ')
      .flatMap(umlautSpellings)
      .map((word): [string, ColumnHint] => [fold(word), hint]),
  ),
)

/** The meaning of a header; null if unknown. Phones have no hint: they are looked up. */
export const hintOf = (header: string): ColumnHint | null => {
  if (header.length > MAX_HEADER_LENGTH) return null
  const bare = header.replace(/\([^()]*\)/g, '').replaceAll('№', 'no')
  return hintWords.get(fold(bare)) ?? null
}

/** The keys in a column, without duplicates. */
export const columnKeys = ({ rows }: PastedTable, column: number): string[] => [
  ...new Set(rows.flatMap(({ cells }) => keyOf(cells[column] ?? '') ?? [])),
]

/** The key in a cell; null for an empty one. */
export const keyOf = (cell: string): string | null => {
  const key = stripQuotes(cell.trim()).trim().slice(0, maxKeyLength)
  return key === '' ? null : key
}

/** Whether the cells of one line are keys of one kind. `15050⇥15 000` is a number and an amount, `15050⇥0708091011` a row. */
const isListOfKeys = (cells: readonly string[], country: CountryCode): boolean => {
  const kinds = new Set(cells.map((cell) => kindOfKey(cell, country)))
  return kinds.size === 1 && !kinds.has(null)
}

const kindOfKey = (cell: string, country: CountryCode): 'number' | 'phone' | null => {
  const { number, phone } = readRecordKey(cell, country)
  if (number !== null) return readRecordNumber(cell)?.isGrouped ? null : 'number'
  return phone === null ? null : 'phone'
}

type Column = {
  place: number
  hint: ColumnHint | null
  isPossible: boolean
  isAmounts: boolean
  isNumbers: boolean
}

const columnsOf = (table: PastedTable, country: CountryCode): Column[] =>
  Array.from({ length: table.width }, (_, place) => {
    const cells = table.rows.map(({ cells }) => cells[place] ?? '').filter((cell) => cell !== '')
    const hint = table.headers === null ? null : hintOf(table.headers[place] ?? '')
    const keys = cells.filter((cell) => isKeyLike(cell))
    return {
      place,
      hint,
      isPossible: hint === 'key' || (hint === null && keys.length > cells.length / 2),
      isAmounts: hint !== 'key' && looksLikeAmounts(cells, country),
      isNumbers:
        cells.filter((cell) => readRecordKey(cell, country).number !== null).length > cells.length / 2,
    }
  })

/** A number, phone or reference, but no date or name. */
const isKeyLike = (cell: string): boolean =>
  cell.length <= maxKeyLength && /\d/.test(cell) && !isDate(cell) && wordsIn(cell) < MIN_PROSE_WORDS

const MIN_PROSE_WORDS = 3

const wordsIn = (cell: string): number => cell.split(' ').filter((word) => /^\p{L}{2,}$/u.test(word)).length

const isDate = (cell: string): boolean =>
  /^\d{1,4}[./-]\d{1,2}(?:[./-]\d{2,4})?(?:[ T,]|$)/.test(cell) || /^\d{1,2}[h:]\d{2}/.test(cell)

/**
 * Whether numbers are amounts or counts rather than keys: grouped, with decimals or currency, all round, or small and repeated.
 */
const looksLikeAmounts = (cells: readonly string[], country: CountryCode): boolean => {
  const values = cells.map((cell) => readAmount(cell, country))
  if (cells.length === 0 || values.some((value) => value === null)) return false
  // Phones are grouped too, but begin with 0 or plus.
  const isWritten = cells.some((cell) => !/^\d+$/.test(cell) && !/^[+0]/.test(cell))
  if (isWritten && cells.every((cell) => readRecordKey(cell, country).phone === null)) return true
  if (cells.length < 2) return false
  const isRound = values.every((value) => value! % ROUND === 0)
  const isSmall = values.every((value) => value! < SMALL) && new Set(values).size < values.length
  return isRound || isSmall
}

const ROUND = 25
const SMALL = 1_000

/** Candidate key columns, likeliest first. */
export const keyColumns = (table: PastedTable, country: CountryCode): number[] => {
  const columns = columnsOf(table, country)
  const possible = columns.filter(({ isPossible }) => isPossible)
  return byRank(possible.length > 0 ? possible : columns, () => 0).map(({ place }) => place)
}

/** Size of the sample in which the key column is searched. */
const MAX_PROBED_ROWS = 200
const MAX_PROBED_COLUMNS = 8

/** The keys to look up in order to find the key column. */
export const probeKeys = (table: PastedTable, country: CountryCode): string[] => {
  const sample = { ...table, rows: table.rows.slice(0, MAX_PROBED_ROWS) }
  const columns = keyColumns(table, country).slice(0, MAX_PROBED_COLUMNS)
  return [...new Set(columns.flatMap((column) => columnKeys(sample, column)))]
}

/**
 * The column whose cells identify most records. `isFound`: whether a probed key matches a record. Columns with a header for
 * amounts, dates or names are never chosen; those that look like amounts only if there is no other.
 */
export const bestKeyColumn = (
  table: PastedTable,
  country: CountryCode,
  isFound: (key: string) => boolean,
): number => {
  const places = new Set(keyColumns(table, country))
  const columns = columnsOf(table, country).filter(({ place }) => places.has(place))
  const sample = { ...table, rows: table.rows.slice(0, MAX_PROBED_ROWS) }
  const found = new Map(columns.map(({ place }) => [place, columnKeys(sample, place).filter(isFound).length]))
  return byRank(columns, ({ place }) => found.get(place) ?? 0)[0]?.place ?? 0
}

const byRank = (columns: readonly Column[], foundIn: (column: Column) => number): Column[] =>
  columns.toSorted(
    (one, other) =>
      rankOf(other, foundIn(other)) - rankOf(one, foundIn(one)) ||
      foundIn(other) - foundIn(one) ||
      Number(other.isNumbers) - Number(one.isNumbers) ||
      one.place - other.place,
  )

const rankOf = ({ hint, isAmounts }: Column, found: number): number => {
  if (isAmounts) return 0
  if (hint === 'key') return found > 0 ? 4 : 2
  return found > 0 ? 3 : 1
}
