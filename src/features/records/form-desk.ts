import { createDesk } from '../../commands/desk.ts'

/** What the form in view lends to its commands. */
export type FormDesk = {
  save: () => void
  /** Null where what is edited is there already. */
  saveAnother: (() => void) | null
  leave: () => void
}

export const formDesk = createDesk<FormDesk>()
