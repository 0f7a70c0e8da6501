import { admits } from '../../../domain/access/routes.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import { createScreenActions } from '../../commands/screen-actions.ts'

/** Actions of the open status screen. */
type StatusActions = { refresh: () => void }

export const statusActions = createScreenActions<StatusActions>()

export const statusCommands: readonly Command[] = [
  defineCommand({
    id: 'status.refresh',
    target: 'none',
    section: 'list',
    icon: 'refresh',
    keys: ['r'],
    when: 'page:status !list',
    whyNot: ({ actor }) =>
      actor === null || !admits('/status', actor)
        ? 'FORBIDDEN'
        : statusActions.current() === null
          ? 'NOT_FOUND'
          : null,
    run: () => statusActions.current()?.refresh(),
  }),
]
