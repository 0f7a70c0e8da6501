import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import type { CallerFigures, CallFigure, FigureGroup } from '../../../domain/calls/caller-figures.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { type CallersView, callersParameters } from './callers-view.ts'

/** `opens`: the figure whose calls a cell lists. */
type Column = {
  name:
    | 'calls'
    | 'perHour'
    | 'reached'
    | 'confirmed'
    | 'delivered'
    | 'deliveredOfConfirmed'
    | 'callbacks'
    | 'callbacksKept'
  opens: CallFigure
  kind: 'count' | 'number' | 'share'
  isWideOnly?: boolean
}

const columns: readonly Column[] = [
  { name: 'calls', opens: 'calls', kind: 'count' },
  { name: 'perHour', opens: 'calls', kind: 'number', isWideOnly: true },
  { name: 'reached', opens: 'reached', kind: 'count', isWideOnly: true },
  { name: 'confirmed', opens: 'confirmed', kind: 'count' },
  { name: 'delivered', opens: 'delivered', kind: 'count', isWideOnly: true },
  { name: 'deliveredOfConfirmed', opens: 'delivered', kind: 'share' },
  { name: 'callbacks', opens: 'callbacks', kind: 'count', isWideOnly: true },
  { name: 'callbacksKept', opens: 'kept', kind: 'share', isWideOnly: true },
]

/** What the rows of each grouping lead to: their own rows by the next one. */
const within: Record<FigureGroup, FigureGroup> = { caller: 'product', seller: 'caller', product: 'caller' }

type FiguresTableProps = {
  rows: readonly CallerFigures[]
  view: CallersView
  isAdmin: boolean
}

/** Figures of callers, or of what was done by seller or product; each opens the calls it counts. */
export const FiguresTable = ({ rows, view, isAdmin }: FiguresTableProps) => {
  const { t, i18n } = useTranslation('callers')
  const [sort, setSort] = useState<{ name: Column['name']; isUp: boolean } | null>(null)
  const locale = localeOf(i18n.language)
  const formats = {
    count: numberFormat(locale, { maximumFractionDigits: 0 }),
    number: numberFormat(locale, { maximumFractionDigits: 1 }),
    share: numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
  }
  const linkTo = (next: Partial<CallersView>) => paths.callers(callersParameters({ ...view, ...next }))
  if (rows.length === 0) return <p className="py-4 text-sm text-ink-muted">{t('figures.none')}</p>
  return (
    <div className="overflow-x-auto">
      <table aria-label={t('figures.title')} className="w-full text-sm">
        <thead className="text-xs text-ink-muted">
          <tr>
            <th scope="col" className="py-1 text-start font-medium">
              {t(`by.${view.by}`)}
            </th>
            {columns.map(({ name, isWideOnly }) => {
              const isSorted = sort?.name === name
              return (
                <th
                  key={name}
                  scope="col"
                  aria-sort={isSorted ? (sort.isUp ? 'ascending' : 'descending') : undefined}
                  className={cx('py-1 pl-3 text-end font-medium', isWideOnly && 'max-md:hidden')}
                >
                  <button
                    type="button"
                    title={t(`hints.${name}`)}
                    onClick={() => setSort({ name, isUp: isSorted && !sort.isUp })}
                    className="-mr-1 inline-flex min-h-6 items-center gap-0.5 rounded-sm px-1 text-end hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
                  >
                    {isSorted && <Icon name={sort.isUp ? 'arrow-up' : 'arrow-down'} size={12} />}
                    {t(`columns.${name}`)}
                  </button>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {sorted(rows, sort).map((row) => (
            <tr key={row.id} className="border-t border-line hover:bg-hover">
              <th scope="row" className="w-full max-w-0 py-1.5 text-start font-normal">
                {isAdmin ? (
                  <Link
                    to={linkTo({ by: within[view.by], of: { ...view.of, [view.by]: row.id }, figure: null })}
                    title={row.name}
                    className="block truncate underline-offset-2 hover:underline"
                  >
                    <bdi>{row.name}</bdi>
                  </Link>
                ) : (
                  <bdi className="block truncate">{row.name}</bdi>
                )}
              </th>
              {columns.map(({ name, opens, kind, isWideOnly }) => {
                const value = row[name]
                return (
                  <td
                    key={name}
                    className={cx(
                      'figures py-1.5 pl-3 text-end whitespace-nowrap',
                      isWideOnly && 'max-md:hidden',
                    )}
                  >
                    {value === null ? (
                      '—'
                    ) : (
                      <Link
                        to={linkTo({ of: isAdmin ? { ...view.of, [view.by]: row.id } : {}, figure: opens })}
                        aria-label={`${row.name}, ${t(`columns.${name}`)}: ${formats[kind].format(value)}`}
                        className="underline-offset-2 hover:underline"
                      >
                        {formats[kind].format(value)}
                      </Link>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Rows without the figure are last either way. */
const sorted = (
  rows: readonly CallerFigures[],
  sort: { name: Column['name']; isUp: boolean } | null,
): readonly CallerFigures[] => {
  if (sort === null) return rows
  return rows.toSorted((one, other) => {
    const [a, b] = [one[sort.name], other[sort.name]]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sort.isUp ? a - b : b - a
  })
}
