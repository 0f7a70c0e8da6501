import type { CountryCode } from '../core/countries.ts'
import { countryNames } from '../core/country-names.ts'
import type { SearchDefinition } from '../lib/define-resource.ts'
import { fold } from '../lib/fold.ts'
import { formatPhone } from '../lib/phone-format.ts'
import type { Shape } from '../lib/shape.ts'
import { type ResourceName, type ResourceRecords, resources } from '../resources.ts'

type NamesIn<S> = S extends readonly (infer Name)[] ? Name : S extends string ? S : never
type Named<S> = { [K in keyof S]: NamesIn<S[K]> }[keyof S]
type OwnerIn<S> = S extends { owner: unknown } ? never : 'owner'
type Found<S> = 'id' | 'number' | 'country' | Named<S> | OwnerIn<S>

/** The fields of each record that its search entry needs; accepts a full record. */
export type Searchable = {
  [R in ResourceName]: Pick<
    ResourceRecords[R],
    Extract<keyof ResourceRecords[R], Found<(typeof resources)[R]['search']>>
  >
}

export type SearchEntry = {
  resource: ResourceName
  recordId: string
  country: string
  owner: string | null
  number: number
  title: string
  subtitle: string
  text: string
  digits: string
  /**
   * What identifies the record alone, folded: first its title, then phone digits, reference, e-mail or code. Exact matches of
   * these rank first.
   */
  keys: string[]
}

/** Increase when folding or the words of entries change: older entries are rebuilt (`rebuildEntries`). */
export const entryVersion = 2

export const toSearchEntry = <Name extends ResourceName>(
  resource: Name,
  record: Searchable[Name] & { id: string; number: number; country: string },
): SearchEntry => {
  const { search, shapes }: { search: SearchDefinition; shapes: Readonly<Record<string, Shape>> } =
    resources[resource]
  const { subtitle, keys = [], phone, owner = 'owner' } = search
  const isPhone = (name: string) => shapes[name]?.kind === 'phone'
  const textOf = (name: string) => textAt(record, name)
  const title = textOf(search.title)
  const digits = (phone === undefined ? '' : textOf(phone)).replace(/\D/g, '')
  const text = searchedFields(resource)
    .flatMap((name) => (name === 'country' ? countryNames[record.country as CountryCode] : [textOf(name)]))
    .flatMap(spellings)
    .filter((word) => word !== '')
  return {
    resource,
    recordId: record.id,
    country: record.country,
    owner: owner === null ? null : textOf(owner),
    number: record.number,
    title,
    subtitle: subtitle
      .map((name) => (isPhone(name) ? formatPhone(textOf(name)) : textOf(name)))
      .filter((part) => part !== '')
      .join(joint),
    // The leading space lets `% ab%` match the beginning of any word.
    text: ` ${text.join(' ')}`,
    digits,
    keys: [...new Set([fold(title), digits, ...keys.map((name) => fold(textOf(name)))])].filter(
      (key) => key !== '',
    ),
  }
}

/** The fields whose words find a record, without the phone. */
export const searchedFields = (resource: ResourceName): readonly string[] => {
  const { search, shapes }: { search: SearchDefinition; shapes: Readonly<Record<string, Shape>> } =
    resources[resource]
  const { title, subtitle, words = [title, ...subtitle] } = search
  return words.filter((name) => shapes[name]?.kind !== 'phone')
}

/** Separator of the parts of a subtitle. */
export const joint = ' · '

const textAt = (record: object, name: string): string =>
  String((record as Readonly<Record<string, unknown>>)[name] ?? '')

/** Only words are corrected, not numbers and references. */
const learned = /^\p{L}{4,40}$/u

/** The distinct words of entries, as corrections of mistyped ones. */
export const learnedWords = (entries: Iterable<Pick<SearchEntry, 'text'>>): string[] => {
  const words = new Set<string>()
  for (const { text } of entries) for (const word of text.split(' ')) words.add(word)
  return [...words].filter((word) => learned.test(word)).sort()
}

/** The distinct words that a text of an entry teaches, in all its spellings. */
export const wordsTaughtBy = (text: string): string[] => learnedWords([{ text: spellings(text).join(' ') }])

const joints = /(?<=\p{L})['’ʼ‘`´-](?=\p{L})/gu

/** Spellings of an apostrophe: `N’Guessan` -> `n'guessan`, `n guessan`, `nguessan`. */
const spellings = (text: string): string[] => [
  fold(text),
  ...text
    .split(/\s+/)
    .filter((word) => word.search(joints) >= 0)
    .map((word) => fold(word.replaceAll(joints, ''))),
]
