import type { SearchHit } from '../../../domain/changes/changes.ts'
import { foldedWords } from '../../../domain/lib/fold.ts'
import { isAlmostBegun } from '../../../domain/lib/typo.ts'
import { type ResourceName, resourceNames } from '../../../domain/resources.ts'
import { listMeant } from '../../filter/detect-lists.ts'
import { isInsteadWord } from '../../filter/languages/fillers.ts'
import type { RequestVerb } from '../../filter/languages/sentence-language.ts'
import { latinSpellings } from '../../filter/match-word.ts'
import type { Analysis } from '../../filter/sentence/analyse-text.ts'
import type { TextWord } from '../ranking/rank-some.ts'
import { isAsTyped } from '../ranking/record-rank.ts'
import { isKnown } from '../ranking/repair-text.ts'
import { weights } from '../ranking/score.ts'
import { isOfPhone } from './customer-sections.ts'
import type { PaletteItem } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import { codeIn, hasCode, phonesIn, placesOf, recordNumbersIn } from './text-anchors.ts'

/** How surely a word of the text is explained, by its place. */
export type Claims = ReadonlyMap<number, number>

/** A row with what it explains. `bonus`: of its order among rows that explain as much. */
export type Candidate = { item: PaletteItem; claims: Claims; bonus?: number }

/** The text with what is found in it; shared by all candidates. */
export type Asked = {
  analysis: Analysis
  words: readonly TextWord[]
  weightOf: (place: number) => number
  all: number
  targets: readonly TextTarget[]
  isQuestion: boolean
  /** Whether the word names a record, or no language of the console knows it: a name or place. */
  mayBeName: (place: number) => boolean
}

/** A record that a part of the text identifies. */
export type TextTarget = { hit: SearchHit; places: readonly number[]; isExact: boolean; isPhone?: true }

export function askedIn(text: string, view: PaletteView): Asked | null {
  const { filtering } = view
  const analysis = filtering?.detector.analyse(text, filtering.lists) ?? null
  if (analysis === null) return null
  const { tokens, fillers } = analysis
  const left = leftPlaces(analysis)
  const words = tokens.map(
    (token, place): TextWord =>
      token.kind === 'word' && !left.has(place) ? { word: token.word, isFiller: fillers.has(place) } : null,
  )
  const targets = targetsIn(analysis, words, view)
  const exact = new Set(targets.flatMap(({ places, isExact }) => (isExact ? places : [])))
  const continued = new Set(targets.flatMap(({ places, isExact }) => (isExact ? places.slice(1) : [])))
  const looking = new Set(lookingVerbs(analysis))
  // `donne le à zoumana`: a filler elsewhere, here what to do.
  const doing = new Set(
    [
      ...analysis.verbs.filter((part) => isOfChange(part.meaning)),
      // `came back`: a status of words that say nothing alone.
      ...analysis.clauses.filter(
        (part) => part.meaning.kind === 'value' && placesOf(part).every((place) => fillers.has(place)),
      ),
    ].flatMap(placesOf),
  )
  const named = new Set(targets.flatMap(({ places }) => places))
  const isUnknown = (place: number) => {
    const token = tokens[place]
    return token?.kind === 'word' && !named.has(place) && !isKnown(token.word, view.prepared)
  }
  const weightOf = (place: number) => {
    // A telephone in groups weighs as much as one without spaces.
    if (exact.has(place)) return continued.has(place) ? 0 : weights.exact
    if (left.has(place)) return 0
    if ((fillers.has(place) && !doing.has(place)) || tokens[place]?.kind === 'sign') return 0
    return looking.has(place) ? weights.looking : isUnknown(place) ? weights.unknown : weights.word
  }
  const all = tokens.reduce((sum, _, place) => sum + weightOf(place), 0)
  return all === 0
    ? null
    : {
        analysis,
        words,
        weightOf,
        all,
        targets,
        isQuestion: isQuestion(text, analysis),
        mayBeName: (place) => named.has(place) || isUnknown(place),
      }
}

/** `top instead of left`: the word and what follows it say what is not wanted. */
const leftPlaces = ({ tokens, fillers }: Analysis): ReadonlySet<number> => {
  const at = tokens.findIndex((token) => token.kind === 'word' && isInsteadWord(token.word))
  if (at < 0) return new Set()
  const next = tokens.findIndex((_, place) => place > at && !fillers.has(place))
  // Amounts are read by the command that takes one.
  return new Set(tokens[next]?.kind === 'word' ? [at, next] : [])
}

const isOfChange = (verb: RequestVerb): boolean =>
  !['show', 'find', 'switch', 'measure', 'mark'].includes(verb)

/** `14962 livré ?`, `is 14977 delivered`: asks about a record and changes none. */
export const isQuestion = (text: string, { tokens }: Analysis): boolean => {
  const [first] = tokens
  return /[?？]\s*$/.test(text) || (first?.kind === 'word' && questionWords.has(first.word))
}

