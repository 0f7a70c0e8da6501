import type { SearchHit } from '../../../domain/changes/changes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { currencyFormat } from '../../../domain/lib/currency-format.ts'
import { inDigits } from '../../../domain/lib/typed/number-words.ts'
import { readAmount } from '../../../domain/lib/typed/read-amount.ts'
import { todayIn } from '../../../domain/lib/zone-clock.ts'
import { hitOf } from '../../../domain/search/hit-of.ts'
import { recordArgument } from '../../../machines/palette/palette-types.ts'
import {
  type ArgumentDefinition,
  type Command,
  type CommandContext,
  targetOf,
} from '../../commands/command.ts'
import { type KeyInput, keyCandidates } from '../../keyboard/normalize-key.ts'
import { rank } from '../ranking/rank.ts'
import { rankSome, type TextWord } from '../ranking/rank-some.ts'
import { isStale, tierBefore } from '../ranking/record-rank.ts'
import { isAwaited } from '../ranking/record-search.ts'
import type { Prepared, PreparedChoice } from '../ranking/text-analysis.ts'
import { dayInWords, readDay, readNamedDay, withoutComing } from './days.ts'
import type { PaletteItem, PaletteSection } from './palette-item.ts'
import type { PaletteView, StillView } from './palette-view.ts'
import { recordItem } from './record-item.ts'

/** Rows of an argument: records, choices, days, amounts or free text. */
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

/** A command's argument; its record counts as one. */
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
    if (text === '') return firstRecords(command, argument, view)
    return view.search.hits.map((hit) =>
      recordAnswer(argument, hit, view, {
        stale: isStale(hit, tierBefore(hit, text), text, isAwaited(view.search, text)),
      }),
    )
  }
  // Values are judged by the active records; for a named record the server decides.
  const target = ofNamedRecord ? undefined : view.context
  const values = argumentValues(command, argument, query, view, { withFuzzy: true, target })
  const hasPicks =
    argument.kind === 'choice' &&
    !argument.isDigitsText &&
    query === '' &&
    (argument.hasDigits || !values.some(({ text }) => /^\d/.test(text)))
  return values.map(({ value, text, detail, whole, refusal }, index) => ({
    id: argument.kind === 'text' ? 'text' : `choice:${value}`,
    title: text,
    detail,
    whole,
    icon: command.icon,
    pick: hasPicks && index < MAX_PICKS ? String(index + 1) : undefined,
    refusal: ofNamedRecord && argument.kind !== 'text' ? null : refusal,
    act: { kind: 'answer', value },
  }))
}

/** The list's first records, where the command asks for more: Enter alone changes nothing. */
const firstRecords = (
  command: Command,
  argument: Extract<ArgumentDefinition, { kind: 'record' }>,
  view: PaletteView,
): PaletteItem[] => {
  const { filtering } = view
  const { resource } = argument
  const isSafe = command.args !== undefined && command.args.length > 0
  if (!isSafe || !filtering?.lists.includes(resource)) return []
  return filtering
    .count(resource, '')
    .records.map((record) => recordAnswer(argument, hitOf(resource, record as never), view))
}

/** The row of a record as the argument. */
export const recordAnswer = (
  { name }: ArgumentDefinition,
  hit: SearchHit,
  view: Pick<PaletteView, 't' | 'registry'>,
  { stale = false } = {},
): PaletteItem => {
  const { id, title, detail, note, icon } = recordItem(hit, view)
  const value = name === recordArgument ? `${hit.resource}/${hit.id}` : hit.id
  return { id, title, detail, note, icon, hit, stale, act: { kind: 'answer', value } }
}

/**
 * The row chosen by a digit key, by physical key (`&` is 1 on AZERTY). An accented letter on that key is text while a choice
 * begins with it.
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

/** A value of an argument with its display text. */
export type ArgumentValue = Pick<PaletteItem, 'detail' | 'whole' | 'refusal'> & {
  value: string
  text: string
}

/**
 * Values that match the text, best first; all of them for an empty text. Records are searched elsewhere. `withFuzzy` includes
 * approximate matches. `target`: has the records that judge a text.
 */
