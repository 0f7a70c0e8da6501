import type { ListRecord, RecordChange } from './list-source.ts'
import { isOlder, type RowPages } from './row-pages.ts'

/** Says whether the total or the order of the list may be another after a change. */
export type Affects<T> = (change: RecordChange<T>, before: T | undefined) => boolean

/** What live events did to the loaded rows: nothing moves, rows are patched where they stand or marked gone. */
export type LiveChanges<T> = {
  /** Answers whether the list as a whole may be outdated by it. */
  apply(change: RecordChange<T>): boolean
  isGone(id: string): boolean
  created(): number
  /** From here on changes may overtake an answer that is on its way. */
  expectAnswer(): void
  answerCame(): void
  /** Of each row that was answered the newer: itself, or what events have said since it was requested. */
  newest(rows: readonly T[]): readonly T[]
  /** All rows were replaced: only what came while they were on their way is still true. */
  restart(): void
}

export function createLiveChanges<T extends ListRecord>(
  pages: RowPages<T>,
  affects: Affects<T> = affectsList,
): LiveChanges<T> {
  const gone = new Set<string>()
  const created = new Set<string>()
  const recent = new Map<string, RecordChange<T>>()
  let onTheirWay = 0

  return {
    apply(change) {
      const { id } = change.record
      const index = pages.indexOf(id)
      const before = index === undefined ? undefined : pages.rowAt(index)
      const counts = affects(change, before)
      if (onTheirWay > 0) recent.set(id, change)
      if (change.type === 'delete') gone.add(id)
      else restore(change.record)
      if (counts && change.type === 'upsert' && change.created && !before) created.add(id)
      return counts
    },
    isGone: (id) => gone.has(id),
    created: () => created.size,
    expectAnswer() {
      onTheirWay += 1
    },
    answerCame() {
      onTheirWay -= 1
      if (onTheirWay === 0) recent.clear()
    },
    newest: (rows) => (recent.size === 0 ? rows : rows.map(newestOf)),
    restart() {
      gone.clear()
      created.clear()
      for (const [id, change] of recent) if (change.type === 'delete') gone.add(id)
    },
  }

  function newestOf(row: T): T {
    const change = recent.get(row.id)
    return change?.type === 'upsert' && !isOlder(change.record, row) ? change.record : row
  }

  function restore(record: T): void {
    gone.delete(record.id)
    pages.patch(record)
  }
}

/** Without knowing the filter: whatever is not a change of a row in view may have moved the others. */
function affectsList<T>(change: RecordChange<T>, before: T | undefined): boolean {
  return change.type === 'delete' || change.created === true || before === undefined
}
