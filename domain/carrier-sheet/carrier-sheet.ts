import type { ChangeReport } from '../changes/changes.ts'
import type { Code } from '../core/codes.ts'
import type { CountryCode } from '../core/countries.ts'
import { shippingStatuses } from '../fulfillment/shipping-status.ts'
import { csvRows } from '../lib/csv.ts'
import { largestAmount, parseAmount } from '../lib/money.ts'
import { maxKeyLength, type ResolvedKeys } from '../search/record-keys.ts'
import { readSheetStatus, type SheetStatus } from './sheet-words.ts'

/** A line as it was pasted; `line` counts from 1. */
type PastedLine = { line: number; text: string }

export type SheetLine = PastedLine & SheetStatus & { key: string; collected: number | null }

/** A line that no parcel can be changed by: `word` is what was not understood, its key, its status or its amount. */
export type UnreadableLine = PastedLine & { what: 'key' | 'status' | 'amount'; word: string }

/** What a carrier reports: a key of a parcel and a word for its status, a line each, and the cash taken. */
export type CarrierSheet = { lines: readonly SheetLine[]; unreadable: readonly UnreadableLine[] }

/**
 * Reads a pasted text as a carrier's sheet: two columns or three, parted by tabs, semicolons, bars, commas or several
 * spaces, with or without a header. Null where no line has a status in its second column: then it is a list of keys, or no
 * list at all.
 */
export const readSheet = (text: string, country: CountryCode): CarrierSheet | null => {
  const lines: SheetLine[] = []
  const unreadable: UnreadableLine[] = []
  for (const [at, written] of text.split(/\r\n|\n|\r/).entries()) {
    if (written.trim() === '') continue
    const read = readLine({ line: at + 1, text: written.slice(0, MAX_LINE_LENGTH).trim() }, country)
    const isHeader = lines.length + unreadable.length === 0 && 'what' in read && !/\d/.test(written)
    if (isHeader) continue
    if ('what' in read) unreadable.push(read)
    else lines.push(read)
  }
  return lines.length === 0 ? null : { lines, unreadable }
}

/** Of a longer line the rest is not read: no sheet has such. */
const MAX_LINE_LENGTH = 1_000

const readLine = (pasted: PastedLine, country: CountryCode): SheetLine | UnreadableLine => {
  const { cells, meaning } = cellsOf(pasted.text)
  const [key = '', word = '', amount = ''] = cells
  if (meaning === null) return { ...pasted, what: 'status', word }
  if (key === '') return { ...pasted, what: 'key', word: key }
  const isCash = meaning.status === 'DELIVERED' && amount !== ''
  const collected = isCash ? parseAmount(amount, country) : null
  if (isCash && (collected === null || collected < 0 || collected > largestAmount))
    return { ...pasted, what: 'amount', word: amount }
  return { ...pasted, ...meaning, key: key.slice(0, maxKeyLength), collected }
}

type Cells = { cells: readonly string[]; meaning: SheetStatus | null }

/** The line parted where its second cell is a status; else at the first separator that it has. */
const cellsOf = (text: string): Cells => {
  const parted = splits.map((split) => withStatus(split(text)))
  const isParted = ({ cells }: Cells): boolean => cells.length > 1
  return parted.find(({ meaning }) => meaning !== null) ?? parted.find(isParted) ?? parted[0]!
}

const limits = { keptCells: 10, cells: MAX_LINE_LENGTH, cellLength: MAX_LINE_LENGTH }

const splitAt =
  (separator: string) =>
  (text: string): string[] => {
    const [cells = []] = csvRows(text, separator, limits)
    return cells.map((cell) => cell.trim())
  }

const splits: readonly ((text: string) => string[])[] = [
  splitAt('\t'),
  splitAt(';'),
  splitAt('|'),
  (text) => text.split(/\s{2,}/),
  // A comma may part an amount too: `14992,Livré,12,5`.
  (text) => {
    const [key = '', word = '', ...amount] = splitAt(',')(text)
    return [key, word, amount.join(',')]
  },
]

