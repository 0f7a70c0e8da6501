import { resources } from '../../../domain/resources.ts'
import type { MatchingRef } from '../../../machines/palette/palette-types.ts'
import type { CommandContext } from '../../commands/command-context.ts'
import { rank } from '../matching/rank.ts'
import type { PaletteView } from '../palette-view.ts'
import { commandItem } from '../sections/command-item.ts'
import { byReluctance, type PaletteItem, type PaletteSection } from '../sections/palette-item.ts'

/** What can be done with everything that a sentence matches, loaded or not. */
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
  const found = rank(query, view.prepared).flatMap(({ id }) =>
    items.filter((item) => item.id.startsWith(`command:${id}@`)),
  )
  return [{ id: 'matching', heading: title, items: found }]
}

/** The same context with what matches selected, whatever is in view. */
export const withMatching = (
  context: CommandContext,
  { resource, where, count }: MatchingRef,
): CommandContext => ({
  ...context,
  resource,
  active: null,
  selection: { count, predicate: { where }, records: [] },
})

const ofMatching = (item: PaletteItem, matching: MatchingRef): PaletteItem =>
  item.act.kind === 'invoke'
    ? {
        ...item,
        id: `${item.id}@${matching.resource}?${matching.query}`,
        act: { ...item.act, invocation: { ...item.act.invocation, matching } },
      }
    : item
