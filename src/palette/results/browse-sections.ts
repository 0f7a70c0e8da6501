import type { i18n } from 'i18next'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import { hitOf } from '../../../domain/search/hit-of.ts'
import { parseWhen } from '../../../machines/keys/key-context.ts'
import { type Command, commandSections, targetOf } from '../../commands/command.ts'
import type { Registry } from '../../commands/create-registry.ts'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { prepareCommand, textsOf } from '../ranking/palette-words.ts'
import { rank } from '../ranking/rank.ts'
import { type Prepared, prepare } from '../ranking/text-analysis.ts'
import { commandItem } from './command-item.ts'
import { byReluctance, type PaletteItem, type PaletteSection } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import { recordItem } from './record-item.ts'

const MAX_RECENTS = 6

/**
 * The empty palette: commands on the selection, the active record, this screen; recents; navigation; creation elsewhere;
 * settings. Commands of other screens are found by name or with `>`.
 */
export function emptySections(view: PaletteView): PaletteSection[] {
  const { context, t } = view
  const { selection, active, resource } = context
  const isSelecting = selection !== null && selection.count > 0
  const commands = view.registry.commands.filter(({ hidden }) => !hidden)
  const onTarget = commands.filter((command) => targetOf(command, context) !== null)
  const onSelection = onTarget.filter(({ target }) => isSelecting && target === 'many')
  const onRecord = onTarget.filter(({ target }) => target === 'one' || !isSelecting)
  const inSection = (...sections: Command['section'][]) =>
    commands.filter(({ target, section }) => target === 'none' && sections.includes(section))
  const isHere = (command: Command) => isOfScreen(command, view)
  const onRecords = view.isPhone ? possible : rows
  return [
    {
      id: 'selection',
      heading: isSelecting ? t('palette:section.selection', { count: selection.count }) : null,
      items: onRecords(onSelection, view),
    },
    {
      id: 'record',
      heading: active && resource ? t(`${resource}:numbered`, { number: active.number }) : null,
      items: onRecords(onRecord, view),
    },
    {
      id: 'list',
      heading: t(context.ports.list === null ? 'palette:section.screen' : 'palette:section.list'),
      items: possible(inSection('create', 'list').filter(isHere), view),
    },
    { id: 'recent', heading: t('palette:section.recent'), items: recentItems(view) },
    { id: 'go', heading: t('palette:section.go'), items: possible(inSection('go'), view) },
    {
      id: 'create',
      heading: t('palette:section.create'),
      items: possible(
        inSection('create').filter((command) => !isHere(command)),
        view,
      ),
    },
    {
      id: 'settings',
      heading: t('palette:section.settings'),
      items: possible(inSection('settings', 'session'), view),
    },
  ]
}

/** Refused commands are shown with the reason, forbidden ones left out. */
const rows = (commands: readonly Command[], view: PaletteView): PaletteItem[] =>
  commands
    .map((command) => commandItem(command, view.context, view))
    .filter(({ refusal }) => refusal !== 'FORBIDDEN')
    .toSorted(byReluctance)

const possible = (commands: readonly Command[], view: PaletteView): PaletteItem[] =>
  rows(commands, view).filter(({ refusal }) => !refusal)

/** Recently used items; if few and no list is visible, also the newest records of the first list. */
const recentItems = (view: PaletteView): PaletteItem[] => {
  const used = view.recents
    .list()
    .flatMap(({ id, hit }) => {
      if (hit) return [recordItem(hit, view)]
      const command = view.registry.get(id.replace(/^command:/, ''))
      return command ? possible([command], view) : []
    })
    .slice(0, MAX_RECENTS)
  const [first] = view.filtering?.lists ?? []
  const isElsewhere = view.context.resource === null && view.context.ports.list === null
  if (used.length >= MIN_RECENTS || first === undefined || !isElsewhere) return used
  return [...used, ...newestItems(first, view)].slice(0, MAX_RECENTS)
}

const MIN_RECENTS = 3

const newestItems = (resource: ResourceName, view: PaletteView): PaletteItem[] =>
  (view.filtering?.count(resource, '').records ?? []).map((record) =>
    recordItem(hitOf(resource, record as never), view),
  )

/** A scope without text: the list and its commands, then recent and newest records. */
export function scopeSections(scope: ResourceName, view: PaletteView): PaletteSection[] {
  const { t, recents, registry } = view
  const opened = recents.list().flatMap(({ hit }) => (hit?.resource === scope ? [recordItem(hit, view)] : []))
  const ids = new Set(opened.map(({ id }) => id))
  const newest = newestItems(scope, view).filter(({ id }) => !ids.has(id))
  const commands = registry.commands.filter(
    ({ id, target, hidden }) =>
      !hidden && target === 'none' && (id === `go.${scope}` || id.startsWith(`${resources[scope].noun}.`)),
  )
  const isPlace = ({ id }: Command) => id === `go.${scope}`
  const items = possible(
    commands.toSorted((a, b) => Number(isPlace(b)) - Number(isPlace(a))),
    view,
  )
  // Records last: they may load late, and must not move the highlight.
  return [
    { id: 'list', heading: t(`${scope}:title`), items },
    {
      id: 'recent',
      heading: t('palette:section.recent'),
      items: [...opened, ...newest].slice(0, MAX_RECENTS),
    },
  ]
}