export function argumentValues(
  command: Command,
  argument: ArgumentDefinition,
  query: string,
  view: StillView,
  { withFuzzy, target }: { withFuzzy: boolean; target?: CommandContext },
): ArgumentValue[] {
  const country = countryOfTarget(command, view)
  const text = query.trim()
  switch (argument.kind) {
    case 'choice':
      return [
        ...matching(view.choices(command, argument), text, withFuzzy),
        // Inline, any word may follow a command's name: free text is only accepted on the argument's page.
        ...(withFuzzy && argument.maxLength !== undefined ? textValue(text, argument.maxLength) : []),
      ]
    case 'date': {
      const written = dayValue(text, todayIn(country), view.language)
      if (written.length > 0) return written
      // `tra due giorni`.
      const choices = view.choices(command, argument)
      const found = matching(choices, inDigits(text, true), withFuzzy)
      // On the argument's page; inline, `so` and `do` are words of a sentence.
      const named = withFuzzy ? readNamedDay(text, todayIn(country), view.language) : null
      if (named !== null) {
        const others = found.filter(({ value }) => value !== named)
        return [...dayChoice(named, todayIn(country), view.language), ...others]
      }
      const day = found.length > 0 ? null : withoutComing(text)
      return day === null ? found : matching(choices, day, withFuzzy)
    }
    case 'money':
      return amountValue(text, country, view.language).map((amount) => ({
        ...amount,
        refusal: (target && argument.whyNot?.(Number(amount.value), target)) ?? null,
      }))
    case 'text':
      return text === '' && argument.emptyKey !== undefined
        ? [{ value: '', text: view.t(argument.emptyKey) }]
        : textValue(text, argument.maxLength, (written) => argument.whyNot?.(written, target) ?? null)
    case 'record':
      return []
  }
}

/** Country for calendar and currency: the single target record's, else the selected one. */
export const countryOfTarget = (command: Command, { context }: Pick<StillView, 'context'>): CountryCode =>
  targetOf(command, context)?.record?.country ?? context.country

const matching = (choices: readonly PreparedChoice[], text: string, withFuzzy: boolean): ArgumentValue[] => {
  const found =
    text === ''
      ? choices
      : rank(text, preparedOf(choices), { withFuzzy }).map(
          ({ id }) => choices.find(({ choice }) => choice.value === id)!,
        )
  return found.map(({ choice: { value, detail, whole, refusal }, text }) => ({
    value,
    text,
    detail,
    whole,
    refusal,
  }))
}

const known = new WeakMap<readonly PreparedChoice[], readonly Prepared[]>()

/** Cached by choices. */
const preparedOf = (choices: readonly PreparedChoice[]): readonly Prepared[] => {
  const made = known.get(choices) ?? choices.map(({ prepared }) => prepared)
  known.set(choices, made)
  return made
}

/** A choice that some words name, and how surely each does. */
type NamedChoice = {
  value: string
  text: string
  claims: ReadonlyMap<number, number>
  quality: number
  /** Places of words that name other choices. */
  others: ReadonlySet<number>
}

/** Below it, another word of the choice was meant. */
const MIN_CHOICE = 0.7

/** The choice that some of the words name surely enough. */
export const namedChoice = (
  words: readonly TextWord[],
  choices: readonly PreparedChoice[],
): NamedChoice | null => {
  const [best, ...others] = rankSome(words, preparedOf(choices))
  const named = best && choices.find(({ choice }) => choice.value === best.id)
  if (!best || !named || best.quality < MIN_CHOICE) return null
  return {
    value: named.choice.value,
    text: named.text,
    claims: best.claims,
    quality: best.quality,
    others: new Set(others.flatMap(({ claims }) => [...claims.keys()])),
  }
}

const textValue = (
  text: string,
  maxLength = text.length,
  whyNot?: (text: string) => Code | null,
): ArgumentValue[] => {
  const written = text.slice(0, maxLength)
  return written === '' ? [] : [{ value: written, text: written, refusal: whyNot?.(written) ?? null }]
}

const dayValue = (text: string, today: string, language: string): ArgumentValue[] => {
  const day = readDay(text, today)
  return day === null ? [] : dayChoice(day, today, language)
}

const dayChoice = (day: string, today: string, language: string): ArgumentValue[] => [
  { value: day, ...dayInWords(day, today, language) },
]

const amountValue = (text: string, country: CountryCode, language: string): ArgumentValue[] => {
  const amount = readAmount(text, country)
  if (amount === null || amount < 0) return []
  const money = currencyFormat(localeOf(language), countries[country].currency)
  return [{ value: String(amount), text: money.format(amount) }]
}
