import { createDesk } from '../../commands/desk.ts'

/** What the import in view can do at its present step; null for what it cannot do now. */
export type ImportDesk = Record<ImportAct, (() => void) | null>

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

export const importDesk = createDesk<ImportDesk>()
