import type { Code } from '../core/codes.ts'
import type { CountryCode } from '../core/countries.ts'
import { languageCodes } from '../core/languages.ts'
import { validatePlain } from '../lib/field.ts'
import { fold } from '../lib/fold.ts'
import { sumAmounts } from '../lib/money.ts'
import type { Result } from '../lib/result.ts'
import { cleanLine } from '../lib/typed/clean-text.ts'
import { readDate } from '../lib/typed/date-text.ts'
import { readAmount } from '../lib/typed/read-amount.ts'
import { advertising } from './ad-cost.ts'

export type CostColumn = 'product' | 'day' | 'amount' | 'channel'

type NamedProduct = { id: string; name: string }

/** A cost as read. `line` counts from 1; `typed`: the cells that it is read from. */
export type ReadCost = {
  line: number
  typed: string
  product: NamedProduct | null
  day: string | null
  amount: number | null
  channel: string | null
  problem: { column: CostColumn; code: Code } | null
}

/** `ignored`: headings that name no column, and totals. */
export type ReadCosts = { layout: 'rows' | 'grid' | null; ignored: string[]; costs: ReadCost[] }

export type CostContext = {
  country: CountryCode
  language: string
  /** The present day of the country: dates without a year are the last ones. */
  today: string
  findProduct: (text: string) => Result<NamedProduct>
}

/**
 * Reads costs pasted from a spreadsheet: rows of day, product, amount and channel in any order, with or without headings; or a
 * grid of days by products, either way round. Without separators the words of a line are parted: `24/11 Montre 20 000`. A
 * product, day and channel that are named several times are added up.
 */
export const readCosts = (text: string, context: CostContext): ReadCosts => {
  const lines = linesOf(text)
  const [first, ...rest] = lines
  if (first === undefined) return { layout: null, ignored: [], costs: [] }
  if (first.cells.length === 1 && rest.every(({ cells }) => cells.length === 1))
    return {
      layout: 'rows',
      ignored: [],
      costs: addTwins(lines.map(({ line, cells }) => readWords(line, cells[0]!, context))),
    }
  const isDay = (cell: string | undefined) => cell !== undefined && readsAsDay(cell, context)
  const headed = first.cells.map(columnOf)
  if (new Set(headed.filter((column) => column !== null)).size > 1)
    return readRows(rest, headed, first.cells, context)
  const across = first.cells.slice(1).filter((cell) => cell !== '' && !isTotal(cell))
  if (across.length > 0 && across.every(isDay)) return readGrid(first, rest, 'day', context)
  if (!isDay(first.cells[0]) && isDay(rest[0]?.cells[0])) return readGrid(first, rest, 'product', context)
  return readRows(lines, columnsByContent(lines, context), [], context)
}

type Line = { line: number; cells: readonly string[] }

