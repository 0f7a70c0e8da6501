import type { SearchHit } from '../../../domain/changes.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import type { Command } from '../../commands/command.ts'
import { argumentValues } from '../args/argument-values.ts'
import { type Inline, readInline } from '../args/inline-arguments.ts'
import type { PaletteView, StillView } from '../palette-view.ts'
import type { Prepared } from '../ranking/prepared-text.ts'
import { rank, type Tier, tiers } from '../ranking/rank.ts'
import { isStale, rankHits } from '../ranking/record-rank.ts'
import { shareVocabulary } from '../ranking/vocabulary.ts'
import { otherLayouts } from '../ranking/wrong-layout.ts'
import { isAwaited } from '../record-search.ts'
import { commandItem, needsRecordIn, nothingGiven } from './command-item.ts'
import { sentenceRows } from './filter-sections.ts'
import type { PaletteItem, PaletteSection } from './palette-item.ts'
import type { PaletteInput } from './read-input.ts'
import { recordItem } from './record-item.ts'

/**
 * What is to be looked up on the server while this is typed; empty for nothing. `others` are asked in their order where
 * it finds nothing: the same keys on other keyboard layouts.
 */
export type Lookup = { query: string; resource: PaletteView['scope']; others?: readonly string[] }

/** The readings of what was typed as a command with arguments; records named by number are looked up by it. */
export const readingsOf = ({ mode, text }: PaletteInput, view: StillView): readonly Inline[] =>
  mode === 'all' || mode === 'commands'
    ? readInline(text, {
        commands: nearestFirst(view).sorted,
        get: view.registry.get,
        values: (command, argument, query) =>
          argumentValues(command, argument, query, view, { withFuzzy: false }),
      })
    : []

export function lookupOf(
  input: PaletteInput,
  readings: readonly Inline[],
  view: StillView,
  people: PaletteView['scope'],
): Lookup {
  const { mode, text } = input
  const { scope, registry } = view
  const numbered = readings.filter(({ number }) => number !== null)
  if (numbered.length > 0) {
    // Several resources have a command of that name: whichever has such a number is meant.
    const meant = new Set(numbered.map(({ command }) => registry.get(command)?.resource ?? null))
    const [resource = null] = meant
    return { query: `#${numbered[0]!.number}`, resource: meant.size === 1 ? (resource ?? scope) : scope }
  }
  if (mode === 'commands' || mode === 'filter' || mode === 'help') return { query: '', resource: null }
  const others = othersOf(text, view)
  const lookup = { query: askedFor(input), resource: mode === 'people' ? people : scope }
  return others.length > 0 ? { ...lookup, others } : lookup
}

/** `#12` is asked for as such: the server finds a number alone sooner than everything that has its digits. */
const askedFor = ({ mode, text }: PaletteInput): string =>
  mode === 'number' && /^\d+$/.test(text) ? `#${text}` : text

const MIN_RESCUED_LENGTH = 4
/** Each is a question more, where nothing is found. */
const MAX_OTHER_QUERIES = 3

