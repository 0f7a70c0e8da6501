import { paths } from '../../../domain/access/paths.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { type Macro, macroCommand } from '../../../domain/users/preferences.ts'
import {
  type ArgumentChoice,
  type Command,
  type CommandContext,
  defineCommand,
  isEverAllowed,
} from '../../commands/command.ts'
import { labelKey } from '../../commands/run-command.ts'
import { createScreenActions } from '../../commands/screen-actions.ts'

const when = 'page:keyboard !list'

type Port = {
  /** Enables or disables bare-letter shortcuts. */
  toggleSingleKeys: () => void
  /** Commands that can have keys. */
  commands: () => readonly Command[]
  macros: () => readonly Macro[]
}

export const keyboardCommands = (port: Port): readonly Command[] => [
  defineCommand({
    id: 'keyboard.change',
    target: 'none',
    section: 'settings',
    icon: 'keyboard',
    unrecorded: 'quietly',
    args: [
      {
        name: 'command',
        kind: 'choice',
        isApart: true,
        choices: (context) => [...choicesOf(port.commands(), context), ...port.macros().map(macroChoice)],
      },
    ],
    whyNot: whyNotAnybody,
    run: ({ ports }, { command }) => ports.navigate(paths.keyboard(command)),
  }),
  defineCommand({
    id: 'keyboard.single-keys',
    target: 'none',
    section: 'settings',
    icon: 'keyboard',
    unrecorded: 'quietly',
    whyNot: whyNotAnybody,
    run: () => port.toggleSingleKeys(),
  }),
  onRow('keyboard.edit', 'pencil', 'Enter', (actions, command) => actions.record(command, 'replace')),
  onRow('keyboard.add', 'plus', 'a', (actions, command) => actions.record(command, 'add')),
  onRow('keyboard.remove', 'trash', 'Delete', (actions, command) => actions.remove(command)),
  onRow('keyboard.restore', 'rotate-ccw', 'r', (actions, command) => actions.restore(command)),
  onScreen('keyboard.restore-all', 'rotate-ccw', [], (actions) => actions.restoreAll()),
  onScreen('keyboard.filter', 'search', ['f', '/'], (actions) => actions.focusFilter()),
  onScreen('keyboard.find', 'keyboard', ['t'], (actions) => actions.focusFinder()),
  onScreen('keyboard.export', 'download', ['Shift+e'], (actions) => actions.saveFile()),
  onScreen('keyboard.import', 'upload', ['i'], (actions) => actions.openFile()),
]

function onScreen(
  id: string,
  icon: Command['icon'],
  keys: readonly string[],
  act: (actions: KeyboardActions) => void,
): Command {
  return defineCommand({
    id,
    target: 'none',
    section: 'settings',
    icon,
    keys,
    when,
    unrecorded: 'quietly',
    whyNot: (context) => whyNotAnybody(context) ?? (keyboardActions.current() === null ? 'NOT_FOUND' : null),
    run: () => {
      const actions = keyboardActions.current()
      if (actions !== null) act(actions)
    },
  })
}

/** Actions of the active row; hidden from the palette. */
function onRow(
  id: string,
  icon: Command['icon'],
  keys: string,
  act: (actions: KeyboardActions, command: string) => void,
): Command {
  return defineCommand({
    ...onScreen(id, icon, [keys], (actions) => {
      if (actions.active !== null) act(actions, actions.active)
    }),
    hidden: true,
  })
}

function whyNotAnybody({ actor }: CommandContext): Code | null {
  return actor === null ? 'UNAUTHORIZED' : null
}

const macroChoice = ({ id, name }: Macro): ArgumentChoice => ({ value: macroCommand(id), text: name })

/** Commands permitted to the user. */
const choicesOf = (commands: readonly Command[], context: CommandContext): readonly ArgumentChoice[] =>
  commands
    .filter((command) => !command.hidden && isEverAllowed(command, context))
    .map((command) => ({ value: command.id, labelKey: labelKey(command) }))

/** Actions of the open keyboard screen; `active`: command of the active row. */
type KeyboardActions = {
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

/** Whether recorded keys replace the present ones or are added. */
export type RecordWay = 'replace' | 'add'

export const keyboardActions = createScreenActions<KeyboardActions>()
