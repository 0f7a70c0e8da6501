import { fold } from '../../../domain/lib/fold.ts'
import { daysOfSpan, namedSpans } from '../../../domain/lib/span.ts'
import { todayIn } from '../../../domain/lib/zone-clock.ts'
import type { ArgumentDefinition, Command } from '../../commands/command.ts'
import type { Request } from '../../filter/sentence/read-request.ts'
import { argumentValues } from './argument-page.ts'
import { commandItem } from './command-item.ts'
import type { PaletteItem, RankedItem } from './palette-item.ts'
import { asRows } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import type { PaletteInput } from './read-input.ts'

export const isValueCommand = (id: string): boolean =>
  /^(?:settings\.|console\.(?:country|language)$)/.test(id)

type ValueCommand = { command: Command; argument: ArgumentDefinition }

/** Commands whose values identify them: languages, countries, settings. */
export const valueCommands = ({ registry }: Pick<PaletteView, 'registry'>): ValueCommand[] =>
  registry.commands.flatMap((command) => {
    const { id, args = [] } = command
    const [argument, ...others] = args
    return isValueCommand(id) && argument?.kind === 'choice' && others.length === 0
      ? [{ command, argument }]
      : []
  })

/** Shorter texts are codes, and begin too many words. */
const MIN_VALUE_LENGTH = 4

/** `allemand`, `tunesia`: only the name of a language or country. */
export const valueRows = ({ mode, text }: PaletteInput, view: PaletteView): RankedItem[] =>
  mode === 'all' && view.scope === null && text.length >= MIN_VALUE_LENGTH
    ? asRows([...valueItems(text, view, isWhole), ...countryItems(text, view)])
    : []

/** `burkina`, `ivoire`: a word of a country's name. */
const countryItems = (text: string, view: PaletteView): PaletteItem[] =>
  valueItems(text, view, isWordOf).filter(({ id }) => id.startsWith('command:console.country'))

const isWordOf: Fits = (typed, folded) => typed.length > MIN_VALUE_LENGTH && folded.split(' ').includes(typed)

type Fits = (typed: string, folded: string) => boolean

export const isWhole: Fits = (typed, folded) => folded === typed

export const isBegun: Fits = (typed, folded) => typed.length >= MIN_VALUE_LENGTH && folded.startsWith(typed)

export const valueItems = (written: string, view: PaletteView, fits: Fits): PaletteItem[] => {
  const typed = fold(written)
  if (typed === '') return []
  // The same word is a value of several settings: the whole appearance comes before a part of it.
  const commands = valueCommands(view).toSorted(
    (a, b) => Number(b.command.id === 'settings.mode') - Number(a.command.id === 'settings.mode'),
  )
  return commands.flatMap(({ command, argument }) =>
    view
      .choices(command, argument)
      .filter(({ prepared }) => prepared.texts.some((some) => some.some(({ folded }) => fits(typed, folded))))
      .map(({ choice, text }) =>
        commandItem(command, view.context, {
          ...view,
          given: { args: { [argument.name]: choice.value }, words: [text], hit: null },
        }),
      ),
  )
}

/** The dashboard's period of a sentence's span. */
const periods: Readonly<Record<string, string>> = {
  today: 'today',
  yesterday: 'yesterday',
  'this-month': 'month',
  'last-month': 'lastMonth',
  '<1w': '7d',
  '<7d': '7d',
  '<1m': '30d',
  '<30d': '30d',
}

/** `revenue last month`: the dashboard with that period. */
export function periodItems(
  { sentence, words }: Pick<Request, 'sentence' | 'words'>,
  view: PaletteView,
): PaletteItem[] {
  const command = view.registry.get('dashboard.period')
  const [argument] = command?.args ?? []
  if (command === undefined || argument === undefined) return []
  const said = sentence?.clauses.find((clause) => clause.kind === 'created')?.value
  const period = said === undefined ? undefined : periods[said]
  const choices = view.choices(command, argument)
  const values =
    period !== undefined
      ? choices
          .filter(({ choice }) => choice.value === period)
          .map(({ choice, text }) => ({ value: choice.value, text }))
      : said === undefined
        ? argumentValues(command, argument, words, view, { withFuzzy: false }).slice(0, words === '' ? 0 : 1)
        : daysSaid(said, view)
  return values.map(({ value, text }) =>
    commandItem(command, view.context, {
      ...view,
      given: { args: { [argument.name]: value }, words: [text], hit: null },
    }),
  )
}

/** Days that are no named period, `2026-11-16..2026-11-22`. */
function daysSaid(said: string, { context, filtering }: PaletteView): { value: string; text: string }[] {
  const span = namedSpans.find((name) => name === said)
  const today = todayIn(context.country)
  const days = span === undefined ? null : daysOfSpan[span](today)
  const value = days === null ? said : `${days.first}..${days.last}`
  if (!filtering || !/^\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}$/.test(value)) return []
  return [{ value, text: filtering.detector.describe('orders', `created:${said}`) }]
}
