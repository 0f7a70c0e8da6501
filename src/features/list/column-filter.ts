import type { Filter, Filters } from '../../../domain/lib/filter.ts'
import type { ListColumn } from '../../table/list-column.ts'

/** The filter of the box that narrows a column, by its name in the grammar; `created` has no definition. */
export type ColumnFilter = { name: string; filter: Filter | null }

export type FilteredColumn = Pick<ListColumn<never>, 'id' | 'filter'>

/** Null if no filter narrows the column: its cells are searched for as words. */
export const filterOfColumn = (
  { id, filter: own = id }: FilteredColumn,
  filters: Filters,
): ColumnFilter | null => {
  const filter = filters[own]
  if (filter === undefined) return own === 'created' ? { name: own, filter: null } : null
  // An age is no day of a state.
  return filter.kind === 'span' && filter.lasts ? null : { name: own, filter }
}
