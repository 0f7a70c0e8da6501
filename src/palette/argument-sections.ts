import { recordArgument } from '../../machines/palette/palette-types.ts'
import type { ArgumentDefinition } from '../commands/argument.ts'
import type { Command } from '../commands/command.ts'
import { argumentValues } from './argument-values.ts'
import type { PaletteItem, PaletteSection } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import { recordItem } from './record-item.ts'

/** What a command asks for, as a page: which record, which choice, day or amount, or the text itself. */
export function argumentSections(
  command: Command,
  name: string,
  query: string,
  view: PaletteView,
): PaletteSection[] {
  const argument = argumentOf(command, name)
  if (argument === null) return []
  return [{ id: 'argument', heading: null, items: itemsOf(command, argument, query, view) }]
}

/** The record itself is asked for like any argument of its kind. */
export const argumentOf = (command: Command, name: string): ArgumentDefinition | null => {
  if (name === recordArgument && command.resource !== undefined) {
    return { name, kind: 'record', resource: command.resource }
  }
  return command.args?.find((argument) => argument.name === name) ?? null
}

function itemsOf(
  command: Command,
  argument: ArgumentDefinition,
  query: string,
  view: PaletteView,
): PaletteItem[] {
  if (argument.kind === 'record') {
    return view.search.hits.map((hit) => ({
      ...recordItem(hit, view.t),
      act: {
        kind: 'answer',
        value: argument.name === recordArgument ? `${hit.resource}/${hit.id}` : hit.id,
      },
    }))
  }
  const values = argumentValues(command, argument, query, view, { withFuzzy: true })
  return values.map(({ value, text, detail }) => ({
    id: argument.kind === 'text' ? 'text' : `choice:${value}`,
    title: text,
    detail,
    icon: command.icon,
    act: { kind: 'answer', value },
  }))
}
