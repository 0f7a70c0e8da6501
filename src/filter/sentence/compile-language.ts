import type { NamedSpan } from '../../../domain/lib/span.ts'
import type { ResourceRecords } from '../../../domain/resources.ts'
import type { SentenceLanguage } from '../languages/sentence-language.ts'
import { beginningsOf, type Phrases, phrases } from './phrases.ts'

type Texts<Part> = { [Name in keyof Part]: Phrases }

/** A language's phrases compiled for matching. */
export type Compiled = {
  said: Record<SaidName, Phrases>
  numbers: readonly Phrases[]
  weekdays: readonly Phrases[]
  months: readonly Phrases[]
  units: Texts<SentenceLanguage['units']>
  spans: Record<NamedSpan, Phrases>
  clocks: Texts<SentenceLanguage['clocks']>
  concepts: Texts<SentenceLanguage['concepts']>
  flags: { [Name in keyof SentenceLanguage['flags']]: { yes: Phrases; no: Phrases } }
  values: Texts<SentenceLanguage['values']>
  denied: Readonly<Record<string, Phrases>>
  resources: Texts<ResourceRecords>
  /** Whether any phrase begins with the word. */
  begins: (word: string) => boolean
  places: readonly { said: Phrases; name: string }[]
  request: {
    polite: Phrases
    as: Phrases
    customer: Phrases
    verbs: Texts<SentenceLanguage['request']['verbs']>
    isVerbLast: boolean
  }
}

const saidNames = [
  'more',
  'less',
  'atLeast',
  'atMost',
  'older',
  'newer',
  'since',
  'lasting',
  'before',
  'after',
  'until',
  'on',
  'ago',
  'coming',
  'orMore',
  'orLess',
  'last',
  'departed',
  'creation',
  'between',
  'and',
  'not',
  'except',
  'inMonth',
  'without',
  'soldOut',
  'neverTried',
  'missedCall',
  'late',
  'beforeYesterday',
  'at',
  'noise',
] as const satisfies readonly (keyof SentenceLanguage)[]
export type SaidName = (typeof saidNames)[number]

/** Compiled on first use. */
export const compileLanguage = (language: SentenceLanguage): Compiled => {
  const known = made.get(language)
  if (known) return known
  const compiled: Compiled = {
    said: mapped(
      Object.fromEntries(saidNames.map((name) => [name, language[name]])) as Record<SaidName, string>,
    ),
    numbers: language.numbers.map(phrases),
    weekdays: language.weekdays.map(phrases),
    months: language.months.map(phrases),
    units: mapped(language.units),
    spans: mapped(language.spans),
    clocks: mapped(language.clocks),
    concepts: mapped(language.concepts),
    values: mapped(language.values),
    denied: mapped<string>({ ...language.denied }),
    resources: mapped(language.resources) as Compiled['resources'],
    flags: Object.fromEntries(
      Object.entries(language.flags).map(([name, { yes, no }]) => [
        name,
        { yes: phrases(yes), no: phrases(no) },
      ]),
    ) as Compiled['flags'],
    // Requests are parsed separately.
    begins: beginningsOf(textsIn({ ...language, request: null })),
    places: Object.entries(language.places ?? {}).map(([said, name]) => ({ said: phrases(said), name })),
    request: {
      polite: phrases(language.request.polite),
      as: phrases(language.request.as),
      customer: phrases(language.request.customer),
      verbs: mapped(language.request.verbs),
      isVerbLast: language.request.isVerbLast ?? false,
    },
  }
  made.set(language, compiled)
  return compiled
}

const textsIn = (part: unknown): string[] =>
  typeof part === 'string' ? [part] : Object.values(part ?? {}).flatMap(textsIn)

const made = new WeakMap<SentenceLanguage, Compiled>()

const mapped = <Name extends string>(texts: Record<Name, string>): Record<Name, Phrases> =>
  Object.fromEntries(Object.entries<string>(texts).map(([name, text]) => [name, phrases(text)])) as Record<
    Name,
    Phrases
  >