/** `Returned, damaged` may have been parted at its comma. */
const withStatus = (cells: readonly string[]): Cells => {
  const [key = '', word = '', more = '', ...others] = cells
  const joined = more === '' ? null : readSheetStatus(`${word} ${more}`)
  if (joined !== null) return { cells: [key, `${word} ${more}`, ...others], meaning: joined }
  return { cells, meaning: readSheetStatus(word) }
}

/** A parcel and what its status call says. */
export type SheetRow = {
  id: string
  status: SheetStatus['status']
  condition?: 'damaged'
  collected?: number
  /** Why that is not the amount due. */
  reason?: string
}

export type ResolvedSheet = {
  rows: readonly SheetRow[]
  /** Lines whose key names no parcel, or several. */
  unknown: readonly SheetLine[]
  ambiguous: readonly SheetLine[]
  /** Lines that say different things of one parcel: none of them is taken. */
  conflicting: readonly SheetLine[]
}

/** Joins the lines with the parcels that their keys name. Lines that say the same of one parcel count once. */
export const resolveSheet = ({ lines }: CarrierSheet, { found, ambiguous }: ResolvedKeys): ResolvedSheet => {
  const idOf = new Map(found.map(({ key, id }) => [key, id]))
  const several = new Set(ambiguous.map(({ key }) => key))
  const linesOf = new Map<string, SheetLine[]>()
  for (const line of lines) {
    const id = idOf.get(line.key)
    if (id === undefined) continue
    const others = linesOf.get(id)
    if (others === undefined) linesOf.set(id, [line])
    else others.push(line)
  }
  const named = [...linesOf].map(([id, lines]) => ({ id, lines, row: rowOf(id, lines) }))
  return {
    rows: named.flatMap(({ row }) => row ?? []),
    conflicting: named.flatMap(({ lines, row }) => (row === null ? lines : [])),
    ambiguous: lines.filter(({ key }) => several.has(key)),
    unknown: lines.filter(({ key }) => !idOf.has(key) && !several.has(key)),
  }
}

/** What all of the lines say of one parcel; null where they differ. An amount that only one of them has is taken. */
const rowOf = (id: string, lines: readonly SheetLine[]): SheetRow | null => {
  const [{ status, condition }] = lines as [SheetLine]
  const amounts = new Set(lines.flatMap(({ collected }) => collected ?? []))
  const isSame = lines.every((line) => line.status === status && line.condition === condition)
  if (!isSame || amounts.size > 1) return null
  const [collected] = amounts
  return {
    id,
    status,
    ...(condition === 'damaged' ? { condition } : {}),
    ...(collected === undefined ? {} : { collected }),
  }
}

export type SheetGroup = SheetStatus & {
  counts: ChangeReport['counts']
}

/** What a dry run says of each status, in the order of the statuses. */
export const groupSheet = (rows: readonly SheetRow[], report: ChangeReport): readonly SheetGroup[] => {
  const changed = new Set(report.changed.map(({ id }) => id))
  const codeOf = new Map(report.refused.map(({ id, code }) => [id, code]))
  return groupKeys
    .map((group) => {
      const refusedBy: Partial<Record<Code, number>> = {}
      const counts = { changed: 0, refused: 0, refusedBy }
      for (const row of rows) {
        if (row.status !== group.status || (row.condition ?? null) !== group.condition) continue
        if (changed.has(row.id)) counts.changed++
        const code = codeOf.get(row.id)
        if (code === undefined) continue
        counts.refused++
        refusedBy[code] = (refusedBy[code] ?? 0) + 1
      }
      return { ...group, counts }
    })
    .filter(({ counts }) => counts.changed + counts.refused > 0)
}

const groupKeys: readonly SheetStatus[] = shippingStatuses.flatMap((status): SheetStatus[] =>
  status === 'RETURNED'
    ? [
        { status, condition: null },
        { status, condition: 'damaged' },
      ]
    : [{ status, condition: null }],
)
