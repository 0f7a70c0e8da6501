import { claimsOf, type TextWord } from '../ranking/rank-some.ts'
import { namedChoice } from './argument-page.ts'
import { type Asked, type Candidate, claimed } from './asked-text.ts'
import { helpItem } from './browse-sections.ts'
import { commandItem } from './command-item.ts'
import type { PaletteView } from './palette-view.ts'
import { placesOf } from './text-anchors.ts'
import { periodItems, valueCommands } from './value-rows.ts'

/** Values of settings, a language, a country: their words are enough. */
export function valueCandidates({ words, analysis }: Asked, view: PaletteView): Candidate[] {
  // In a scope, a country is a filter.
  if (view.scope !== null) return []
  const { prepared } = view
  const isOfList = analysis.clauses.some(({ meaning }) => meaning.kind === 'resource')
  return valueCommands(view).flatMap(({ command, argument }) => {
    const meant = namedChoice(words, view.choices(command, argument))
    if (meant === null) return []
    const own = prepared.find(({ id }) => id === command.id)
    const [named] = own === undefined ? [] : claimsOf(words, own)
    const given = { args: { [argument.name]: meant.value }, words: [meant.text], hit: null }
    return {
      item: commandItem(command, view.context, { ...view, given }),
      claims: new Map([
        ...[...(named?.claims ?? [])].filter(([place]) => !meant.others.has(place)),
        // A word of a country's name is enough.
        ...[...meant.claims].map(
          ([place, sure]) =>
            [place, command.id === 'console.country' ? Math.max(sure, SURE_WORD) : sure] as const,
        ),
      ]),
      // `orders of senegal` filters; `work in libya` changes the country.
      bonus:
        command.id === 'console.country'
          ? isOfList
            ? -OF_LIST
            : IN_COUNTRY
          : command.id === 'settings.mode'
            ? WHOLE
            : 0,
    }
  })
}

const SURE_WORD = 0.95

/** The whole appearance before a part of it. */
const WHOLE = 1

const OF_LIST = 12
const IN_COUNTRY = 3

/** `how much did we sell this month`: the figures of that time. */
export function periodCandidates({ analysis, words }: Asked, view: PaletteView): Candidate[] {
  const { clauses, verbs, tokens } = analysis
  const measured = verbs.filter(({ meaning }) => meaning === 'measure').flatMap(placesOf)
  const times = clauses.filter(({ meaning }) => meaning.kind === 'created')
  const [time] = times
  if (measured.length === 0 || time === undefined) return namedPeriods(measured, words, view)
  const sentence = {
    clauses: [time.meaning],
    resource: null,
    isSure: true,
    isBare: false,
    isMaybeName: false,
  }
  const [item] = periodItems({ sentence, words: '' }, view)
  if (item === undefined) return []
  const orders = clauses.filter(({ meaning }) => meaning.kind === 'resource').flatMap(placesOf)
  const claims = claimed([...measured, ...placesOf(time), ...orders])
  return tokens.length > 0 ? [{ item, claims, bonus: 3 }] : []
}

/** `weekly figures`. */
const namedPeriods = (
  measured: readonly number[],
  words: readonly TextWord[],
  view: PaletteView,
): Candidate[] => {
  const command = view.registry.get('dashboard.period')
  const [argument] = command?.args ?? []
  if (measured.length === 0 || command === undefined || argument === undefined) return []
  const period = namedChoice(words, view.choices(command, argument))
  if (period === null) return []
  const given = { args: { [argument.name]: period.value }, words: [period.text], hit: null }
  return [
    {
      item: commandItem(command, view.context, { ...view, given }),
      claims: new Map([...claimed(measured), ...period.claims]),
      bonus: 3,
    },
  ]
}

/** `how do i calculate`: lines of the help, when the text asks how. */
export function helpCandidates({ analysis, words }: Asked, view: PaletteView): Candidate[] {
  if (!analysis.asksHow) return []
  const lines = view.help().filter(({ id }) => id.startsWith('help:'))
  return lines
    .flatMap((line) => claimsOf(words, line))
    .flatMap(({ id, claims }) => {
      const item = helpItem(id, view)
      return item === null ? [] : [{ item, claims, bonus: HELP }]
    })
}

const HELP = 20
