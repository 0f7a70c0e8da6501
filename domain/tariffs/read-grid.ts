import type { Code } from '../core/codes.ts'
import type { CountryCode } from '../core/countries.ts'
import { validatePlain } from '../lib/field.ts'
import { fold } from '../lib/fold.ts'
import { cleanLine } from '../lib/typed/clean-text.ts'
import { readAmount, readDecimal } from '../lib/typed/read-amount.ts'
import { isOneSlip, shortestForgiven } from '../lib/typo.ts'
import { type TariffRow, tariffRowFields } from './tariff.ts'

/** Columns of a pasted grid, in their order where it has no heading. */
export const gridColumns = [
  'zone',
  'delivery',
  'returned',
  'refused',
  'piece',
  'cashPercent',
  'cashFixed',
  'cashLeast',
  'cashMost',
  'courier',
] as const
export type GridColumn = (typeof gridColumns)[number]

/** Words of headings in six languages, folded: a heading that has one names the column. More telling ones come first. */
const headings: readonly (readonly [GridColumn, string])[] = [
  ['cashLeast', 'min minimum minimo mindest mindestens least минимум'],
  ['cashMost', 'max maximum massimo maximo plafond hochstens most cap максимум'],
  ['cashPercent', '% percent pourcentage pourcent prozent percentuale porcentaje процент'],
  ['cashFixed', 'fixe fixed fix fest fisso fijo cod encaissement bargeld incasso cobro наличные'],
  ['refused', 'refus refuse refusee refusal refused verweigert verweigerung rifiuto rechazo отказ'],
  ['returned', 'retour return returned retoure rucksendung reso devolucion возврат'],
  ['piece', 'piece pieces upsell additionnelle supplementaire stuck pezzo pieza штука'],
  ['courier', 'livreur courier driver gain zusteller corriere repartidor курьер'],
  [
    'delivery',
    'livraison delivery prix price fee frais tarif zustellung lieferung consegna entrega доставка цена',
  ],
  ['zone', 'zone zones area region zona zonas зона commune ville city'],
]

/** What stands for the rest of the country. */
const rest = new Set(
  (
    ' |reste|reste du pays|autres|autre|ailleurs|rest|rest of the country|others|other|elsewhere|rest des landes|andere|' +
    'resto|resto del paese|altre|resto del pais|otras|остальное|остальная страна|другие|default'
  )
    .split('|')
    .map((word) => word.trim()),
)

/** A line of a grid as read. `zoneName`: null for the rest of the country. `isAssumed`: its zone was read despite a slip. */
export type GridRow = {
  line: number
  typed: string
  zoneName: string | null
  isAssumed: boolean
  row: TariffRow | null
  problem: { column: GridColumn; code: Code } | null
}

/** `ignored`: headings that name no column. */
export type ReadGrid = { columns: GridColumn[]; ignored: string[]; rows: GridRow[] }

type GridContext = {
  country: CountryCode
  zones: readonly { id: string; name: string }[]
  /** First day of all rows; null: from the beginning. */
  from: string | null
}

/** Reads a grid pasted from a spreadsheet, zones by fees. Null if the text is no table. */
export const readTariffGrid = (text: string, context: GridContext): ReadGrid | null => {
  const lines = rowsOf(text)
  const [first] = lines
  if (first === undefined) return null
  const named = first.cells.map(columnOf)
  // A heading names a fee and has no amount.
  const isHeaded = named.some((column) => column !== null) && !first.cells.slice(1).some(hasDigit)
  const columns = isHeaded ? headed(named) : first.cells.map((_, at) => gridColumns[at] ?? null)
  const rows = (isHeaded ? lines.slice(1) : lines).map((line) => readRow(line, columns, context))
  return {
    columns: columns.filter((column) => column !== null),
    ignored: isHeaded ? first.cells.filter((cell, at) => cell !== '' && columns[at] === null) : [],
    rows: withoutTwins(rows),
  }
}

