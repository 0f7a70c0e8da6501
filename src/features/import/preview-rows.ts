import type { TFunction } from 'i18next'
import type { ImportColumn } from '../../../domain/orders/import/import-columns.ts'
import type { ImportReport, ReportedRow } from '../../../domain/orders/import/import-report.ts'
import type { RowNote, RowProblem } from '../../../domain/orders/import/read-row.ts'
import type { Tone } from '../../ui/feedback/tone.ts'
import type { Proposal } from './bind-import.ts'

/** A row with its problems and notes. */
export type PreviewRow = ReportedRow & {
  problems: RowProblem[]
  notes: RowNote[]
  /** The first row with equal content, if this repeats it. */
  repeats: number | null
  repeatedBy: readonly number[]
}

export type RowMark =
  | ReportedRow['status']
  | 'note'
  | 'doubt'
  | 'duplicate'
  | 'repeat'
  | 'hidden'
  | 'leftOut'
  | 'closed'

export const rowTones: Record<RowMark, Tone> = {
  valid: 'success',
  created: 'success',
  note: 'info',
  doubt: 'warning',
  invalid: 'danger',
  skipped: 'neutral',
  duplicate: 'warning',
  repeat: 'warning',
  hidden: 'neutral',
  leftOut: 'neutral',
  closed: 'neutral',
}

export const previewRows = ({ rows, problems, notes }: ImportReport): PreviewRow[] => {
  const problemsOf = byRow(problems)
  const notesOf = byRow(notes)
  const repeated = findRepeated(rows, problems)
  return rows.map((row) => ({
    ...row,
    problems: problemsOf.get(row.row) ?? [],
    notes: notesOf.get(row.row) ?? [],
    repeats: repeated.firstOf.get(row.row) ?? null,
    repeatedBy: repeated.othersOf.get(row.row) ?? [],
  }))
}

/** Without the stock that is short in each row of a product that has none: said once, above the rows. */
export const withoutEmptyStock = (report: ImportReport, empty: readonly { name: string }[]): ImportReport => {
  if (empty.length === 0) return report
  const names = new Set(empty.map(({ name }) => name))
  const rowsOfEmpty = new Set(
    report.rows.flatMap(({ row, values }) => (names.has(String(values.product)) ? [row] : [])),
  )
  return {
    ...report,
    notes: report.notes.filter(({ row, code }) => code !== 'STOCK_SHORT' || !rowsOfEmpty.has(row)),
  }
}

/** Of an order that exists, or of an earlier row. */
export const isLikelyDuplicate = ({ code }: RowNote): boolean =>
  code === 'LIKELY_DUPLICATE' || code === 'LIKELY_DUPLICATE_IN_FILE'

/** Number of rows that are likely duplicates. */
export const countDuplicates = ({ notes }: Pick<ImportReport, 'notes'>): number =>
  new Set(notes.filter(isLikelyDuplicate).map(({ row }) => row)).size

const doubtCodes: readonly RowNote['code'][] = ['STOCK_SHORT', 'PRICE_MISSING', 'PRICE_ZERO', 'PRICE_FAR']

/** About stock or price: the order is made as written, and may be a mistake. */
export const isDoubt = ({ code }: RowNote): boolean => doubtCodes.includes(code)

/** Number of rows with a doubt about stock or price. */
export const countDoubts = ({ notes }: Pick<ImportReport, 'notes'>): number =>
  new Set(notes.filter(isDoubt).map(({ row }) => row)).size

/** Rows to look at before the import. */
export const needsLook = ({ problems, notes }: PreviewRow): boolean =>
  problems.length > 0 || notes.some((note) => isLikelyDuplicate(note) || isDoubt(note))

const isHidden = ({ code }: RowProblem): boolean => code === 'ROW_HIDDEN'

const isLeftOut = ({ code }: RowProblem): boolean => code === 'ROW_LEFT_OUT'

const closedCodes: readonly RowProblem['code'][] = [
  'ROW_CANCELLED',
  'ROW_REFUNDED',
  'ROW_FULFILLED',
  'ROW_EMPTY',
]

/** Of an order that the shop has ended; an empty line of another one is left out too. */
const isClosed = ({ status, problems }: Pick<PreviewRow, 'status' | 'problems'>): boolean =>
  status === 'skipped' && problems.some(({ code }) => closedCodes.includes(code))

/** Number of rows skipped because the shop has ended their orders. */
export const countClosed = ({ rows, problems }: Pick<ImportReport, 'rows' | 'problems'>): number => {
  const closed = new Set(problems.flatMap(({ row, code }) => (closedCodes.includes(code) ? row : [])))
  return rows.filter(({ row, status }) => status === 'skipped' && closed.has(row)).length
}

const isRepeat = ({ column, code }: RowProblem): boolean => column === null && code === 'DUPLICATE_IN_FILE'

