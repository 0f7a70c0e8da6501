import { recordArgument } from '../../../machines/palette/palette-types.ts'
import type { ArgumentDefinition } from '../../commands/argument.ts'
import type { Command } from '../../commands/command.ts'
import { type KeyInput, keyCandidates } from '../../keyboard/normalize-key.ts'
import type { PaletteView } from '../palette-view.ts'
import { isStale, tierBefore } from '../ranking/record-rank.ts'
import { isAwaited } from '../record-search.ts'
import type { PaletteItem, PaletteSection } from '../results/palette-item.ts'
import { recordItem } from '../results/record-item.ts'
import { argumentValues } from './argument-values.ts'

/** What a command asks for, as a page: which record, which choice, day or amount, or the text itself. */
export function argumentSections(
  command: Command,
  name: string,
  query: string,
  view: PaletteView,
  ofNamedRecord = false,
): PaletteSection[] {
  const argument = argumentOf(command, name)
  if (argument === null) return []
  return [{ id: 'argument', heading: null, items: itemsOf(command, argument, query, view, ofNamedRecord) }]
}

/** One digit each. */
const MAX_PICKS = 9

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
  ofNamedRecord: boolean,
): PaletteItem[] {
  if (argument.kind === 'record') {
    const text = query.trim()
    return view.search.hits.map((hit) => {
      const { id, title, detail, note, icon } = recordItem(hit, view.t)
      const value = argument.name === recordArgument ? `${hit.resource}/${hit.id}` : hit.id
      const stale = isStale(hit, tierBefore(hit, text), text, isAwaited(view.search, text))
      return { id, title, detail, note, icon, hit, stale, act: { kind: 'answer', value } }
    })
  }
  const values = argumentValues(command, argument, query, view, { withFuzzy: true })
  const hasPicks = argument.kind === 'choice' && query === '' && !values.some(({ text }) => /^\d/.test(text))
  return values.map(({ value, text, detail, refusal }, index) => ({
    id: argument.kind === 'text' ? 'text' : `choice:${value}`,
    title: text,
    detail,
    icon: command.icon,
    pick: hasPicks && index < MAX_PICKS ? String(index + 1) : undefined,
    // Choices are worded for the records in view; for one that was named instead, the server decides.
    refusal: ofNamedRecord ? null : refusal,
    act: { kind: 'answer', value },
  }))
}

/**
 * The row that a digit takes at once, on whatever the keyboard has on its row of digits (`&` is 1 on AZERTY). An accented
 * letter there is a letter as long as a choice begins with it.
 */
export function pickedItem(key: KeyInput, items: readonly PaletteItem[]): PaletteItem | undefined {
  const candidates = keyCandidates(key)
  const picked = items.find(({ pick }) => pick !== undefined && candidates.includes(pick))
  const [typed = ''] = candidates
  const isWanted = /^\p{L}$/u.test(typed) && items.some((item) => hasWordFrom(item, typed))
  return isWanted ? undefined : picked
}

const hasWordFrom = ({ title }: PaletteItem, letter: string): boolean =>
  title
    .toLowerCase()
    .split(/\s+/)
    .some((word) => word.startsWith(letter))
