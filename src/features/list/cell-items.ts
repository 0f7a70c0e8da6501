import type { Code } from '../../../domain/core/codes.ts'
import type { Filters } from '../../../domain/lib/filter.ts'
import { withFilter } from '../../../domain/lib/query.ts'
import { describeTerm } from '../../filter/describe-query.ts'
import { wordOf } from '../../filter/vocabulary.ts'
import type { MenuItem } from '../../ui/overlay/menu-item.tsx'
import { type CellTerm, termOfCell } from './cell-terms.ts'
import type { FilteredColumn } from './column-filter.ts'

type Words = Parameters<typeof describeTerm>[1]

/** A value as people read it: `Pending`, `less than 7 days`, `Awa Koné`. */
export const termLabel = ({ name, value, label }: CellTerm, words: Words): string => {
  if (label !== null) return label
  if (name === null) return value
  const { i18n, resource, filters } = words
  return filters[name]?.kind === 'choice'
    ? wordOf(i18n, resource, name, value)
    : describeTerm({ name, value }, words)
}

type CellItems = {
  column: FilteredColumn
  record: Readonly<Record<string, unknown>>
  timeZone: string
  words: Words & { filters: Filters }
  t: (key: string, values?: Record<string, string>) => string
  query: string
  setQuery: (query: string) => void
  /** Absent if no cell of the column is ever edited. */
  editing?: { whyNot: Code | null; edit: () => void }
}

/** Menu items of one cell: only records with its value, and editing it. */
export const cellItems = ({
  column,
  record,
  timeZone,
  words,
  t,
  query,
  setQuery,
  editing,
}: CellItems): MenuItem[] => {
  const term = termOfCell(column, record, { filters: words.filters, timeZone })
  return [
    ...(term === null
      ? []
      : [
          {
            id: 'cell.only',
            icon: 'filter' as const,
            label: t('rows:only', { value: termLabel(term, words) }),
            onSelect: () => setQuery(withFilter(query, term.name, term.value)),
          },
        ]),
    ...(editing === undefined
      ? []
      : [
          {
            id: 'cell.edit',
            icon: 'square-pen' as const,
            label: t('rows:editThis'),
            keys: 'F2',
            whyNot: editing.whyNot === null ? null : t(`errors:${editing.whyNot}`),
            onSelect: editing.edit,
          },
        ]),
  ]
}
