import { type Role, scopeOf } from '../../../../domain/access/permissions.ts'
import type { LanguageCode } from '../../../../domain/core/languages.ts'
import { formatPhone } from '../../../../domain/lib/phone-format.ts'
import { type ResourceName, resourceNames, resources } from '../../../../domain/resources.ts'
import { listsOf } from '../../../../src/app/commands/nav-items.ts'
import { createListDetector } from '../../../../src/filter/detect-lists.ts'
import { listWhere } from '../../../../src/filter/list-where.ts'
import { labelMatcher } from '../../../../src/filter/match-word.ts'
import { createReferences, type References } from '../../../../src/filter/references.ts'
import { helpSections } from '../../../../src/palette/results/browse-sections.ts'
import { type PaletteItem, trimSections } from '../../../../src/palette/results/palette-item.ts'
import type { PaletteView } from '../../../../src/palette/results/palette-view.ts'
import { readInput } from '../../../../src/palette/results/read-input.ts'
import { lookupOf, readingsOf } from '../../../../src/palette/results/readings.ts'
import { foundSections } from '../../../../src/palette/results/typed-sections.ts'
import type { Filtering } from '../../../../src/palette/results/use-filtering.ts'
import { listPort, scopeTyped, translators, viewIn } from '../../../support/ranking/ranking-view.ts'
import { contextWith, once, recordingPorts } from '../palette/palette-context.ts'
import type { Screen } from './query.ts'
import { actorId, answerSearch, countOf, couriers, productOptions, recordOf, sellers } from './records.ts'

/** Lists whose words are loaded here. */
const lists: readonly ResourceName[] = [
  'orders',
  'shippings',
  'users',
  'invoices',
  'products',
  'expeditions',
  'intake',
  'sources',
  'webhooks',
  'deliveries',
  'keys',
]

/** Reference names that a role may look up, all cached. */
const referencesFor = (role: Role): References => {
  const peopleOf = (filter: string) => {
    if (filter === 'product') return productOptions
    const isOwner = filter === 'owner'
    if (!isOwner && filter !== 'delivery' && filter !== 'deliveryGuy') return null
    const people = isOwner ? sellers : couriers
    return scopeOf(role, isOwner ? 'user.list' : 'delivery-guy.list') === null
      ? null
      : people.map(({ id = '', name = '' }) => ({ value: id, label: name }))
  }
  return {
    ...createReferences(() => null),
    has: (filter) => peopleOf(filter) !== null,
    known: (filter) => new Map(peopleOf(filter)?.map((one) => [one.value, one])),
    find: (filter, text) => {
      const isMatch = labelMatcher(text)
      return { options: (peopleOf(filter) ?? []).filter(({ label }) => isMatch(label)), phase: 'ready' }
    },
  }
}

const filterings = new Map<string, Filtering>()

const filteringIn = (language: LanguageCode, role: Role): Filtering =>
  once(filterings, `${language} ${role}`, () => {
    const detector = createListDetector(translators[language], {
      country: 'ic',
      references: referencesFor(role),
      recents: { list: () => [], use: () => undefined },
      loadWords: () => undefined,
    })
    return {
      lists: listsOf(role).filter((one) => lists.includes(one)),
      detector,
      count: (resource, query) => ({ phase: 'ready', count: countOf(role, resource, query), records: [] }),
      where: (resource, query) => listWhere(detector.filtersOf(resource), query, 'ic'),
      complete: () => [],
    }
  })

/** The palette over fixed records on a given screen. */
const viewOf = (
  language: LanguageCode,
  { on, active, role = 'admin' }: Screen,
): Omit<PaletteView, 'scope'> => {
  const record = active === undefined ? null : (recordOf(active) ?? null)
  const context = contextWith({
    actor: { id: actorId(role), role, country: 'ic', isEmailVerified: true, isActivated: true },
    resource: on ?? null,
    active: record,
    ports: {
      ...recordingPorts().ports,
      list: on === undefined ? null : { ...listPort, ask: () => Promise.resolve() },
    },
  })
  const courierChoices = couriers.map(({ id = '', name = '', phone = '' }) => ({
    value: id,
    text: name,
    detail: formatPhone(phone),
  }))
  const view = viewIn(language, context, courierChoices)
  return {
    ...view,
    filtering: filteringIn(language, role),
    numbers: { read: (number) => ({ hits: answerSearch(role, `#${number}`, null) }) },
    customers: { ...view.customers, isAllowed: scopeOf(role, 'customer.view') !== null },
  }
}

const views = new Map<string, Omit<PaletteView, 'scope'>>()

/** All rows for a text, best first, after the server's answer. */
export function found(language: LanguageCode, typed: string, screen: Screen = {}): readonly PaletteItem[] {
  const { role = 'admin' } = screen
  const scopes = resourceNames.filter((name) => scopeOf(role, resources[name].verbs.list) !== null)
  const { scope, rest } = scopeTyped(language, typed, scopes)
  const still: PaletteView = {
    ...once(views, JSON.stringify([language, screen]), () => viewOf(language, screen)),
    scope,
  }
  const input = readInput(rest)
  if (input.mode === 'help') return helpSections(input.text, still).flatMap(({ items }) => items)
  const readings = readingsOf(input, still)
  const lookup = lookupOf(input, readings, still, scopes.includes('users') ? 'users' : null)
  const questions = lookup.query === '' ? [] : [lookup.query, ...(lookup.others ?? [])]
  const answers = questions.map((query) => ({ query, hits: answerSearch(role, query, lookup.resource) }))
  const { hits, query: matched } = answers.find(({ hits }) => hits.length > 0) ?? {
    hits: [],
    query: lookup.query,
  }
  const view = { ...still, search: { hits, query: lookup.query, found: matched, failure: null } }
  return trimSections(foundSections(input, readings, view)).flatMap(({ items }) => items)
}
