import type { ListRecord, RecordChange } from './list-source.ts'

/** Loaded pages by number (LRU cache). */
type RowPages<T> = {
  has(page: number): boolean
  put(page: number, rows: readonly T[]): void
  /** Marks pages as recently used, the last one most. */
  touch(pages: readonly number[]): void
  rowAt(index: number): T | undefined
  indexOf(id: string): number | undefined
  /** Replaces an older copy of the record; false if not loaded or the copy is newer. */
  patch(record: T): boolean
  /** Drops pages whose length does not fit the total. */
  dropMisfits(total: number): void
  clear(): void
}

export function createRowPages<T extends ListRecord>(pageSize: number, capacity: number): RowPages<T> {
  const pages = new Map<number, T[]>()
  const places = new Map<string, number>()
  /** Pages not yet indexed by id: most are only scrolled past. */
  const unread = new Set<number>()

  return {
    has: (page) => pages.has(page),
    put(page, rows) {
      drop(page)
      pages.set(page, [...rows])
      unread.add(page)
      for (const oldest of pages.keys()) {
        if (pages.size <= capacity) break
        drop(oldest)
      }
    },
    touch(used) {
      for (const page of used) {
        const rows = pages.get(page)
        if (!rows) continue
        pages.delete(page)
        pages.set(page, rows)
      }
    },
    rowAt,
    indexOf,
    patch(record) {
      const index = indexOf(record.id)
      const present = index === undefined ? undefined : rowAt(index)
      if (index === undefined || !present || isOlder(record, present)) return false
      pages.get(Math.floor(index / pageSize))?.splice(index % pageSize, 1, record)
      return true
    },
    dropMisfits(total) {
      for (const [page, rows] of pages) {
        if (rows.length !== Math.min(pageSize, total - page * pageSize)) drop(page)
      }
    },
    clear() {
      pages.clear()
      places.clear()
      unread.clear()
    },
  }

  function rowAt(index: number): T | undefined {
    return pages.get(Math.floor(index / pageSize))?.[index % pageSize]
  }

  function indexOf(id: string): number | undefined {
    for (const page of unread)
      for (const [step, row] of (pages.get(page) ?? []).entries()) places.set(row.id, page * pageSize + step)
    unread.clear()
    return places.get(id)
  }

  function drop(page: number): void {
    if (unread.delete(page)) {
      pages.delete(page)
      return
    }
    for (const [step, row] of (pages.get(page) ?? []).entries()) {
      if (places.get(row.id) === page * pageSize + step) places.delete(row.id)
    }
    pages.delete(page)
  }
}

/** Events may arrive out of order: a lower version is older. */
function isOlder(record: ListRecord, present: ListRecord): boolean {
  return record.version !== undefined && present.version !== undefined && record.version < present.version
}

/** Whether total or order of the list may differ after a change. */
export type Affects<T> = (change: RecordChange<T>, before: T | undefined) => boolean

/** Applies live events to loaded rows: patched in place or marked as deleted; nothing moves. */
type LiveChanges<T> = {
  /** Returns whether the list may be outdated. */
  apply(change: RecordChange<T>): boolean
  isGone(id: string): boolean
  created(): number
  /** A request is under way: later events may be newer than its answer. */
  expectAnswer(): void
  answerCame(): void
  /** The newer of each answered row and of events since the request. */
  newest(rows: readonly T[]): readonly T[]
  /** All rows were replaced: keep only events since the request. */
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

/** Default without knowledge of the filter: any change of a record not loaded may move rows. */
function affectsList<T>(change: RecordChange<T>, before: T | undefined): boolean {
  return change.type === 'delete' || change.created === true || before === undefined
}
