import type { SearchHit } from '../../domain/changes.ts'
import { foldedWords } from '../../domain/lib/fold.ts'
import { argumentValues } from './argument-values.ts'
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
    ? readInline(text, {
        commands: nearestFirst(view),
        get: view.registry.get,
        values: (command, argument, query) =>
          argumentValues(command, argument, query, view, { withFuzzy: false }),
      })
    : []

export function lookupOf(
  { mode, text }: PaletteInput,
  readings: readonly Inline[],
  { scope, registry }: PaletteView,
  people: PaletteView['scope'],
): Lookup {
  const numbered = readings.filter(({ number }) => number !== null)
  if (numbered.length > 0) {
    // Several resources have a command of that name: whichever has such a number is meant.
    const meant = new Set(numbered.map(({ command }) => registry.get(command)?.resource ?? null))
    const [resource = null] = meant
    return { query: String(numbered[0]!.number), resource: meant.size === 1 ? (resource ?? scope) : scope }
  }
  if (mode === 'commands' || mode === 'help') return { query: '', resource: null }
  return { query: text, resource: mode === 'people' ? people : scope }
}

/**
 * One list: commands with their arguments, commands that match well, records, the commands of that name that other
 * resources have, commands that match but for a slip. Digits are a number or a telephone more often than a command: then
 * records come first.
 */
export function typedSections(
  input: PaletteInput,
  readings: readonly Inline[],
  view: PaletteView,
): PaletteSection[] {
  const ranked = input.mode === 'all' || input.mode === 'commands' ? rankCommands(input.text, view) : []
  const good = ranked.filter(({ tier }) => tier !== 'fuzzy')
  const near = ranked.filter(({ tier }) => tier === 'fuzzy')
  const isHere = ({ id }: { id: string }) => !isElsewhere(id, view)
  const isOfThisList = ({ command, number }: Inline) => number !== null || isHere({ id: command })
  const inline = section('inline', inlineItems(readings.filter(isOfThisList), view))
  const commands = section('commands', itemsOf(good.filter(isHere), view))
  const records = section('records', input.mode === 'commands' ? [] : recordItems(input, readings, view))
  const elsewhere = section(
    'elsewhere',
    allowed([
      ...inlineItems(
        readings.filter((reading) => !isOfThisList(reading)),
        view,
      ),
      ...itemsOf(
        good.filter((found) => !isHere(found)),
        view,
      ),
    ]),
  )
  const others = [elsewhere, section('near', allowed(itemsOf(near, view)))]
  return /^[\d\s+.-]+$/.test(input.text)
    ? [records, inline, commands, ...others]
    : [inline, commands, records, ...others]
}

const section = (id: string, items: readonly PaletteItem[]): PaletteSection => ({ id, heading: null, items })

/** A command on records of another list than the one in view: it would have to ask which. */
const isElsewhere = (id: string, { registry, context }: PaletteView): boolean => {
  const command = registry.get(id)
  if (command === undefined || context.resource === null) return false
  return command.target !== 'none' && command.resource !== context.resource
}

/** The commands of the list in view before those of the same name elsewhere. */
const nearestFirst = (view: PaletteView) => [
  ...view.prepared.filter(({ id }) => !isElsewhere(id, view)),
  ...view.prepared.filter(({ id }) => isElsewhere(id, view)),
]

/** Far from what is in view, what a person may never do is no answer. */
const allowed = (items: readonly PaletteItem[]): PaletteItem[] =>
  items.filter(({ refusal }) => refusal !== 'FORBIDDEN')

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
