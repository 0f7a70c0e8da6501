import { isFillerIn } from '../../filter/languages/fillers.ts'
import { longWord } from '../../filter/languages/short-words.ts'
import { latinSpellings } from '../../filter/match-word.ts'
import type { Request } from '../../filter/sentence/read-request.ts'
import { rank } from '../ranking/rank.ts'
import type { Lookup } from '../ranking/record-search.ts'
import { repairText } from '../ranking/repair-text.ts'
import { otherLayouts } from '../ranking/text-analysis.ts'
import { vocabularyOf } from '../ranking/vocabulary.ts'
import { argumentValues } from './argument-page.ts'
import { nearestFirst } from './command-rows.ts'
import { type Inline, readInline } from './inline-arguments.ts'
import type { PaletteView, StillView } from './palette-view.ts'
import type { PaletteInput } from './read-input.ts'
import { lookedUpFor, requestOf } from './request-rows.ts'
import { codeIn, phonesIn, recordNumbersIn } from './text-anchors.ts'

/** Readings of a text: a request, commands with arguments, an invoice code. */
export type Readings = {
  request: Request | null
  inline: readonly Inline[]
  coded: Coded | null
  /** The text with slips and abbreviations written out, if it has any. */
  repaired: { input: PaletteInput; readings: Readings; slips: number } | null
}

/** An invoice code with the other words: `imprimer la facture INV-2026W46-3`. */
export type Coded = { code: string; rest: string }

export const noReadings: Readings = { request: null, inline: [], coded: null, repaired: null }

/** Parses the text; its readings decide which records are looked up by number. */
export const readingsOf = (input: PaletteInput, view: StillView): Readings => {
  const fixed = input.mode === 'all' && view.filtering ? repairText(input.text, view) : null
  const written = fixed && { ...input, text: fixed.text, typed: input.text }
  const repaired = written && { input: written, readings: plainReadings(written, view), slips: fixed.slips }
  return { ...plainReadings(input, view), repaired }
}

const plainReadings = (input: PaletteInput, view: StillView): Readings => {
  const coded = codedOf(input)
  // Digits of a code are no record numbers.
  return coded === null
    ? { request: requestOf(input, view), inline: inlineOf(input, view), coded, repaired: null }
    : { request: null, inline: [], coded, repaired: null }
}

const codedOf = ({ mode, text }: PaletteInput): Coded | null => {
  if (mode !== 'all') return null
  const written = codeIn(text)
  if (written !== null) return { code: written.text, rest: text.replace(written.text, ' ').trim() }
  // `ШТМ-2026Ц46-3`: typed on another keyboard layout.
  const isOther = /\p{Script=Cyrillic}/u.test(text) && !/\s/.test(text)
  const [meant] = isOther ? otherLayouts(text).flatMap((one) => codeIn(one) ?? []) : []
  return meant === undefined ? null : { code: meant.text, rest: '' }
}

const inlineOf = ({ mode, text }: PaletteInput, view: StillView): readonly Inline[] =>
  mode === 'all' || mode === 'commands'
    ? readInline(text, {
        commands: nearestFirst(view).sorted,
        get: view.registry.get,
        values: (command, argument, query, ofRecordInHand = false) =>
          argumentValues(command, argument, query, view, {
            withFuzzy: false,
            ...(ofRecordInHand && { target: view.context }),
          }).filter(({ refusal }) => !refusal),
        isFiller: (word) => isFillerIn(word, view.language) || longWord(word, view.language) !== null,
        headKind: (head) => view.filtering?.detector.headKind(head, view.filtering.lists) ?? null,
      })
    : []

export function lookupOf(
  input: PaletteInput,
  readings: Readings,
  view: StillView,
  people: PaletteView['scope'],
): Lookup {
  const { repaired } = readings
  const lookup = plainLookup(input, readings, view, people)
  const meant = repaired && plainLookup(repaired.input, repaired.readings, view, people)
  if (!meant || lookup.query.startsWith('#') || meant.query === lookup.query) return lookup
  // `cmd de kouassi` finds nothing as it is: what is written out finds it.
  if (meant.query.startsWith('#') || lookup.query === '') {
    return { ...meant, others: [...(meant.others ?? []), input.text].slice(0, MAX_OTHER_QUERIES) }
  }
  const others = [meant.query, ...(lookup.others ?? []), ...(meant.others ?? [])].filter((one) => one !== '')
  return { ...lookup, others: [...new Set(others)].slice(0, MAX_OTHER_QUERIES) }
}

