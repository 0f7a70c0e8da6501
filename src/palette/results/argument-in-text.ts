import type { ArgumentDefinition, Command } from '../../commands/command.ts'
import type { Analysis } from '../../filter/sentence/analyse-text.ts'
import { argumentValues, namedChoice } from './argument-page.ts'
import { type Asked, type Claims, spellingsOf } from './asked-text.ts'
import { isWrittenAs, withoutBecause } from './inline-arguments.ts'
import type { PaletteView } from './palette-view.ts'
import { placesOf } from './text-anchors.ts'

/** Free text follows only words that surely mean the command. */
export const SURE = 0.9

/** `places`: of its words. */
type FoundValue = { value: string; text: string; places: readonly number[]; sure: number }

/** Longest run of words tried as a value. */
const MAX_RUN = 5

/** Free text as an argument explains less than words that are known. */
const FREE = 0.7

/** The words of a text, beside those that name a command, that are its argument; null for none. */
export function valueIn(
  command: Command,
  argument: ArgumentDefinition,
  claims: Claims,
  asked: Asked,
  view: PaletteView,
): FoundValue | null {
  const { analysis, words, targets } = asked
  const taken = new Set([
    ...claims.keys(),
    ...targets.flatMap(({ places, isExact }) => (isExact ? places : [])),
    // `delivered between 18 and 25 thousand`: bounds of a filter are no day and no amount collected.
    ...(argument.kind === 'date' || argument.kind === 'money' ? boundsIn(analysis) : []),
  ])
  // `wants it tomorrow` may be a keyword; the day is still the day.
  if (argument.kind === 'date') for (const place of timesIn(analysis)) taken.delete(place)
  const runs = runsOf(analysis, taken)
  switch (argument.kind) {
    case 'choice': {
      const free = words.map((one, place) =>
        taken.has(place) || one === null ? null : { ...one, word: spellingsOf(one.word)[0] ?? one.word },
      )
      const named = namedChoice(free, view.choices(command, argument))
      if (named !== null) {
        const { value, text, claims, quality } = named
        // A first name is enough.
        const sure = argument.name === 'delivery' ? Math.max(quality, SURE) : quality
        return { value, text, places: [...claims.keys()], sure }
      }
      if (argument.maxLength === undefined) return null
      // `cancelled today` says which orders, not why one is cancelled.
      const times = new Set([...timesIn(analysis), ...analysis.fillers])
      const said = runs.filter((run) => !run.every((place) => times.has(place)))
      return freeText(said, argument.maxLength, analysis, asked)
    }
    case 'date':
    case 'money': {
      for (let size = MAX_RUN; size > 0; size -= 1) {
        for (const run of runs) {
          for (let at = 0; at + size <= run.length; at += 1) {
            const places = run.slice(at, at + size)
            if (places.every((place) => analysis.fillers.has(place))) continue
            const [value] = argumentValues(command, argument, sliceOf(places, analysis), view, {
              withFuzzy: false,
              ...(!targets.some(({ isExact }) => isExact) && { target: view.context }),
            })
            if (value && !value.refusal) return { ...value, places, sure: 1 }
          }
        }
      }
      return null
    }
    case 'text': {
      const found = freeText(runs, argument.maxLength ?? Number.POSITIVE_INFINITY, analysis, asked)
      // One word may be anything.
      return found !== null && found.places.length > 1 && isWrittenAs(argument, found.text) ? found : null
    }
    case 'record':
      return null
  }
}

const timesIn = ({ clauses }: Analysis): number[] =>
  clauses.flatMap((part) => (part.meaning.kind === 'created' ? placesOf(part) : []))

const boundsIn = ({ clauses }: Analysis): number[] =>
  clauses.flatMap((part) => (part.meaning.kind === 'range' ? placesOf(part) : []))

const freeText = (
  runs: readonly (readonly number[])[],
  maxLength: number,
  analysis: Analysis,
  { weightOf }: Asked,
): FoundValue | null => {
  const weight = (run: readonly number[]) => run.reduce((sum, place) => sum + weightOf(place), 0)
  const [longest] = runs.toSorted((a, b) => weight(b) - weight(a))
  if (longest === undefined || weight(longest) === 0) return null
  const text = withoutBecause(sliceOf(longest, analysis))
  return text.length > maxLength || text === '' ? null : { value: text, text, places: longest, sure: FREE }
}

const sliceOf = (places: readonly number[], { text, tokens }: Analysis): string =>
  text.slice(tokens[places[0] ?? 0]?.start, tokens[places.at(-1) ?? 0]?.end)

/** Runs of neighbouring places that are not taken. */
const runsOf = ({ tokens }: Analysis, taken: ReadonlySet<number>): number[][] => {
  const runs: number[][] = [[]]
  for (const place of tokens.keys()) {
    if (taken.has(place)) runs.push([])
    else runs.at(-1)?.push(place)
  }
  return runs.filter((run) => run.length > 0)
}
