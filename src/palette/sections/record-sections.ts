import type { PalettePage } from '../../../machines/palette/palette-types.ts'
import type { CommandContext } from '../../commands/command-context.ts'
import { targetOf } from '../../commands/command-target.ts'
import { rank } from '../matching/rank.ts'
import type { PaletteView } from '../palette-view.ts'
import { commandItem } from './command-item.ts'
import { byReluctance, type PaletteItem, type PaletteSection } from './palette-item.ts'

type RecordPage = Extract<PalettePage, { kind: 'record' }>

/** What can be done with one record that was found. `context` has it in hand; null while it is fetched. */
export function recordSections(
  page: RecordPage,
  context: CommandContext | null,
  query: string,
  view: PaletteView,
): PaletteSection[] {
  if (context === null) return []
  const commands = view.registry.commands.filter(
    (command) => !command.hidden && targetOf(command, context) !== null,
  )
  const items = commands
    .map((command) => ofRecord(commandItem(command, context, view), page))
    .filter(({ refusal }) => refusal !== 'FORBIDDEN')
    .toSorted(byReluctance)
  if (query.trim() === '') return [{ id: 'record', heading: page.title, items }]
  const ranked = rank(query, view.prepared)
  const found = ranked.flatMap(({ id }) => items.filter((item) => item.id.startsWith(`command:${id}@`)))
  return [{ id: 'record', heading: page.title, items: found }]
}

const ofRecord = (item: PaletteItem, { record }: RecordPage): PaletteItem =>
  item.act.kind === 'invoke'
    ? {
        ...item,
        id: `${item.id}@${record.id}`,
        act: { ...item.act, invocation: { ...item.act.invocation, record } },
      }
    : item