function plainLookup(
  input: PaletteInput,
  { request, inline, coded }: Readings,
  view: StillView,
  people: PaletteView['scope'],
): Lookup {
  const { mode, text } = input
  const { scope } = view
  if (coded !== null) return { query: coded.code, resource: scope }
  const among = mode === 'all' ? amongWords(text, view) : noWords
  // Its digits are no record's number.
  if (among.phone !== undefined) return { query: among.phone, resource: scope, others: [text] }
  const asked = request && lookedUpFor(request)
  if (asked === '' && among.names.length === 0 && among.exact === null) return { query: '', resource: scope }
  if (asked) {
    // The word read as a verb may be part of a name.
    return asked === request?.words
      ? {
          query: asked,
          // `new secret for webhook Odoo`: a word may name two lists.
          resource: scope ?? (among.nouns > 1 ? null : (request?.resource ?? null)),
          others: eachOnce([text, ...among.names], asked),
        }
      : { query: asked, resource: scope }
  }
  const numbered = inline.filter(({ number }) => number !== null)
  if (numbered.length > 0) {
    // Several resources have this command: the one with such a number is meant, unless the text asks about it.
    const meant = new Set(numbered.map(({ command }) => view.registry.get(command)?.resource ?? null))
    const [resource = null] = meant
    const isOne = meant.size === 1 && !/[?？]\s*$/.test(text)
    return { query: `#${numbered[0]!.number}`, resource: isOne ? (resource ?? scope) : scope }
  }
  if (mode === 'commands' || mode === 'filter' || mode === 'help') return { query: '', resource: null }
  if (among.exact !== null) {
    return { query: among.exact, resource: scope, others: eachOnce([text, ...among.names], among.exact) }
  }
  const query = askedFor(input)
  const others = eachOnce([...among.names, ...othersOf(text, view), ...latinOf(text)], query)
  const lookup = { query, resource: mode === 'people' ? people : scope }
  return others.length > 0 ? { ...lookup, others } : lookup
}

const eachOnce = (others: readonly string[], query: string): readonly string[] =>
  [...new Set(others)].filter((other) => other !== '' && other !== query).slice(0, MAX_OTHER_QUERIES)

/** Names are stored in Latin letters: `бамба` is `bamba`. */
const latinOf = (text: string): readonly string[] =>
  /\p{Script=Cyrillic}/u.test(text) ? latinSpellings(text) : []

/** What to search of a longer text: its only number or telephone, and the words that may be a name. */
type Among = { exact: string | null; phone?: string; names: readonly string[]; nouns: number }

const noWords: Among = { exact: null, names: [], nouns: 0 }

const amongWords = (text: string, { filtering, prepared }: StillView): Among => {
  const analysis = filtering?.detector.analyse(text, filtering.lists) ?? null
  if (analysis === null || analysis.tokens.length < 2) return noWords
  const [phone, ...phones] = phonesIn(analysis)
  if (phone !== undefined && phones.length === 0) {
    return phone.places.length === analysis.tokens.length
      ? noWords
      : { exact: phone.text, phone: phone.text, names: [], nouns: 0 }
  }
  const [number, ...numbers] = recordNumbersIn(analysis)
  const exact = number !== undefined && numbers.length === 0 ? `#${number.number}` : null
  const { tokens, fillers, clauses, verbs } = analysis
  // The name in `seller mariam` is searched too.
  const others = clauses.filter(({ meaning }) => meaning.kind !== 'reference')
  const read = new Set([...others, ...verbs].flatMap(({ from, to }) => tokens.slice(from, to)))
  const nouns = clauses.filter(({ meaning }) => meaning.kind === 'resource')
  const behind = Math.max(-1, ...nouns.map(({ to }) => to))
  const unread = tokens.flatMap((token, place) =>
    token.kind !== 'word' || fillers.has(place) || read.has(token)
      ? []
      : [{ place, word: token.word, text: text.slice(token.start, token.end) }],
  )
  const words = unread.filter(({ word }) => !isOfCommands(word, prepared)).map((one) => one.text)
  // `revoke key Sheet`: behind what it is, a name may be a word of commands.
  const last = behind < 0 ? [] : unread.filter(({ place }) => place >= behind)
  const isOfBoth = last.some(({ word }) => isOfCommands(word, prepared))
  const called = isOfBoth ? last.map((one) => one.text) : []
  // Names are two words at most where other words may be unknown too, and written last.
  const [longest = ''] = words.toSorted((a, b) => b.length - a.length)
  const names = [words.join(' '), called.join(' '), called[0] ?? '', words.slice(-2).join(' '), longest]
  return {
    exact,
    nouns: new Set(nouns.map(({ meaning }) => meaning.kind === 'resource' && meaning.resource)).size,
    names: [...names, ...names.flatMap(latinOf)].filter((name) => name !== '' && name !== text),
  }
}

/** Whether a word is a whole one of a command's name or keywords. */
const isOfCommands = (word: string, prepared: StillView['prepared']): boolean =>
  [...vocabularyOf(prepared).formsOf(word)].some(({ words }) => words.includes(word))

/** `#12` is sent with its sign: the server finds an exact number faster than a prefix. */
export const askedFor = ({ mode, text }: PaletteInput): string =>
  mode === 'number' && /^\d+$/.test(text) ? `#${text}` : text

const MIN_RESCUED_LENGTH = 4

/** Each one costs a request if nothing is found. */
const MAX_OTHER_QUERIES = 4

/** Not for words of commands, which prove the layout is right. */
const othersOf = (text: string, { prepared }: StillView): readonly string[] => {
  if (text.length < MIN_RESCUED_LENGTH || /\d/.test(text)) return []
  if (rank(text, prepared, { withFuzzy: false, withOtherLayouts: false }).length > 0) return []
  return otherLayouts(text)
    .filter((other) => /^[\p{L}\s'’-]+$/u.test(other))
    .slice(0, MAX_OTHER_QUERIES)
}
