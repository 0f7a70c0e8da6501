import { admits } from '../../../domain/access/routes.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import { createScreenActions } from '../../commands/screen-actions.ts'

/** Actions of the open import at its current step; null if unavailable. */
type ImportActions = Record<ImportAct, (() => void) | null>

type ImportAct =
  | 'choose'
  | 'template'
  | 'start'
  | 'cancel'
  | 'columns'
  | 'map'
  | 'problems'
  | 'undoEdit'
  | 'redoEdit'
  | 'retry'
  | 'failedRows'
  | 'undo'
  | 'seeOrders'

export const importActions = createScreenActions<ImportActions>()

/** Undo and redo of the edits of a preview; those of the console are off. */
const onGrid = 'page:import editing'
const onPreview = 'page:import !list !record !history'

export const importCommands: readonly Command[] = [
  step('import.choose', 'choose', { icon: 'upload', keys: ['o'] }),
  step('import.template', 'template', { icon: 'download', keys: ['t'] }),
  step('import.start', 'start', { icon: 'check', keys: ['Mod+Enter'] }),
  step('import.cancel', 'cancel', { icon: 'x', keys: ['Escape'] }),
  step('import.columns', 'columns', { icon: 'columns', keys: ['c'] }),
  step('import.map', 'map', { icon: 'sliders', keys: ['m'] }),
  step('import.problems', 'problems', { icon: 'filter', keys: ['f'] }),
  step('import.undo-edit', 'undoEdit', { icon: 'undo', keys: ['u', 'Mod+z'], when: onGrid }),
  step('import.redo-edit', 'redoEdit', { icon: 'redo', keys: ['Shift+u', 'Mod+Shift+z'], when: onGrid }),
  step('import.retry', 'retry', { icon: 'refresh', keys: ['r'] }),
  step('import.failed-rows', 'failedRows', { icon: 'file-warning', keys: ['d'] }),
  step('import.undo', 'undo', { icon: 'undo', keys: ['z'] }),
  step('import.see-orders', 'seeOrders', { icon: 'orders', keys: ['v'] }),
]

function step(id: string, act: ImportAct, looks: Pick<Command, 'icon' | 'keys' | 'when'>): Command {
  return defineCommand({
    id,
    target: 'none',
    section: 'list',
    when: onPreview,
    ...looks,
    whyNot: ({ actor }) => {
      if (actor === null || !admits('/orders/import', actor)) return 'FORBIDDEN'
      return (importActions.current()?.[act] ?? null) === null ? 'NOT_FOUND' : null
    },
    run: () => importActions.current()?.[act]?.(),
  })
}