/** Number of rows skipped because they repeat another of the file. */
export const countRepeats = ({ problems }: Pick<ImportReport, 'problems'>): number =>
  problems.filter(isRepeat).length

/** Number of rows skipped because they are hidden. */
export const countHidden = ({ problems }: Pick<ImportReport, 'problems'>): number =>
  problems.filter(isHidden).length

/** Number of rows that the user left out. */
export const countLeftOut = ({ problems }: Pick<ImportReport, 'problems'>): number =>
  problems.filter(isLeftOut).length

/** Whether a row can be left out, or taken in again: the others are skipped anyway. */
export const canToggle = ({ status, problems }: PreviewRow): boolean =>
  status === 'valid' || status === 'invalid' || problems.some(isLeftOut)

export const isRowLeftOut = ({ problems }: PreviewRow): boolean => problems.some(isLeftOut)

/** Heading of a column: the import's own, else the order's. */
export const headingKeys = (column: string): string[] => [
  `import:columns.${column}`,
  `orders:fields.${column}`,
]

/** State of a row; valid rows with corrections, doubts or likely duplicates need a look. */
export const markOf = ({ status, problems, notes, repeats }: PreviewRow): RowMark => {
  if (problems.some(isLeftOut)) return 'leftOut'
  if (repeats !== null || problems.some(isRepeat)) return 'repeat'
  if (problems.some(isHidden)) return 'hidden'
  if (isClosed({ status, problems })) return 'closed'
  if (status === 'valid' && notes.some(isLikelyDuplicate)) return 'duplicate'
  if (status === 'valid' && notes.some(isDoubt)) return 'doubt'
  return status === 'valid' && notes.length > 0 ? 'note' : status
}

/** Reasons at one cell. In a skipped row there is nothing to correct. */
export const reasonsAt = (row: PreviewRow, column: string, t: TFunction): string[] =>
  wrongAt(row, column).map(({ code }) => t(`errors:${code}`))

export const isWrong = (row: PreviewRow, column: string): boolean => wrongAt(row, column).length > 0

const wrongAt = ({ status, problems }: PreviewRow, column: string): RowProblem[] =>
  status === 'skipped' ? [] : problems.filter((problem) => problem.column === column)

/** Whether the cell matches no product or several, so that products are suggested. */
export const isMisnamed = ({ problems }: PreviewRow, column: string): boolean =>
  column === 'product' &&
  problems.some(
    ({ column, code }) =>
      column === 'product' && (code === 'PRODUCT_NOT_FOUND' || code === 'PRODUCT_AMBIGUOUS'),
  )

/** `Montre`, or `N° 105, Awa Koné` if several have that name. */
export const proposalWords = (proposal: Proposal, t: TFunction): string => {
  if (proposal.kind === 'name') return proposal.value
  const { number, seller } = proposal
  return seller === null
    ? t('import:preview.numbered', { number })
    : t('import:preview.numberedOf', { number, seller })
}

/** All problems and notes of a row. */
export const remarksOf = (row: PreviewRow, t: TFunction): string[] => {
  const { problems, notes, repeats, repeatedBy } = row
  return [
    ...problems.map(({ column, code }) => {
      const text = t(`errors:${code}`)
      return column === null ? text : t('common:said', { what: t(headingKeys(column)), words: text })
    }),
    ...(repeats === null ? [] : [t('import:preview.repeats', { row: repeats })]),
    ...(repeatedBy.length === 0 ? [] : [t('import:preview.repeatedBy', { rows: repeatedBy.join(', ') })]),
    ...notes.map(({ column, code }) =>
      t('common:said', { what: t(headingKeys(column)), words: t(`import:notes.${code}`) }),
    ),
  ]
}

/** Columns with problems or notes in any row. */
export const saidColumns = ({ problems, notes }: ImportReport): Set<ImportColumn> =>
  new Set([...problems, ...notes].flatMap(({ column }) => column ?? []))

const byRow = <Said extends { row: number }>(said: readonly Said[]): Map<number, Said[]> => {
  const found = new Map<number, Said[]>()
  for (const one of said) {
    const beside = found.get(one.row)
    if (beside === undefined) found.set(one.row, [one])
    else beside.push(one)
  }
  return found
}

const findRepeated = (rows: readonly ReportedRow[], problems: readonly RowProblem[]) => {
  const repeats = new Set(problems.filter(isRepeat).map(({ row }) => row))
  const firstOf = new Map<number, number>()
  const othersOf = new Map<number, number[]>()
  if (repeats.size === 0) return { firstOf, othersOf }
  const seen = new Map<string, number>()
  for (const { row, values } of rows) {
    const text = JSON.stringify(values)
    const first = seen.get(text)
    if (first === undefined) seen.set(text, row)
    if (first === undefined || !repeats.has(row)) continue
    firstOf.set(row, first)
    othersOf.set(first, [...(othersOf.get(first) ?? []), row])
  }
  return { firstOf, othersOf }
}
