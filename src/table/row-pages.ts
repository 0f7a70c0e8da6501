import type { ListRecord } from './list-source.ts'

/** The pages that are loaded, by number: sparse, and the least recently touched go first. */
export type RowPages<T> = {
  has(page: number): boolean
  put(page: number, rows: readonly T[]): void
  /** Marks pages as in use, the last one most. */
  touch(pages: readonly number[]): void
  rowAt(index: number): T | undefined
  indexOf(id: string): number | undefined
  /** Puts a record in the place of its older copy; false when it is not loaded or the copy is newer. */
  patch(record: T): boolean
  /** Drops the pages that are not as long as this total says. */
  dropMisfits(total: number): void
  clear(): void
}

export function createRowPages<T extends ListRecord>(pageSize: number, capacity: number): RowPages<T> {
  const pages = new Map<number, T[]>()
  const places = new Map<string, number>()
  /** Pages whose ids nobody has looked for yet: most are only passed by. */
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

/** Events may overtake each other: a copy with a lower version is an older one. */
export function isOlder(record: ListRecord, present: ListRecord): boolean {
  return record.version !== undefined && present.version !== undefined && record.version < present.version
}
