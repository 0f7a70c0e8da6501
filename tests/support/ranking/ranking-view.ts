import i18next, { type i18n } from 'i18next'
import type { Role } from '../../../domain/access/permissions.ts'
import { type LanguageCode, languageCodes } from '../../../domain/core/languages.ts'
import type { ShippingStatus } from '../../../domain/fulfillment/shipping-status.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { type ResourceName, resourceNames } from '../../../domain/resources.ts'
import { readTexts } from '../../../scripts/lib/read-texts.mjs'
import type {
  ArgumentChoice,
  ArgumentDefinition,
  Command,
  CommandContext,
} from '../../../src/commands/command.ts'
import type { ListPort } from '../../../src/commands/command-ports.ts'
import type { Translate } from '../../../src/i18n/i18n.ts'
import { prepareChoiceIn, prepareCommand, textsOf } from '../../../src/palette/ranking/palette-words.ts'
import { createRecents } from '../../../src/palette/ranking/recents.ts'
import type { Lookup } from '../../../src/palette/ranking/record-search.ts'
import type { PreparedChoice } from '../../../src/palette/ranking/text-analysis.ts'
import { prepareHelp } from '../../../src/palette/results/browse-sections.ts'
import { choiceText } from '../../../src/palette/results/command-item.ts'
import { nextDays } from '../../../src/palette/results/days.ts'
import { type PaletteItem, trimSections } from '../../../src/palette/results/palette-item.ts'
import type { PaletteView } from '../../../src/palette/results/palette-view.ts'
import { readInput, resourceScopeOf } from '../../../src/palette/results/read-input.ts'
import { lookupOf, readingsOf } from '../../../src/palette/results/readings.ts'
import { typedSections } from '../../../src/palette/results/typed-sections.ts'
import { contextWith, once, recordingPorts } from '../../unit/console/palette/palette-context.ts'
import { registry } from '../console-registry.ts'
import { memoryStorage } from '../memory-storage.ts'
import { wholeOrder, wholeShipping } from '../whole-records.ts'
import { answerSearch } from './answer-search.ts'
import { couriers } from './records.ts'

/** Screen and role when the palette opens; by default no screen and an admin. */
export type From = { on?: ResourceName; selected?: true; role?: Role; status?: ShippingStatus }

/** All rows of the palette for a text, best first, over the fixed records. */
export function found(language: LanguageCode, typed: string, from: From = {}): readonly PaletteItem[] {
  const { view, input, readings, lookup } = read(language, typed, from)
  const hits = questionsOf(lookup)
    .map((query) => answerSearch(query, lookup.resource))
    .find((some) => some.length > 0)
  const search = { hits: hits ?? [], query: lookup.query, failure: null }
  return trimSections(typedSections(input, readings, { ...view, search })).flatMap(({ items }) => items)
}

/** The palette's search requests; the first with hits is used. */
export const lookupFor = (language: LanguageCode, typed: string, from: From = {}) => {
  const { lookup } = read(language, typed, from)
  return { questions: questionsOf(lookup), resource: lookup.resource }
}

const questionsOf = ({ query, others = [] }: Lookup): readonly string[] =>
  query === '' ? [] : [query, ...others]

const read = (language: LanguageCode, typed: string, from: From) => {
  const { scope, rest } = scopeTyped(language, typed)
  const view = { ...viewOf(language, from), scope }
  const input = readInput(rest)
  const readings = readingsOf(input, view)
  return { view, input, readings, lookup: lookupOf(input, readings, view, 'users') }
}

/** A resource's name and a space as the first word set the palette's scope; the word is removed. */
export function scopeTyped(
  language: LanguageCode,
  typed: string,
  scopes: readonly ResourceName[] = resourceNames,
): { scope: ResourceName | null; rest: string } {
  const space = typed.indexOf(' ')
  const scope = space < 0 ? null : resourceScopeOf(typed.slice(0, space + 1), scopeWords(language, scopes))
  return scope === null ? { scope, rest: typed } : { scope, rest: typed.slice(space + 1) }
}

const scopeWords = (language: LanguageCode, scopes: readonly ResourceName[]) =>
  scopes.map((resource) => ({
    resource,
    words: ['title', 'one'].flatMap((key) => textsOf(translators[language], `${resource}:${key}`)),
  }))

const resources = Object.fromEntries(languageCodes.map((language) => [language, readTexts(language)]))

const translatorOf = async (lng: LanguageCode): Promise<i18n> => {
  const translator = i18next.createInstance()
  await translator.init({ lng, interpolation: { escapeValue: false }, resources })
  return translator
}

