import { createDesk } from '../../commands/desk.ts'

/** What the open keyboard screen lends to its commands; `active` is the command whose row the keyboard stands on. */
export type KeyboardDesk = {
  active: string | null
  record: (command: string, way: RecordWay) => void
  remove: (command: string) => void
  restore: (command: string) => void
  restoreAll: () => void
  focusFilter: () => void
  focusFinder: () => void
  saveFile: () => void
  openFile: () => void
}

/** Whether the keys asked for take the place of those that stand, or come to them. */
export type RecordWay = 'replace' | 'add'

export const keyboardDesk = createDesk<KeyboardDesk>()
