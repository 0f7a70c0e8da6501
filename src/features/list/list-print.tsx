import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import { describeQuery } from '../../filter/describe-query.ts'
import type { ListColumn } from '../../table/list-column.ts'
import type { ListController } from '../../table/list-controller.ts'
import { currencySymbol, SingleCurrency } from '../../ui/format/money.tsx'
import { ExactTimes } from '../../ui/format/relative-time.tsx'
import { zoneNote } from '../../ui/format/zone-note.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { printSheets } from '../print/print-page.tsx'
import './list-print.css'

/** Rows on paper at most: twenty to thirty pages. */
const MAX_PRINTED_ROWS = 1_000

type ListPrintProps<T> = {
  title: string
  /** Its filter is written in words; empty for none. */
  resource: ResourceName
  query: string
  /** Those shown, in order. They are handed in because whatever this file shares with the list leaves the list's own chunk. */
  columns: readonly ListColumn<T>[]
  /** Shown in the headings of money columns. */
  currency: string | null
  list: Pick<ListController<T, Where>, 'status' | 'recordAt'>
  /** Loads the first rows, then opens the print dialog; null prints what is loaded, when the browser has begun by itself. */
  load: ((limit: number, skip: number) => Promise<readonly T[]>) | null
  onDone: () => void
}

/** The list as a table on paper; not on screen. */
export const ListPrint = <T extends { id: string }>({ list, load, onDone, ...sheet }: ListPrintProps<T>) => {
  const [rows, setRows] = useState<readonly T[] | null>(() => (load === null ? loadedRows(list) : null))
  const { total } = list.status.get()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each print.
  useEffect(() => {
    if (load === null) return
    let isGone = false
    void readRows(load, Math.min(total, MAX_PRINTED_ROWS))
      .catch(() => loadedRows(list))
      .then((read) => isGone || setRows(read))
    return () => {
      isGone = true
    }
  }, [])
  const isAsked = load !== null
  useEffect(() => {
    if (isAsked && rows !== null) void printSheets()
  }, [isAsked, rows])
  useEffect(() => {
    window.addEventListener('afterprint', onDone)
    return () => window.removeEventListener('afterprint', onDone)
  }, [onDone])
  return rows && <Sheet rows={rows} total={total} {...sheet} />
}

/** Rows in memory, among the first. */
const loadedRows = <T,>({ status, recordAt }: ListPrintProps<T>['list']): T[] => {
  const count = Math.min(status.get().total, MAX_PRINTED_ROWS)
  return Array.from({ length: count }, (_, at) => recordAt(at)).filter((row) => row !== undefined)
}

const readRows = async <T,>(
  load: (limit: number, skip: number) => Promise<readonly T[]>,
  count: number,
): Promise<readonly T[]> => {
  const rows: T[] = []
  while (rows.length < count) {
    const page = await load(Math.min(PAGE, count - rows.length), rows.length)
    rows.push(...page)
    if (page.length === 0) break
  }
  return rows
}

const PAGE = 500

type SheetProps<T> = Omit<ListPrintProps<T>, 'list' | 'load' | 'onDone'> & {
  rows: readonly T[]
  total: number
}

const Sheet = <T extends { id: string }>({ title, total, rows, ...sheet }: SheetProps<T>) => {
  const { resource, query, columns, currency } = sheet
  const { t, i18n } = useTranslation('list')
  const { filters: context, country } = useWorkspace()
  const { filters } = resources[resource].list
  const locale = localeOf(i18n.language)
  const number = numberFormat(locale)
  // As the times in the rows.
  const { timeZone } = countries[country]
  const now = new Date()
  const facts = { shown: number.format(rows.length), total: number.format(total) }
  const body = useRef<HTMLTableSectionElement>(null)
  const [empty, setEmpty] = useState<ReadonlySet<string>>(new Set())
  const written = columns.filter(({ id }) => !empty.has(id))
  // A cell may write nothing of a value, so what is written decides.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured once, with all columns.
  useLayoutEffect(() => {
    const lines = [...(body.current?.rows ?? [])]
    const isEmpty = (at: number) => lines.length > 0 && lines.every(({ cells }) => isBlank(cells[at]))
    setEmpty(new Set(columns.flatMap(({ id }, at) => (isEmpty(at) ? [id] : []))))
  }, [rows])
  return (
    <section className="print-root list-sheet">
      <header>
        <h2>{title}</h2>
        {query !== '' && (
          <p>{describeQuery(query, { i18n, resource, filters, references: context.references })}</p>
        )}
        <p>
          {t(rows.length < total ? 'printedFirst' : 'printedAll', facts)}
          {' · '}
          {new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(now)}
          {zoneNote(now, timeZone, locale)}
        </p>
      </header>
      <ExactTimes value={true}>
        <SingleCurrency value={currency}>
          <table>
            <thead>
              <tr>
                {written.map(({ id, header, align, isMoney, minWidth, narrow }) => (
                  <th
                    key={id}
                    scope="col"
                    data-align={align}
                    data-text={narrow === 'line' ? 'long' : minWidth === undefined ? undefined : 'short'}
                  >
                    {t(header)}
                    {isMoney && currency !== null && ` (${currencySymbol(locale, currency)})`}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody ref={body}>
              {rows.map((row) => (
                <tr key={row.id}>
                  {written.map(({ id, align, cell }) => (
                    <td key={id} data-align={align}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </SingleCurrency>
      </ExactTimes>
    </section>
  )
}

/** Dashes stand for no value. */
const isBlank = (cell: HTMLTableCellElement | undefined): boolean =>
  cell === undefined || (/^[\s–—-]*$/.test(cell.textContent) && cell.querySelector('img, svg') === null)
