import type { ArgumentChoice } from '../../commands/argument.ts'
import { type Command, type CommandKeys, defineCommand } from '../../commands/command.ts'
import type { CommandContext } from '../../commands/command-context.ts'
import type { ListPort } from '../../commands/command-ports.ts'

/** How one gets about in any list. Moves repeat while their key is held; none of them is something to look up. */
export const listCommands: readonly Command[] = [
  move('list.down', ['j', 'ArrowDown'], (list) => list.move(1)),
  move('list.up', ['k', 'ArrowUp'], (list) => list.move(-1)),
  move('list.extend-down', ['Shift+ArrowDown', 'Shift+j'], (list) => list.move(1, { extend: true })),
  move('list.extend-up', ['Shift+ArrowUp', 'Shift+k'], (list) => list.move(-1, { extend: true })),
  move('list.page-down', ['PageDown'], (list) => list.page(1)),
  move('list.page-up', ['PageUp'], (list) => list.page(-1)),
  move('list.first', ['Home'], (list) => list.moveTo('first')),
  move('list.last', ['End'], (list) => list.moveTo('last')),
  onList('list.toggle', 'square-check', ['Space', 'x'], (list) => list.toggle()),
  onList('list.select-all', 'list-checks', ['Mod+a'], (list) => list.selectAll()),
  onList('list.clear-selection', 'x', ['Escape'], (list) => list.clearSelection()),
  onList('list.filter', 'filter', ['f', '/'], (list) => list.focusFilter()),
  onList('list.refresh', 'refresh', ['r'], (list) => list.refresh()),
  defineCommand({
    ...onList('list.sort', 'sort', ['o'], () => undefined),
    args: [{ name: 'sort', kind: 'choice', choices: sortChoices }],
    run: ({ ports }, { sort }) => ports.list?.sort(sort === undefined || sort === ownOrder ? null : sort),
  }),
]

/** The value of the choice that gives the list its own order back. */
const ownOrder = 'own'

/** Every field both ways. */
function sortChoices({ ports }: CommandContext): readonly ArgumentChoice[] {
  const fields = ports.list?.sorts() ?? []
  return [
    ...fields.flatMap(({ key, labelKey }) => [
      { value: key, labelKey, detail: '↑' },
      { value: `-${key}`, labelKey, detail: '↓' },
    ]),
    { value: ownOrder, labelKey: 'list:ownOrder' },
  ]
}

function move(id: string, keys: string[], act: (list: ListPort) => void): Command {
  return {
    ...onList(
      id,
      'arrow-down',
      keys.map((key) => ({ keys: key, repeat: true })),
      act,
    ),
    hidden: true,
  }
}

function onList(
  id: string,
  icon: Command['icon'],
  keys: readonly (string | CommandKeys)[],
  act: (list: ListPort) => void,
): Command {
  return defineCommand({
    id,
    target: 'none',
    section: 'list',
    icon,
    keys,
    when: 'list',
    whyNot: ({ ports }) => (ports.list === null ? 'NOT_FOUND' : null),
    run: ({ ports }) => {
      if (ports.list !== null) act(ports.list)
    },
  })
}
