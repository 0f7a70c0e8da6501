import type { SearchHit } from '../../domain/changes.ts'
import { foldedWords } from '../../domain/lib/fold.ts'
import { commandItem, nothingGiven } from './command-item.ts'
import { type Inline, readInline } from './inline-arguments.ts'
import type { PaletteItem, PaletteSection } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import { type Ranked, rank } from './rank.ts'
import type { PaletteInput } from './read-input.ts'
import { recordItem } from './record-item.ts'

/** What is to be looked up on the server while this is typed; empty for nothing. */
export type Lookup = { query: string; resource: PaletteView['scope'] }

/** The readings of what was typed as a command with arguments; records named by number are looked up by it. */
export const readingsOf = ({ mode, text }: PaletteInput, view: PaletteView): readonly Inline[] =>
  mode === 'all' || mode === 'commands'
    ? readInline(text, { commands: view.prepared, get: view.registry.get, choices: view.choices })
    : []

export function lookupOf(
  { mode, text }: PaletteInput,
  readings: readonly Inline[],
  { scope, registry }: PaletteView,
  people: PaletteView['scope'],
): Lookup {
  const numbered = readings.find(({ number }) => number !== null)
  if (numbered) {
    return { query: String(numbered.number), resource: registry.get(numbered.command)?.resource ?? scope }
  }
  if (mode === 'commands' || mode === 'help') return { query: '', resource: null }
  return { query: text, resource: mode === 'people' ? people : scope }
}

/**
 * One list: commands with their arguments, commands that match well, records, commands that match but for a slip.
 * Digits are a number or a telephone more often than a command: then records come first.
 */
export function typedSections(
  input: PaletteInput,
  readings: readonly Inline[],
  view: PaletteView,
): PaletteSection[] {
  const ranked = input.mode === 'all' || input.mode === 'commands' ? rankCommands(input.text, view) : []
  const records = input.mode === 'commands' ? [] : recordItems(input, readings, view)
  const section = (id: string, items: readonly PaletteItem[]): PaletteSection => ({
    id,
    heading: null,
    items,
  })
  const parts = [
    section('inline', inlineItems(readings, view)),
    section(
      'commands',
      itemsOf(
        ranked.filter(({ tier }) => tier !== 'fuzzy'),
        view,
      ),
    ),
    section('records', records),
    section(
      'near',
      itemsOf(
        ranked.filter(({ tier }) => tier === 'fuzzy'),
        view,
      ),
    ),
  ]
  return /^[\d\s+.-]+$/.test(input.text) ? [parts[2]!, parts[0]!, parts[1]!, parts[3]!] : parts
}

const rankCommands = (text: string, view: PaletteView): readonly Ranked[] =>
  rank(text, view.prepared, (id) => view.recents.score(`command:${id}`)).filter(({ id }) => {
    const command = view.registry.get(id)
    return view.scope === null || command?.resource === view.scope
  })

const itemsOf = (ranked: readonly Ranked[], view: PaletteView): PaletteItem[] =>
  ranked.flatMap(({ id }) => {
    const command = view.registry.get(id)
    return command ? [commandItem(command, view.context, view)] : []
  })

/** A command on a record by number stands there once the record has been found: one sees whose it is. */
const inlineItems = (readings: readonly Inline[], view: PaletteView): PaletteItem[] =>
  readings.flatMap(({ command: id, args, words, number }) => {
    const command = view.registry.get(id)
    if (command === undefined) return []
    if (number === null) {
      return [commandItem(command, view.context, { ...view, given: { ...nothingGiven, args, words } })]
    }
    const hit = view.search.hits.find((hit) => hit.number === number && hit.resource === command.resource)
    return hit ? [commandItem(command, view.context, { ...view, given: { args, words, hit } })] : []
  })

/** `#12` is number 12 first, then what begins with it. What is looked up for a command is shown in that command's row. */
const recordItems = (
  { mode, text }: PaletteInput,
  readings: readonly Inline[],
  { search, t }: PaletteView,
): PaletteItem[] => {
  if (readings.some(({ number }) => number !== null)) return []
  const digits = text.replace(/\D/g, '')
  const hits =
    mode === 'number'
      ? search.hits
          .filter(({ number }) => String(number).startsWith(digits))
          .toSorted((a, b) => Number(String(b.number) === digits) - Number(String(a.number) === digits))
      : search.query === text
        ? search.hits
        : likeliestFirst(search.hits, text)
  return hits.map((hit) => recordItem(hit, t))
}

/** Hits of an earlier question, until the answer comes: those that still match what is typed stand first. */
const likeliestFirst = (hits: readonly SearchHit[], text: string): SearchHit[] => {
  const words = foldedWords(text)
  const matches = ({ title, subtitle, number }: SearchHit) => {
    const found = foldedWords(`${title} ${subtitle} ${number}`)
    return words.every((word) => found.some((other) => other.startsWith(word)))
  }
  return hits.toSorted((a, b) => Number(matches(b)) - Number(matches(a)))
}
