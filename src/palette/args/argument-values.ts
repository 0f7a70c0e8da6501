import type { Code } from '../../../domain/codes.ts'
import { type CountryCode, countries } from '../../../domain/countries.ts'
import { localeOf } from '../../../domain/languages.ts'
import { parseAmount } from '../../../domain/lib/money.ts'
import type { ArgumentDefinition } from '../../commands/argument.ts'
import type { Command } from '../../commands/command.ts'
import { targetOf } from '../../commands/command-target.ts'
import type { StillView } from '../palette-view.ts'
import { rank } from '../ranking/rank.ts'
import type { Prepared, PreparedChoice } from '../ranking/text-analysis.ts'
import { dayInWords, readDay, todayIn } from './days.ts'

/** A value that an argument can take, in the words that it is shown in. */
export type ArgumentValue = { value: string; text: string; detail?: string; refusal?: Code | null }

/**
 * What was typed read as values of an argument, best first; where nothing was typed, all that there is to choose from.
 * Records are looked up elsewhere. `withFuzzy` takes what is only nearly a choice's name.
 */
export function argumentValues(
  command: Command,
  argument: ArgumentDefinition,
  query: string,
  view: StillView,
  { withFuzzy }: { withFuzzy: boolean },
): ArgumentValue[] {
  const country = countryOf(command, view)
  const text = query.trim()
  switch (argument.kind) {
    case 'choice':
      return [
        ...matching(view.choices(command, argument), text, withFuzzy),
        // Behind a command's name any word may follow: only a page that asks for the value takes it as it is.
        ...(withFuzzy && argument.maxLength !== undefined ? textValue(text, argument.maxLength) : []),
      ]
    case 'date': {
      const written = dayValue(text, todayIn(country), view.language)
      return written.length > 0 ? written : matching(view.choices(command, argument), text, withFuzzy)
    }
    case 'money':
      return amountValue(text, country, view.language)
    case 'text':
      return text === '' && argument.emptyKey !== undefined
        ? [{ value: '', text: view.t(argument.emptyKey) }]
        : textValue(text, argument.maxLength)
    case 'record':
      return []
  }
}

/** Whose calendar and currency hold: those of the one record in hand, else of the country that is selected. */
export const countryOf = (command: Command, { context }: Pick<StillView, 'context'>): CountryCode =>
  targetOf(command, context)?.record?.country ?? context.country

const matching = (choices: readonly PreparedChoice[], text: string, withFuzzy: boolean): ArgumentValue[] => {
  const found =
    text === ''
      ? choices
      : rank(text, preparedOf(choices), { withFuzzy }).map(
          ({ id }) => choices.find(({ choice }) => choice.value === id)!,
        )
  return found.map(({ choice: { value, detail, refusal }, text }) => ({ value, text, detail, refusal }))
}

const known = new WeakMap<readonly PreparedChoice[], readonly Prepared[]>()

/** The same list for the same choices: its words are put together once. */
const preparedOf = (choices: readonly PreparedChoice[]): readonly Prepared[] => {
  const made = known.get(choices) ?? choices.map(({ prepared }) => prepared)
  known.set(choices, made)
  return made
}

const textValue = (text: string, maxLength = text.length): ArgumentValue[] => {
  const written = text.slice(0, maxLength)
  return written === '' ? [] : [{ value: written, text: written }]
}

const dayValue = (text: string, today: string, language: string): ArgumentValue[] => {
  const day = readDay(text, today)
  return day === null ? [] : [{ value: day, ...dayInWords(day, today, language) }]
}

const amountValue = (text: string, country: CountryCode, language: string): ArgumentValue[] => {
  const amount = parseAmount(text, country)
  if (amount === null || amount < 0) return []
  const money = new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency: countries[country].currency,
  })
  return [{ value: String(amount), text: money.format(amount) }]
}