/** Only of words that no command has: whoever types a command's name is not on the wrong layout. */
const othersOf = (text: string, { prepared }: StillView): readonly string[] => {
  if (text.length < MIN_RESCUED_LENGTH || /\d/.test(text)) return []
  if (rank(text, prepared, { withFuzzy: false, withOtherLayouts: false }).length > 0) return []
  return otherLayouts(text)
    .filter((other) => /^[\p{L}\s'’-]+$/u.test(other))
    .slice(0, MAX_OTHER_QUERIES)
}

/**
 * One list of commands and records: whatever matches better stands first; of two that match equally well, the command in
 * the person's own words (a name that was typed whole, then one with what it is to do), then the record, then commands in
 * another language's words, then those of other lists.
 */
export function typedSections(
  input: PaletteInput,
  readings: readonly Inline[],
  view: PaletteView,
): PaletteSection[] {
  const rows = [
    ...commandRows(input, view),
    ...inlineRows(readings, view),
    ...recordRows(input, readings, view),
    ...saidRows(input, view),
  ]
  const items = rows
    .filter(({ item }) => item.refusal !== 'FORBIDDEN')
    .toSorted(byMatch)
    .map(({ item, tier, kind }) => (tier === 'fuzzy' && kind !== 'record' ? { ...item, near: true } : item))
  return [{ id: 'found', heading: null, items }]
}

const kinds = ['command', 'inline', 'said', 'record', 'foreign', 'elsewhere'] as const

type Row = { item: PaletteItem; tier: Tier; kind: (typeof kinds)[number] }

/** What cannot be run now stands below what can, where both match equally well. */
const byMatch = (a: Row, b: Row): number =>
  tiers.indexOf(a.tier) - tiers.indexOf(b.tier) ||
  kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
  Number(Boolean(a.item.refusal)) - Number(Boolean(b.item.refusal))

/** A command on records of another list than the one in view: it would have to ask which. */
const isElsewhere = (id: string, { registry, context }: StillView): boolean => {
  const command = registry.get(id)
  if (command === undefined || context.resource === null) return false
  return command.target !== 'none' && command.resource !== context.resource
}

/**
 * The order of commands that match equally well: on the records in view, on their list, places, of anywhere, those that
 * ask for a record, those of other lists; what destroys comes after what does not.
 */
const nearestFirst = (view: StillView): Nearest => {
  const { context, prepared } = view
  const known = nearest.get(context)
  if (known?.prepared === prepared) return known
  const distances = new Map(prepared.map(({ id }) => [id, distanceOf(id, view)]))
  const distance = (id: string) => distances.get(id) ?? 0
  const sorted = prepared.toSorted((a, b) => distance(a.id) - distance(b.id))
  shareVocabulary(prepared, sorted)
  const made = { prepared, sorted, distance }
  nearest.set(context, made)
  return made
}

type Nearest = {
  prepared: readonly Prepared[]
  sorted: readonly Prepared[]
  distance: (id: string) => number
}

/** What is in view does not change while the palette is open. */
const nearest = new WeakMap<PaletteView['context'], Nearest>()

const ofList = 2

const distanceOf = (id: string, view: StillView): number => {
  const command = view.registry.get(id)
  const { resource, ports } = view.context
  if (command === undefined || isElsewhere(id, view)) return 6
  if (resource !== null && isOf(resource, command)) return command.danger ? 1 : 0
  if (command.section === 'list' && ports.list !== null) return ofList
  if (command.section === 'go') return 3
  return command.target === 'none' ? 4 : 5
}

/** A sentence about a list. A single value is as often the name of something else: it comes after what is called so. */
const saidRows = ({ mode, text }: PaletteInput, view: PaletteView): Row[] => {
  if (mode !== 'all') return []
  const { items, isFirm } = sentenceRows(text, view)
  return items.map((item) => ({ item, tier: isFirm ? 'exact' : 'words', kind: 'said' }))
}

const commandRows = ({ mode, text }: PaletteInput, view: PaletteView): Row[] => {
  if (mode !== 'all' && mode !== 'commands') return []
  const frecency = (id: string) => view.recents.score(`command:${id}`)
  // What is in view, then its list, then all the rest: there names count before keywords.
  const { sorted, distance: steps } = nearestFirst(view)
  const distance = (id: string) => Math.min(Math.ceil(steps(id) / 2), ofList)
  return rank(text, sorted, { frecency, distance }).flatMap(({ id, tier, isOwn }) => {
    const command = view.registry.get(id)
    if (command === undefined || !isInScope(command, view)) return []
    const item = commandItem(command, view.context, view)
    return [commandRow(item, tier, isElsewhere(id, view) ? 'elsewhere' : isOwn ? 'command' : 'foreign')]
  })
}

/** What only another screen has stands last: it is found, and says why it is not there. */
const commandRow = (item: PaletteItem, tier: Tier, kind: Row['kind']): Row =>
  item.refusal === 'NOT_FOUND' ? { item, tier: 'fuzzy', kind: 'elsewhere' } : { item, tier, kind }

const isInScope = (command: Command, { scope }: PaletteView): boolean =>
  scope === null || command.id === `go.${scope}` || isOf(scope, command)

/** What a resource's records can be done with, and what makes new ones. */
const isOf = (resource: ResourceName, command: Command): boolean =>
  command.resource === resource ||
  (command.resource === undefined && command.id.startsWith(`${resources[resource].noun}.`))

/** A command on a record by number stands there once the record has been found: one sees whose it is. */
const inlineRows = (readings: readonly Inline[], view: PaletteView): Row[] =>
  readings.toSorted(byPlausibility(readings, view)).flatMap(({ command: id, args, words, number }): Row[] => {
    const command = view.registry.get(id)
    if (command === undefined) return []
    const hit = view.search.hits.find((hit) => hit.number === number && hit.resource === command.resource)
    if (number !== null && hit === undefined) return []
    const given = hit ? { args, words, hit } : { ...nothingGiven, args, words }
    const kind = number === null && isElsewhere(id, view) ? 'elsewhere' : 'inline'
    return [commandRow(commandItem(command, view.context, { ...view, given }), 'exact', kind)]
  })

/** What is read as a number or as a value: the value of the record in view, where there is one. */
const byPlausibility = (readings: readonly Inline[], { registry, context }: PaletteView) => {
  const isUnlikely = ({ command: id, number }: Inline): boolean => {
    const command = registry.get(id)
    if (number !== null || command === undefined || !needsRecordIn(command, context)) return false
    return readings.some((other) => other.command === id && other.number !== null)
  }
  return (a: Inline, b: Inline): number => Number(isUnlikely(a)) - Number(isUnlikely(b))
}

/** `#12` is number 12 first, then what begins with it. What is looked up for a command is shown in that command's row. */
const recordRows = (input: PaletteInput, readings: readonly Inline[], view: PaletteView): Row[] => {
  const { mode, text } = input
  if (mode === 'commands' || readings.some(({ number }) => number !== null)) return []
  const digits = mode === 'number' ? text.replace(/\D/g, '') : ''
  const isInScope = ({ resource }: SearchHit) => (view.scope ?? resource) === resource
  const mayStand = (hit: SearchHit) => mode === 'all' && isInScope(hit)
  const seen = (text: string) => (mode === 'people' ? [] : view.records.find(text, isInScope))
  const asked = askedFor(input)
  const isAwaiting = isAwaited(view.search, asked)
  return rankHits(text, { ...view, isAnswered: view.search.query === asked, seen }, mayStand)
    .filter(({ hit }) => String(hit.number).startsWith(digits))
    .map(({ hit, tier }): Row => {
      const isThat = mode === 'number' && String(hit.number) === digits
      const stale = isStale(hit, tier, text, isAwaiting)
      return { item: recordItem(hit, view.t, stale), tier: isThat ? 'exact' : tier, kind: 'record' }
    })
}
