import type { Command } from '../../commands/command.ts'
import { targetOf } from '../../commands/command-target.ts'
import type { PaletteView } from '../palette-view.ts'
import { commandItem } from './command-item.ts'
import { isOfScreen } from './of-screen.ts'
import { byReluctance, type PaletteItem, type PaletteSection } from './palette-item.ts'
import { recordItem } from './record-item.ts'

const mostRecents = 6

/**
 * Nothing typed: what can be done with the selection, then this record, this screen, recents, places, what can be made
 * elsewhere, settings. What other screens can do is found by its name, or under `>`.
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
  return [
    {
      id: 'selection',
      heading: isSelecting ? t('palette:section.selection', { count: selection.count }) : null,
      items: rows(onSelection, view),
    },
    {
      id: 'record',
      heading: active && resource ? t(`${resource}:numbered`, { number: active.number }) : null,
      items: rows(onRecord, view),
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

/** With the reason of those that cannot be run now; without those that this person may never run. */
const rows = (commands: readonly Command[], view: PaletteView): PaletteItem[] =>
  commands
    .map((command) => commandItem(command, view.context, view))
    .filter(({ refusal }) => refusal !== 'FORBIDDEN')
    .toSorted(byReluctance)

const possible = (commands: readonly Command[], view: PaletteView): PaletteItem[] =>
  rows(commands, view).filter(({ refusal }) => !refusal)

const recentItems = (view: PaletteView): PaletteItem[] =>
  view.recents
    .list()
    .flatMap(({ id, hit }) => {
      if (hit) return [recordItem(hit, view.t)]
      const command = view.registry.get(id.replace(/^command:/, ''))
      return command ? possible([command], view) : []
    })
    .slice(0, mostRecents)