/** Lines that are not blank, in cells parted by tabs, else semicolons, else bars. */
const linesOf = (text: string): Line[] => {
  const separator = ['\t', ';', '|'].find((one) => text.includes(one))
  return text
    .split(/\r\n|\n|\r/)
    .map((line, at) => ({
      line: at + 1,
      cells: (separator === undefined ? [line] : line.split(separator)).map(cleanLine),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}

/** Words of headings in six languages, folded. */
const headings: Record<CostColumn, string> = {
  day: 'jour date day tag datum giorno data dia fecha день дата',
  product: 'produit product article produkt artikel prodotto articolo producto articulo товар продукт',
  amount:
    'montant amount cout cost depense depenses spend spent prix betrag kosten ausgaben importo costo spesa monto importe gasto сумма расход расходы затраты',
  channel:
    'canal channel plateforme platform source kanal plattform canale piattaforma plataforma канал площадка',
}

const columnOf = (heading: string): CostColumn | null => {
  const words = fold(heading).split(' ')
  const found = Object.entries(headings).find(([, names]) =>
    names.split(' ').some((name) => words.includes(name)),
  )
  return (found?.[0] as CostColumn | undefined) ?? null
}

const totals = new Set('total totaux totale totali summe gesamt sum somme suma итого всего'.split(' '))

const isTotal = (cell: string): boolean => totals.has(fold(cell).split(' ')[0] ?? '')

const readsAsDay = (cell: string, context: CostContext): boolean =>
  // A bare number is an amount, or a product's number.
  !/^[\d\s]*$/.test(cell) && dayIn(cell, context) !== null

/** In the language, else in any other: `yesterday` is pasted into a French console too. */
const dayIn = (cell: string, { language, today }: Pick<CostContext, 'language' | 'today'>): string | null => {
  const own = readDate(cell, { language, today, max: today })
  if (own !== null || !/\p{L}/u.test(cell)) return own
  for (const other of languageCodes) {
    const day = other === language ? null : readDate(cell, { language: other, today, max: today })
    if (day !== null) return day
  }
  return null
}

const isNothing = (cell: string): boolean => cell === '' || /^[-–—]$/.test(cell)

/** The columns of rows without headings: most days, then most amounts, then product and channel in their order. */
const columnsByContent = (lines: readonly Line[], context: CostContext): (CostColumn | null)[] => {
  const width = Math.max(...lines.map(({ cells }) => cells.length))
  const places = Array.from({ length: width }, (_, at) => at)
  const best = (taken: readonly number[], fits: (cell: string) => boolean): number => {
    const counts = places.map((at) =>
      taken.includes(at) ? -1 : lines.filter(({ cells }) => fits(cells[at] ?? '')).length,
    )
    return counts.indexOf(Math.max(...counts))
  }
  const day = best([], (cell) => readsAsDay(cell, context))
  const amount = best([day], (cell) => readAmount(cell, context.country) !== null)
  const [product, channel] = places.filter((at) => at !== day && at !== amount)
  return places.map((at) =>
    at === day
      ? 'day'
      : at === amount
        ? 'amount'
        : at === product
          ? 'product'
          : at === channel
            ? 'channel'
            : null,
  )
}

const readRows = (
  lines: readonly Line[],
  named: readonly (CostColumn | null)[],
  heads: readonly string[],
  context: CostContext,
): ReadCosts => {
  const cellOf = (cells: readonly string[], column: CostColumn): string => {
    const at = named.indexOf(column)
    return at < 0 ? '' : (cells[at] ?? '')
  }
  const left = lines.filter(({ cells }) => !cells.some(isTotal))
  return {
    layout: 'rows',
    ignored: heads.filter(
      (head, at) => head !== '' && (named[at] === null || named.indexOf(named[at]!) !== at),
    ),
    costs: addTwins(
      left.map(({ line, cells }) =>
        readCost(
          line,
          {
            day: cellOf(cells, 'day'),
            product: cellOf(cells, 'product'),
            amount: cellOf(cells, 'amount'),
            channel: cellOf(cells, 'channel'),
          },
          context,
        ),
      ),
    ),
  }
}

/** `across`: what the first line has. */
const readGrid = (
  first: Line,
  lines: readonly Line[],
  across: 'day' | 'product',
  context: CostContext,
): ReadCosts => {
  const places = first.cells.flatMap((head, at) =>
    at === 0 || head === '' || isTotal(head) ? [] : [{ head, at }],
  )
  const costs = lines
    .filter(({ cells }) => !isNothing(cells[0] ?? '') && !isTotal(cells[0]!))
    .flatMap(({ line, cells }) =>
      places.flatMap(({ head, at }) => {
        const amount = cells[at] ?? ''
        if (isNothing(amount)) return []
        const [day, product] = across === 'day' ? [head, cells[0]!] : [cells[0]!, head]
        return [readCost(line, { day, product, amount, channel: '' }, context)]
      }),
    )
  return {
    layout: 'grid',
    ignored: first.cells.filter((head, at) => at > 0 && isTotal(head)),
    costs: addTwins(costs),
  }
}

type Cells = Record<CostColumn, string>

const { day, amount, channel } = advertising.fields
const costFields = { day, amount, channel } as const

const readCost = (line: number, cells: Cells, context: CostContext): ReadCost => {
  const { country, today } = context
  const found = cells.product === '' ? null : context.findProduct(cells.product)
  const day = dayIn(cells.day, context)
  const amount = readAmount(cells.amount, country)
  const channel = cells.channel === '' ? null : cells.channel
  const read = {
    line,
    typed: [cells.day, cells.product, cells.amount].filter((cell) => cell !== '').join(' · '),
    product: found?.ok ? { id: found.value.id, name: found.value.name } : null,
    day,
    amount,
    channel,
  }
  const refused = (column: CostColumn, code: Code): ReadCost => ({ ...read, problem: { column, code } })
  if (day === null) return refused('day', cells.day === '' ? 'REQUIRED' : 'NOT_A_DATE')
  if (day > today) return refused('day', 'IN_THE_FUTURE')
  if (found === null) return refused('product', 'REQUIRED')
  if (!found.ok) return refused('product', found.code)
  if (amount === null) return refused('amount', cells.amount === '' ? 'REQUIRED' : 'NOT_A_NUMBER')
  const checked = validatePlain(costFields, { day, amount, channel }, { country })
  const [problem] = checked.ok ? [] : (checked.errors ?? [])
  return problem === undefined
    ? { ...read, problem: null }
    : refused(problem.path as CostColumn, problem.code)
}

/** Most words of a day, `lundi 24 novembre 2026`, and of an amount, `20 000 F`. */
const MAX_DAY_WORDS = 4
const MAX_AMOUNT_WORDS = 4

/**
 * A line without separators: a day and an amount at its ends, and between or beside them a product that there is, perhaps behind a
 * joining word: `24/11 Montre 20 000`, `of Montre yesterday 20000`.
 */
const readWords = (line: number, text: string, context: CostContext): ReadCost => {
  const words = text.split(' ')
  const [longestDay, longestAmount] = [MAX_DAY_WORDS, MAX_AMOUNT_WORDS].map((most) =>
    range(1, Math.min(most, words.length - 2)).toReversed(),
  ) as [number[], number[]]
  let first: Cells | null = null
  for (const order of orders) {
    for (const amount of longestAmount) {
      for (const day of longestDay) {
        const product = words.length - day - amount
        if (product < 1) continue
        const cells = slices(words, order, { day, amount, product })
        if (readAmount(cells.amount, context.country) === null) continue
        if (!readsAsDay(cells.day, context) && order !== orders[0]) continue
        if (dayIn(cells.day, context) === null) continue
        if (context.findProduct(cells.product).ok) return readCost(line, cells, context)
        first ??= cells
      }
    }
  }
  return (
    readToday(line, words, context) ??
    readCost(
      line,
      first ?? { day: words[0] ?? '', product: words.slice(1).join(' '), amount: '', channel: '' },
      context,
    )
  )
}

/** A product and an amount without a day, which are of today; null unless there is such a product. */
const readToday = (line: number, words: readonly string[], context: CostContext): ReadCost | null => {
  for (const amount of range(1, Math.min(MAX_AMOUNT_WORDS, words.length - 1)).toReversed()) {
    for (const order of [['product', 'amount'] as const, ['amount', 'product'] as const]) {
      const cells = slices(words, order, { day: 0, amount, product: words.length - amount })
      if (readAmount(cells.amount, context.country) === null || !context.findProduct(cells.product).ok)
        continue
      return readCost(line, { ...cells, day: context.today }, context)
    }
  }
  return null
}

type WordPart = 'day' | 'product' | 'amount'

/** The first is that of pasted rows. */
const orders: readonly (readonly WordPart[])[] = [
  ['day', 'product', 'amount'],
  ['product', 'day', 'amount'],
  ['product', 'amount', 'day'],
  ['amount', 'product', 'day'],
  ['amount', 'day', 'product'],
  ['day', 'amount', 'product'],
]

const slices = (
  words: readonly string[],
  order: readonly WordPart[],
  sizes: Record<WordPart, number>,
): Cells => {
  const cells: Cells = { day: '', product: '', amount: '', channel: '' }
  let at = 0
  for (const part of order) {
    cells[part] = words.slice(at, at + sizes[part]).join(' ')
    at += sizes[part]
  }
  return { ...cells, product: cells.product.replace(joints, '') }
}

/** Joining words before a product, in six languages. */
const joints =
  /^(?:(?:of|for|on|the|de la|du|des|de|pour|sur|le|la|von|für|vom|di|del|della|per|para|por|по|для|на)\s{1,3})+/iu

const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)

/** Which record a cost belongs to: its product, day and channel. */
export const costKey = ({
  product,
  day,
  channel,
}: {
  product: string
  day: string
  channel?: string | null
}): string => `${product} ${day} ${channelKey(channel)}`

/** Channels that differ in case alone are one. The unique index has the same rule. */
const channelKey = (channel: string | null | undefined): string => (channel ?? '').toLowerCase()

const addTwins = (costs: readonly ReadCost[]): ReadCost[] => {
  const known = new Map<string, ReadCost>()
  const kept: ReadCost[] = []
  for (const cost of costs) {
    const { product, day, amount, channel, problem } = cost
    if (problem !== null || product === null || day === null || amount === null) {
      kept.push(cost)
      continue
    }
    const key = costKey({ product: product.id, day, channel })
    const twin = known.get(key)
    if (twin === undefined) {
      const own = { ...cost }
      known.set(key, own)
      kept.push(own)
    } else twin.amount = sumAmounts([twin.amount!, amount])
  }
  return kept
}