export const translators = Object.fromEntries(
  await Promise.all(languageCodes.map(async (language) => [language, await translatorOf(language)])),
) as Record<LanguageCode, i18n>

export const preparedIn = Object.fromEntries(
  languageCodes.map((language) => [
    language,
    registry.commands
      .filter(({ hidden }) => !hidden)
      .map((command) => prepareCommand(translators[language], command)),
  ]),
)

const today = '2026-11-21'

/** Cached per language, as when the palette opens. */
const viewOf = (language: LanguageCode, from: From): Omit<PaletteView, 'scope'> =>
  once(views, JSON.stringify([language, from]), () => makeView(language, from))

const views = new Map<string, Omit<PaletteView, 'scope'>>()

const makeView = (language: LanguageCode, from: From): Omit<PaletteView, 'scope'> =>
  viewIn(
    language,
    contextOf(from),
    couriers.map(({ id, name, phone }) => ({ value: id, text: name, detail: formatPhone(phone) })),
  )

/** The palette in a language on a screen; of fetched choices only couriers exist. */
export const viewIn = (
  language: LanguageCode,
  context: CommandContext,
  couriers: readonly ArgumentChoice[],
): Omit<PaletteView, 'scope'> => {
  const translator = translators[language]
  const t: Translate = (key, values) => translator.t(key, values ?? {})
  const choices = new Map<string, readonly PreparedChoice[]>()
  const choicesOf = (command: Command, argument: ArgumentDefinition): readonly PreparedChoice[] => {
    if (argument.kind === 'date') return nextDays(today, language, languageCodes)
    if (argument.kind !== 'choice') return []
    const all: readonly ArgumentChoice[] | Promise<readonly ArgumentChoice[]> =
      command.id === 'shipping.assign' ? couriers : argument.choices(context, AbortSignal.abort())
    if (all instanceof Promise) {
      all.catch(() => undefined)
      return []
    }
    return all.map((choice) => prepareChoiceIn(translator, choice, choiceText(choice, t)))
  }
  return {
    registry,
    context,
    t,
    language,
    flags: [],
    isPhone: false,
    recents: createRecents(memoryStorage(), 'u1'),
    prepared: preparedIn[language] ?? [],
    choicePhase: () => 'ready',
    choices: (command, argument) =>
      once(choices, `${command.id} ${argument.name}`, () => choicesOf(command, argument)),
    search: { hits: [], query: '', failure: null },
    records: { find: () => [] },
    numbers: { read: () => ({ hits: [] }) },
    help: () => prepareHelp(translator, registry),
    customers: { isAllowed: true, read: () => ({ phase: 'loading', customer: null }) },
  }
}

const contextOf = ({ on, selected, role = 'admin', status = 'OUT_FOR_DELIVERY' }: From): CommandContext => {
  const active = on === 'orders' ? wholeOrder() : on === 'shippings' ? wholeShipping({ status }) : null
  return contextWith({
    actor: { id: 'u1', role, country: 'ic', isEmailVerified: true, isActivated: true },
    resource: on ?? null,
    active,
    selection: selected && active ? { count: 12, predicate: { where: {} }, records: [active] } : null,
    ports: { ...recordingPorts().ports, list: on === undefined ? null : listPort },
  })
}

const nothing = () => undefined

/** A list stub that supports every action. */
export const listPort: ListPort = {
  move: nothing,
  moveTo: nothing,
  page: nothing,
  toggle: nothing,
  selectAll: nothing,
  clearSelection: nothing,
  open: nothing,
  refresh: nothing,
  focusFilter: nothing,
  sorts: () => [],
  sort: nothing,
  search: () => '',
  openMenu: nothing,
  whyNotEditCell: () => null,
  editCell: nothing,
  clearFilter: nothing,
  openColumns: nothing,
  print: nothing,
  toggleDensity: nothing,
  matching: () => Promise.resolve({ where: {} }),
  views: {
    choices: () => [],
    show: nothing,
    current: () => null,
    save: nothing,
    rename: nothing,
    update: () => Promise.resolve(),
    share: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    whyNotDefault: () => null,
    setDefault: async () => undefined,
    hasDefault: () => true,
  },
}

/**
 * A typed text and its meaning: a command (`order.confirm`), one with its arguments as the palette's row has
 * them (`order.status?status=CONFIRMED`), one on a record (`order.confirm #10423`), or a record by its list and title
 * (`orders: Awa Koné`).
 */
export type QueryRow = {
  query: string
  expects: string
  from?: From
  why?: string
}

/** Those that `GET search` answers. */
export const isRecordRow = ({ expects }: QueryRow): boolean => expects.includes(': ')