type Line = { line: number; cells: readonly string[] }

/** Lines of cells, parted by tabs, else semicolons, else bars; none if a line has one cell only. */
const rowsOf = (text: string): Line[] => {
  const separator = ['\t', ';', '|'].find((one) => text.includes(one))
  if (separator === undefined) return []
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line, at) => ({ line: at + 1, cells: line.split(separator).map(cleanLine) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  return lines.every(({ cells }) => cells.length > 1) ? lines : []
}

const hasDigit = (cell: string): boolean => /\d/.test(cell)

const columnOf = (heading: string): GridColumn | null => {
  const words = fold(heading).split(' ')
  if (heading.includes('%')) return 'cashPercent'
  return headings.find(([, names]) => names.split(' ').some((name) => words.includes(name)))?.[0] ?? null
}

/** Each column once: of two that a heading may mean, the first is it. The first column has the zones where no other does. */
const headed = (named: readonly (GridColumn | null)[]): (GridColumn | null)[] => {
  const columns = named.map((column, at) => (named.indexOf(column) === at ? column : null))
  return columns.includes('zone') ? columns : ['zone', ...columns.slice(1)]
}

const readRow = (
  { line, cells }: Line,
  columns: readonly (GridColumn | null)[],
  context: GridContext,
): GridRow => {
  const cellOf = (column: GridColumn): string => cells[columns.indexOf(column)]?.trim() ?? ''
  const typed = cellOf('zone')
  const zone = findZone(typed, context.zones)
  const read = { line, typed, zoneName: zone?.name ?? null, isAssumed: zone?.isAssumed ?? false }
  if (zone === null) return { ...read, row: null, problem: { column: 'zone', code: 'ZONE_NOT_FOUND' } }
  const fees = columns.flatMap((column) => {
    const cell = column === null || column === 'zone' ? '' : cellOf(column)
    return cell === '' || /^[-–—]$/.test(cell)
      ? []
      : [[column!, readFee(column!, cell, context.country)] as const]
  })
  const input = {
    ...Object.fromEntries(fees),
    zone: zone.id,
    ...(context.from === null ? {} : { from: context.from }),
  }
  const checked = validatePlain(tariffRowFields, input, { country: context.country })
  if (checked.ok) return { ...read, row: checked.value, problem: null }
  const [problem] = checked.errors ?? []
  return {
    ...read,
    row: null,
    problem: {
      column: (problem?.path as GridColumn | undefined) ?? 'zone',
      code: problem?.code ?? checked.code,
    },
  }
}

/** An unreadable text is passed on, and refused as no number. */
const readFee = (column: GridColumn, cell: string, country: CountryCode): number | string =>
  (column === 'cashPercent' ? readDecimal(cell.replace(/%\s*$/, ''), 3) : readAmount(cell, country)) ?? cell

type FoundZone = { id: string | null; name: string | null; isAssumed: boolean }

/** By name, else the only one that is a slip away. */
const findZone = (typed: string, zones: GridContext['zones']): FoundZone | null => {
  const name = fold(typed)
  if (rest.has(name)) return { id: null, name: null, isAssumed: false }
  const same = zones.filter((zone) => fold(zone.name) === name)
  if (same.length === 1) return { ...same[0]!, isAssumed: false }
  const near = name.length < shortestForgiven ? [] : zones.filter((zone) => isOneSlip(name, fold(zone.name)))
  return same.length === 0 && near.length === 1 ? { ...near[0]!, isAssumed: true } : null
}

/** The second line of a zone is refused: nobody knows which one holds. */
const withoutTwins = (rows: readonly GridRow[]): GridRow[] => {
  const seen = new Set<string | null | undefined>()
  return rows.map((read) => {
    if (read.row === null) return read
    if (seen.has(read.row.zone))
      return { ...read, row: null, problem: { column: 'zone', code: 'NAMED_TWICE' } }
    seen.add(read.row.zone)
    return read
  })
}
