import { admits } from '../../../domain/access/routes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { type Command, type CommandContext, defineCommand } from '../../commands/command.ts'
import { createScreenActions } from '../../commands/screen-actions.ts'

const when = 'page:manifests !list !record'

export const manifestPageCommands: readonly Command[] = [
  defineCommand({
    id: 'manifests.print',
    target: 'none',
    section: 'list',
    icon: 'printer',
    keys: [
      { keys: 'p', when },
      { keys: 'Mod+p', when, allowInInput: true },
    ],
    unrecorded: 'quietly',
    whyNot: whyNotHere,
    run: () => manifestPageActions.current()?.print(),
  }),
  defineCommand({
    id: 'manifests.back',
    target: 'none',
    section: 'go',
    icon: 'arrow-left',
    keys: ['Escape'],
    when,
    hidden: true,
    unrecorded: 'quietly',
    whyNot: whyNotHere,
    run: () => manifestPageActions.current()?.leave(),
  }),
]

function whyNotHere({ actor }: CommandContext): Code | null {
  if (actor === null || !admits('/manifests/print', actor)) return 'FORBIDDEN'
  return manifestPageActions.current() === null ? 'NOT_FOUND' : null
}

type ManifestPageActions = { print: () => void; leave: () => void }

export const manifestPageActions = createScreenActions<ManifestPageActions>()
