import { recordArgument } from '../../machines/palette/palette-types.ts'
import type { ArgumentDefinition } from '../commands/argument.ts'
import type { Command } from '../commands/command.ts'
import type { PaletteItem, PaletteSection } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import { rank } from './rank.ts'
import { recordItem } from './record-item.ts'

/** What a command asks for, as a page: which record, which choice, or the text itself. */
export function argumentSections(
  command: Command,
  name: string,
  query: string,
  view: PaletteView,
): PaletteSection[] {
  const argument = argumentOf(command, name)
  if (argument === null) return []
  return [{ id: 'argument', heading: null, items: itemsOf(command, argument, query.trim(), view) }]
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
  switch (argument.kind) {
    case 'record':
      return view.search.hits.map((hit) => ({
        ...recordItem(hit, view.t),
        act: {
          kind: 'answer',
          value: argument.name === recordArgument ? `${hit.resource}/${hit.id}` : hit.id,
        },
      }))
    case 'choice': {
      const choices = view.choices(command, argument)
      const ids =
        query === ''
          ? choices.map(({ choice }) => choice.value)
          : rank(
              query,
              choices.map(({ prepared }) => prepared),
            ).map(({ id }) => id)
      return ids.flatMap((id) => {
        const found = choices.find(({ choice }) => choice.value === id)
        return found
          ? [
              {
                id: `choice:${id}`,
                title: found.text,
                detail: found.choice.detail,
                icon: command.icon,
                act: { kind: 'answer' as const, value: id },
              },
            ]
          : []
      })
    }
    case 'text': {
      const text = query.slice(0, argument.maxLength ?? query.length)
      return text === ''
        ? []
        : [{ id: 'text', title: text, icon: command.icon, act: { kind: 'answer', value: text } }]
    }
  }
}
