import { isResourceName } from '../../../domain/resources.ts'
import {
  type ArgumentChoice,
  type Command,
  type CommandContext,
  type CommandKeys,
  defineCommand,
} from '../../commands/command.ts'
import type { ListPort } from '../../commands/command-ports.ts'

/** In a list, not on a record's page. */
const inList = 'list !page:record'

/** Navigation in lists. Moves repeat while the key is held; not in the palette. */
export const listCommands: readonly Command[] = [
  move('list.down', ['j', 'ArrowDown'], ({ move }) => move && (() => move(1))),
  move('list.up', ['k', 'ArrowUp'], ({ move }) => move && (() => move(-1))),
  move(
    'list.extend-down',
    ['Shift+ArrowDown', 'Shift+j'],
    ({ move }) => move && (() => move(1, { extend: true })),
  ),
  move(
    'list.extend-up',
    ['Shift+ArrowUp', 'Shift+k'],
    ({ move }) => move && (() => move(-1, { extend: true })),
  ),
  move('list.page-down', ['PageDown'], ({ page }) => page && (() => page(1))),
  move('list.page-up', ['PageUp'], ({ page }) => page && (() => page(-1))),
  move('list.first', ['Home'], ({ moveTo }) => moveTo && (() => moveTo('first'))),
  move('list.last', ['End'], ({ moveTo }) => moveTo && (() => moveTo('last'))),
  { ...onList('list.toggle', 'square-check', ['Space', 'x'], (list) => list.toggle), needsRows: true },
  defineCommand({
    ...onList('list.select-all', 'list-checks', ['Mod+a'], (list) => list.selectAll),
    needsRows: true,
    whyNot: ({ ports: { list } }) =>
      list?.selectAll === undefined ? 'NOT_FOUND' : (list.whyNotSelectAll?.() ?? null),
  }),
  {
    ...onList('list.clear-selection', 'x', ['Escape'], (list) => list.clearSelection),
    when: `${inList} !peek`,
  },
  // Space selects the row, like `x`.
  {
    ...onList('list.peek', 'panel-right', ['Shift+Space'], (list) => list.togglePeek),
    unrecorded: 'quietly',
  },
  {
    ...onList('list.close-peek', 'x', ['Escape'], (list) => list.togglePeek),
    when: `${inList} peek`,
    hidden: true,
    unrecorded: 'quietly',
  },
  { ...onList('list.filter', 'filter', ['f', '/'], (list) => list.focusFilter), unrecorded: 'quietly' },
  {
    ...onList(
      'list.row-menu',
      'more',
      [{ keys: 'm', when: 'list !resource:intake' }, 'ContextMenu', 'Shift+F10'],
      (list) => list.openMenu,
    ),
    when: 'list',
    unrecorded: 'quietly',
    needsRows: true,
  },
  defineCommand({
    ...onList('list.edit-cell', 'square-pen', ['F2'], (list) => list.editCell),
    unrecorded: 'reported',
    needsRows: true,
    whyNot: ({ ports }) =>
      ports.list?.whyNotEditCell === undefined ? 'NOT_FOUND' : ports.list.whyNotEditCell(),
  }),
  onList('list.clear-filter', 'filter-x', ['Shift+f'], (list) => list.clearFilter),
  { ...onList('list.columns', 'columns', ['Shift+c'], (list) => list.openColumns), unrecorded: 'reported' },
  onList('list.density', 'rows', ['Shift+d'], (list) => list.toggleDensity),
  {
    ...onList('list.print', 'printer', [{ keys: 'Mod+p', allowInInput: true }], (list) => list.print),
    unrecorded: 'quietly',
  },
  { ...onList('list.refresh', 'refresh', ['r'], (list) => list.refresh), when: 'list' },
  defineCommand({
    ...onList('list.sort', 'sort', ['o'], ({ sort }) => sort && (() => sort(null))),
    args: [{ name: 'sort', kind: 'choice', choices: sortChoices }],
    run: ({ ports }, { sort }) => ports.list?.sort?.(sort === undefined || sort === ownOrder ? null : sort),
  }),
]

/** Value of the choice that restores the default order. */
const ownOrder = 'own'

/** Each sort field in both directions. */
function sortChoices({ ports }: CommandContext): readonly ArgumentChoice[] {
  const fields = ports.list?.sorts?.() ?? []
  return [
    ...fields.flatMap(({ key, labelKey }) => [
      { value: key, labelKey, detail: '↑' },
      { value: `-${key}`, labelKey, detail: '↓' },
    ]),
    { value: ownOrder, labelKey: 'list:ownOrder' },
  ]
}

function move(id: string, keys: string[], actOf: Parameters<typeof onList>[3]): Command {
  return {
    ...onList(
      id,
      'arrow-down',
      keys.map((key) => ({ keys: key, repeat: true })),
      actOf,
    ),
    hidden: true,
    needsRows: true,
  }
}

function onList(
  id: string,
  icon: Command['icon'],
  keys: readonly (string | CommandKeys)[],
  /** Undefined if the list does not support it. */
  actOf: (list: ListPort) => (() => void) | undefined,
): Command {
  const act = ({ ports }: CommandContext) => (ports.list === null ? undefined : actOf(ports.list))
  return defineCommand({
    id,
    target: 'none',
    section: 'list',
    icon,
    keys,
    when: inList,
    whyNot: (context) => (act(context) === undefined ? 'NOT_FOUND' : null),
    run: (context) => act(context)?.(),
  })
}

/** Shows a list filtered by a sentence or query, optionally with all matches selected. */
export const sentenceCommands: readonly Command[] = [
  sentenceCommand('list.select-by-sentence', 'list-checks', true),
  sentenceCommand('list.filter-by-sentence', 'filter', false),
]

function sentenceCommand(id: string, icon: Command['icon'], select: boolean): Command {
  return defineCommand({
    id,
    target: 'none',
    section: 'list',
    icon,
    args: [
      { name: 'query', kind: 'text', maxLength: 500 },
      // The list; default: the visible one, else the one the sentence is about.
      { name: 'list', kind: 'text', optional: true },
    ],
    whyNot: ({ ports }) => (ports.showList === undefined ? 'NOT_FOUND' : null),
    run: async ({ ports }, { query = '', list = '' }) => {
      await ports.showList?.({ resource: isResourceName(list) ? list : null, text: query, select })
    },
  })
}