/** `>` alone: all commands that are not forbidden, refused ones with the reason. */
export const everyCommand = (view: PaletteView): PaletteSection[] =>
  commandSections.map((section) => ({
    id: section,
    heading: view.t(`help:sections.${section}`),
    items: view.registry.commands
      .filter((command) => !command.hidden && command.section === section)
      .map((command) => commandItem(command, view.context, view))
      .filter(({ refusal }) => refusal !== 'FORBIDDEN')
      .toSorted(byReluctance),
  }))

/** Without `text`, typed without a prefix. */
const helpEntries: readonly { name: string; text: string; icon: IconName; ofLists?: true }[] = [
  { name: 'commands', text: '>', icon: 'command' },
  { name: 'number', text: '#', icon: 'tag' },
  { name: 'people', text: '@', icon: 'users' },
  { name: 'filter', text: '/', icon: 'filter', ofLists: true },
  { name: 'calculate', text: '=', icon: 'calculator' },
  { name: 'inline', text: '', icon: 'zap' },
  { name: 'records', text: '', icon: 'search' },
  { name: 'sentence', text: '', icon: 'list-checks', ofLists: true },
]

/** A line of the help; null for one that this palette lacks. */
export const helpItem = (id: string, { t, filtering }: PaletteView): PaletteItem | null => {
  const entry = helpEntries.find(({ name }) => id === `help:${name}`)
  if (entry === undefined || (entry.ofLists && !filtering)) return null
  const { name, text, icon } = entry
  return {
    id,
    title: t(`palette:help.${name}.title`),
    detail: t(`palette:help.${name}.detail`),
    icon,
    act: { kind: 'type', text },
  }
}

/**
 * `?`: prefixes and examples; Enter inserts one. With words: matching entries in any language, and commands of the key sheet,
 * including those hidden from the palette. The embedded palette has no lists.
 */
export const helpSections = (text: string, view: PaletteView): PaletteSection[] => {
  const { t, help, registry } = view
  const found = text === '' ? null : rank(text, help()).map(({ id }) => id)
  const isFound = (id: string) => found === null || found.includes(id)
  const items = helpEntries.flatMap(({ name }) => helpItem(`help:${name}`, view) ?? [])
  const commands = (found ?? [])
    .flatMap((id) => registry.get(id) ?? [])
    .map((command) => commandItem(command, view.context, view))
    .filter(({ refusal }) => refusal !== 'FORBIDDEN')
    .toSorted(byReluctance)
  return [
    {
      id: 'help',
      heading: t('palette:section.help'),
      items: items.filter(({ id }) => isFound(id)),
    },
    { id: 'keys', heading: t('help:title'), items: commands },
  ]
}

/** Candidates of `?`: help entries and commands with keys. */
export const prepareHelp = (i18n: i18n, { commands }: Pick<Registry, 'commands'>): readonly Prepared[] => [
  ...helpEntries.map(({ name }) =>
    prepare(
      `help:${name}`,
      textsOf(i18n, `palette:help.${name}.title`),
      textsOf(i18n, `palette:help.${name}.words`).flatMap((words) => words.split(',')),
    ),
  ),
  ...commands.filter(({ keys = [] }) => keys.length > 0).map((command) => prepareCommand(i18n, command)),
]

/**
 * Whether a command belongs to the visible screen: one of its keys only works there, or its id starts with the screen's name
 * (`list.columns`, `order.import`). Global keys belong to every screen.
 */
export function isOfScreen({ id, section, keys = [], when }: Command, view: PaletteView): boolean {
  const contexts = keys.map((key) => parseWhen((typeof key === 'string' ? undefined : key.when) ?? when))
  const holds = ({ wants, bars }: ReturnType<typeof parseWhen>) =>
    wants.every((flag) => view.flags.includes(flag)) && !bars.some((flag) => view.flags.includes(flag))
  if (contexts.some((context) => context.wants.length > 0 && holds(context))) return true
  if (section === 'list' && contexts.length > 0 && contexts.every(({ wants }) => wants.length === 0)) {
    return contexts.some(holds)
  }
  return isNamedAfter(id.split('.')[0] ?? '', view)
}

const isNamedAfter = (name: string, { context, flags }: PaletteView): boolean =>
  (name === 'list' && context.ports.list !== null) ||
  (context.resource !== null && name === resources[context.resource].noun) ||
  flags.includes(`page:${name}`)
