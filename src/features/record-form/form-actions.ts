import { createScreenActions } from '../../commands/screen-actions.ts'

/** What the form in view lends to its commands. */
export type FormActions = {
  save: () => void
  /** Null where what is edited is there already. */
  saveAnother: (() => void) | null
  leave: () => void
}

export const formActions = createScreenActions<FormActions>()
