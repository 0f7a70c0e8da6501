import { type ResourceName, resources } from '../../../domain/resources.ts'
import type { MatchingRef, PalettePage, RecordRef } from '../../../machines/palette/palette-types.ts'
import { type AnyRecord, type CommandContext, targetOf } from '../../commands/command.ts'
import { rank } from '../ranking/rank.ts'
import { commandItem } from './command-item.ts'
import { byReluctance, type PaletteItem, type PaletteSection } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'

type RecordPage = Extract<PalettePage, { kind: 'record' }>

/** Commands on one record. `context` targets it; null while loading. */
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
  const ranked = rank(query, view.prepared, { namesFirst: true })
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

/** Commands on all matches of a sentence. */
export function matchingSections(
  matching: MatchingRef,
  title: string,
  query: string,
  view: PaletteView,
): PaletteSection[] {
  const context = withMatching(view.context, matching)
  const { resource } = matching
  const items = view.registry.commands
    .filter(({ hidden, id, target, resource: own }) => {
      const isBulk = target === 'many' && own === resource
      return !hidden && (isBulk || id === resources[resource].verbs.export)
    })
    .map((command) => ofMatching(commandItem(command, context, view), matching))
    .filter(({ refusal }) => refusal !== 'FORBIDDEN')
    .toSorted(byReluctance)
  if (query.trim() === '') return [{ id: 'matching', heading: title, items }]
  const found = rank(query, view.prepared, { namesFirst: true }).flatMap(({ id }) =>
    items.filter((item) => item.id.startsWith(`command:${id}@`)),
  )
  return [{ id: 'matching', heading: title, items: found }]
}

/** The context with all matches selected. */
export const withMatching = (
  context: CommandContext,
  { resource, where, count }: MatchingRef,
): CommandContext => ({
  ...context,
  resource,
  active: null,
  selection: { count, predicate: { where }, records: [] },
})

/** The context with named records selected; `records`: those loaded. */
export const withRecords = (
  context: CommandContext,
  resource: ResourceName,
  named: readonly RecordRef[],
  records: readonly AnyRecord[] = [],
): CommandContext => ({
  ...context,
  resource,
  active: null,
  selection: { count: named.length, predicate: { ids: named.map(({ id }) => id) }, records },
})

/** The row with all matches as its target. */
export const ofMatching = (item: PaletteItem, matching: MatchingRef): PaletteItem =>
  item.act.kind === 'invoke'
    ? {
        ...item,
        id: `${item.id}@${matching.resource}?${matching.query}`,
        act: { ...item.act, invocation: { ...item.act.invocation, matching } },
      }
    : item