export const questionWords = new Set(
  'is was has have did does ist sind hat wurde wo ou est where dove donde где status stato estado etat статус'.split(
    ' ',
  ),
)

export const claimed = (places: Iterable<number>, sure = 1): Map<number, number> =>
  new Map([...places].map((place) => [place, sure]))

/** Records by number, telephone and name. */
function targetsIn(analysis: Analysis, words: readonly TextWord[], view: PaletteView): TextTarget[] {
  const { search, scope } = view
  const isInScopeOf = ({ resource }: SearchHit) => scope === null || scope === resource
  const numbers = recordNumbersIn(analysis)
  const numbered = numbers.flatMap(({ number, place }) =>
    hitsOfNumber(number, numbers.length === 1, view).map(
      (hit): TextTarget => ({ hit, places: [place], isExact: true }),
    ),
  )
  const phoned = phonesIn(analysis).flatMap(({ text, places }) =>
    search.hits
      .filter((hit) => isOfPhone(hit, text))
      .map((hit): TextTarget => ({ hit, places, isExact: true, isPhone: true })),
  )
  const code = codeIn(analysis.text)
  const coded =
    code === null
      ? []
      : search.hits
          .filter(({ title }) => hasCode(title, code.text))
          .map(
            (hit): TextTarget => ({
              hit,
              places: analysis.tokens.flatMap(({ start }, place) =>
                start >= code.start && start < code.end ? place : [],
              ),
              isExact: true,
            }),
          )
  const times = new Set(
    analysis.clauses.flatMap((part) => (part.meaning.kind === 'created' ? placesOf(part) : [])),
  )
  const nameable = words.map((one, place) =>
    one === null || one.isFiller || times.has(place) ? null : one.word,
  )
  // Slips count only where nothing is found as typed.
  const asTyped = search.hits.filter(isAsTyped)
  // One word alone is what records are ranked by.
  const mayBeNamed = analysis.tokens.length < 2 ? [] : asTyped.length > 0 ? asTyped : search.hits
  const named = mayBeNamed.flatMap((hit): TextTarget[] => {
    const places = namingPlaces(hit, nameable, (word) => isKnown(word, view.prepared))
    return places.length === 0 ? [] : [{ hit, places, isExact: false }]
  })
  return [...coded, ...(code === null ? numbered : []), ...phoned, ...named].filter(({ hit }) =>
    isInScopeOf(hit),
  )
}

/** A single number is what the text searches; several are fetched each. */
const hitsOfNumber = (
  number: number,
  isOnly: boolean,
  { search, numbers }: PaletteView,
): readonly SearchHit[] => {
  const hits = isOnly ? search.hits : numbers.read(number).hits
  return hits.filter((hit) => hit.number === number || (isOnly && isByOtherNumber(hit, number, search)))
}

/** Of a search for a number alone: the parcel of the order that has it, or the order of the parcel. */
export const isByOtherNumber = (
  { rank }: SearchHit,
  number: number,
  { query }: Pick<PaletteView['search'], 'query'>,
): boolean => rank === 1 && query === `#${number}`

/** Shorter words begin too many names. */
export const MIN_NAME_LENGTH = 3

const namingPlaces = (
  hit: SearchHit,
  words: readonly (string | null)[],
  isKnownWord: (word: string) => boolean,
): number[] => {
  const title = foldedWords(hit.title)
  return words.flatMap((word, place) =>
    word !== null &&
    spellingsOf(word).some(
      (one) => one.length >= MIN_NAME_LENGTH && isBegunIn(one, title, !isKnownWord(word)),
    )
      ? place
      : [],
  )
}

/** A slip only if no word begins so: `koumassi` is a place, not `Kouassi`; and no word of the console: `touren` is not `Touré`. */
const isBegunIn = (word: string, title: readonly string[], mayBeSlip: boolean): boolean =>
  title.some(
    (own) => own.startsWith(word) || (mayBeSlip && word.length <= own.length + 1 && isAlmostBegun(word, own)),
  )

/** Names are stored in Latin letters. */
export const spellingsOf = (word: string): readonly string[] =>
  /\p{Script=Cyrillic}/u.test(word) ? latinSpellings(word) : [word]

/** `lists`: those that the user may see. */
export const nounsOf = (
  resource: ResourceName,
  { clauses }: Analysis,
  lists: readonly ResourceName[] = resourceNames,
): number[] =>
  clauses.flatMap((part) =>
    part.meaning.kind === 'resource' && listMeant(part.meaning.resource, lists) === resource
      ? placesOf(part)
      : [],
  )

/** `show`, `find`, `open`: what a record's row does. */
export const lookingVerbs = ({ verbs }: Analysis): number[] =>
  verbs.flatMap((part) => (part.meaning === 'show' || part.meaning === 'find' ? placesOf(part) : []))
