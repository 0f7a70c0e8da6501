import { createScreenActions } from '../../commands/screen-actions.ts'

/** What the import in view can do at its present step; null for what it cannot do now. */
export type ImportActions = Record<ImportAct, (() => void) | null>

export type ImportAct =
  | 'choose'
  | 'template'
  | 'start'
  | 'cancel'
  | 'problems'
  | 'retry'
  | 'failedRows'
  | 'undo'
  | 'seeOrders'

export const importActions = createScreenActions<ImportActions>()
