import type { Where } from '../../../domain/lib/filter.ts'
import type { AnyRecord, CommandSelection } from '../../commands/command.ts'
import type { ListPort } from '../../commands/command-ports.ts'
import { toggleDensity } from '../../table/density.ts'
import type { ListController } from '../../table/list-controller.ts'

/** Actions of the list's screen. */
type ListScreenHands = Omit<
  ListPort,
  | 'move'
  | 'moveTo'
  | 'page'
  | 'toggle'
  | 'selectAll'
  | 'selectChanged'
  | 'whyNotSelectAll'
  | 'clearSelection'
  | 'open'
  | 'refresh'
  | 'refreshTo'
  | 'toggleDensity'
  | 'matching'
> & {
  /** Filter and sort; null if the list cannot be exported. */
  asked: () => { where: Where; sort: string | null } | null
}

export const listPort = <T extends { id: string }>(
  list: ListController<T, Where>,
  { asked, ...screen }: ListScreenHands,
): ListPort => ({
  move: (by, { extend } = {}) => (extend ? list.extendBy(by) : list.moveBy(by)),
  moveTo: (end) => (end === 'first' ? list.home() : list.end()),
  page: (direction) => (direction > 0 ? list.pageDown() : list.pageUp()),
  toggle: list.toggleActive,
  selectAll: list.selectAll,
  selectChanged: (where, ids) => {
    const chosen = list.selectionPredicate()
    const isStill = chosen !== null && 'where' in chosen && isSameWhere(chosen.where, where)
    if (isStill) list.selectOnly(ids)
  },
  whyNotSelectAll: list.whyNotSelectAll,
  clearSelection: list.clearSelection,
  open: list.focus,
  refresh: () => list.refresh(),
  refreshTo: (ids) =>
    list.refresh(() => list.moveToRecord(firstLoaded(list, new Set(ids)) ?? ids[0] ?? '', 0)),
  toggleDensity: () => void toggleDensity(),
  matching:
    asked() === null
      ? null
      : async () => {
          await list.selectionReady()
          const { where, sort } = asked() ?? { where: {}, sort: null }
          return { ...chosenOf(list, where), ...(sort === null ? {} : { sort }) }
        },
  ...screen,
})

const isSameWhere = (one: Where, other: Where): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The first loaded of these records, by row. */
const firstLoaded = <T extends { id: string }>(
  list: Pick<ListController<T, Where>, 'recordAt' | 'status'>,
  ids: ReadonlySet<string>,
): string | undefined => {
  const { total } = list.status.get()
  for (let at = 0; at < total; at += 1) {
    const id = list.recordAt(at)?.id
    if (id !== undefined && ids.has(id)) return id
  }
  return undefined
}

/** The selection, else all rows. */
const chosenOf = <T extends { id: string }>(
  list: ListController<T, Where>,
  where: Where,
): { where: Where; except?: string[] } => {
  const predicate = list.selectionPredicate()
  if (predicate === null) return { where }
  if ('ids' in predicate) return { where: { ids: [...predicate.ids].join() } }
  return { where: predicate.where, except: [...predicate.except] }
}

export const selectionOf = <T extends { id: string }>(
  list: ListController<T, Where>,
): CommandSelection | null => {
  const predicate = list.selectionPredicate()
  if (predicate === null) return null
  const target =
    'ids' in predicate
      ? { ids: [...predicate.ids] }
      : { where: predicate.where, except: [...predicate.except] }
  return {
    count: list.selectedCount(),
    predicate: target,
    records: list.selectedRecords() as unknown as AnyRecord[],
  }
}
