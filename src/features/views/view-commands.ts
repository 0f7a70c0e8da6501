import { mayShare } from '../../../domain/views/view.ts'
import { type Command, type CommandContext, defineCommand } from '../../commands/command.ts'
import type { ViewPort } from '../../commands/command-ports.ts'

/** Commands on views of a list. */
export const viewCommands: readonly Command[] = [
  defineCommand({
    id: 'list.view',
    target: 'none',
    section: 'list',
    icon: 'bookmark',
    keys: ['v'],
    when: 'list',
    args: [
      {
        name: 'view',
        kind: 'choice',
        // Names of views may begin with a digit.
        hasDigits: true,
        choices: ({ ports }, signal) => ports.list?.views?.choices(signal) ?? [],
      },
    ],
    whyNot: whyNotList,
    run: ({ ports }, { view }) => {
      if (view !== undefined) ports.list?.views?.show(view)
    },
  }),
  defineCommand({
    id: 'list.save-view',
    unrecorded: 'reported',
    target: 'none',
    section: 'list',
    icon: 'bookmark',
    keys: ['Shift+v'],
    when: 'list',
    whyNot: whyNotList,
    run: ({ ports }) => ports.list?.views?.save(),
  }),
  changing('list.update-view', 'check', (views) => views.update()),
  changing('list.rename-view', 'pencil', (views) => views.rename()),
  changing('list.share-view', 'users', (views) => views.share()),
  changing('list.delete-view', 'trash', (views) => views.remove()),
  defineCommand({
    id: 'list.default-view',
    unrecorded: 'reported',
    target: 'none',
    section: 'list',
    icon: 'pin',
    whyNot: ({ ports }) => (ports.list?.views ? ports.list.views.whyNotDefault() : 'NOT_FOUND'),
    run: ({ ports }) => ports.list?.views?.setDefault(true),
  }),
  defineCommand({
    id: 'list.no-default-view',
    unrecorded: 'reported',
    target: 'none',
    section: 'list',
    icon: 'x',
    whyNot: ({ ports }) => (ports.list?.views?.hasDefault() ? null : 'NOT_FOUND'),
    run: ({ ports }) => ports.list?.views?.setDefault(false),
  }),
]

function changing(
  id: string,
  icon: Command['icon'],
  act: (views: ViewPort) => void | Promise<void>,
): Command {
  return defineCommand({
    id,
    target: 'none',
    section: 'list',
    icon,
    danger: id === 'list.delete-view',
    unrecorded: 'reported',
    whyNot: ({ ports, actor }) => {
      const view = ports.list?.views?.current() ?? null
      const isSharing = id === 'list.share-view' && !view?.isShared
      if (isSharing && (actor === null || !mayShare(actor.role))) return 'FORBIDDEN'
      if (view === null) return 'NOT_FOUND'
      return view.mayChange ? null : 'SHARED_BY_ANOTHER'
    },
    run: ({ ports }) => (ports.list?.views === undefined ? undefined : act(ports.list.views)),
  })
}

function whyNotList({ ports }: CommandContext) {
  return ports.list?.views === undefined ? 'NOT_FOUND' : null
}
