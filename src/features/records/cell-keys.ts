import type { KeyboardEvent } from 'react'
import type { CellCursor } from './cell-cursor.ts'

/** The keys of a grid whose keyboard stands on a cell. The rest are the list's, as ever. */
export const cellKeys =
  (cursor: CellCursor, edit: () => void) =>
  (event: KeyboardEvent): void => {
    if (cursor.column.get() === null || cursor.isEditing.get()) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const name = event.key === 'Tab' && event.shiftKey ? 'Shift+Tab' : event.key
    const act = acts[name]
    if (act === undefined || !act(cursor, edit)) return
    event.preventDefault()
  }

/** What each does; false leaves the key to whoever is next. */
const acts: Record<string, (cursor: CellCursor, edit: () => void) => boolean> = {
  ArrowLeft: (cursor) => cursor.move(-1) || true,
  ArrowRight: (cursor) => cursor.move(1) || true,
  // At the end of the row Tab goes on through the page: nobody is kept in.
  Tab: (cursor) => cursor.move(1) || leave(cursor),
  'Shift+Tab': (cursor) => cursor.move(-1) || leave(cursor),
  Enter: (_, edit) => done(edit),
  F2: (_, edit) => done(edit),
  Escape: (cursor) => done(cursor.leave),
}

const done = (act: () => void): boolean => {
  act()
  return true
}

const leave = (cursor: CellCursor): boolean => {
  cursor.leave()
  return false
}
