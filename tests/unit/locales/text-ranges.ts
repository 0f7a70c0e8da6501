import { changeVerbs, historyVerbs } from '../../../domain/changes/change-verbs.ts'
import { browserCodes, codes } from '../../../domain/core/codes.ts'
import { countryCodes } from '../../../domain/core/countries.ts'
import { personalPlaces } from '../../../domain/customers/personal-data.ts'
import { retentionRuleFields } from '../../../domain/customers/retention.ts'
import { earningsRuleFields } from '../../../domain/handovers/earnings.ts'
import { collectionStates } from '../../../domain/labels/label.ts'
import type { Shape, Shapes } from '../../../domain/lib/shape.ts'
import { importColumnNames } from '../../../domain/orders/import/import-columns.ts'
import { noteCodes } from '../../../domain/orders/import/note-codes.ts'
import { resourceNames, resources } from '../../../domain/resources.ts'
import { sourceAccessFields } from '../../../domain/sources/source.ts'
import { cancelReasons, noCancelReason } from '../../../domain/triage/claim.ts'
import { profileFields } from '../../../domain/users/profile.ts'
import type { ConsolePort } from '../../../src/app/commands/console-commands.ts'
import { createConsoleRegistry } from '../../../src/app/commands/registry.ts'
import { resourceViews } from '../../../src/resources/registry.ts'

/** A proxy that returns itself for every call and property: commands are only listed, not run. */
const anything: unknown = new Proxy(() => undefined, { get: () => anything, apply: () => anything })

const { commands } = createConsoleRegistry(anything as ConsolePort)

const perResource = (namesOf: (resource: (typeof resourceNames)[number]) => readonly string[]) =>
  resourceNames.flatMap((resource) => namesOf(resource).map((name) => `${resource}:${name}`))

const formFields = [
  ...perResource((resource) => {
    const { form } = resourceViews[resource]
    return Object.keys({ ...form?.createFields, ...form?.updateFields })
  }),
  ...Object.keys(profileFields).map((name) => `profile:${name}`),
  ...Object.keys(sourceAccessFields).map((name) => `sources:${name}`),
  ...Object.keys(retentionRuleFields).map((name) => `orders:${name}`),
  ...Object.keys(earningsRuleFields).map((name) => `handovers:${name}`),
]

const headings = resourceNames.flatMap((resource) =>
  resourceViews[resource].columns.map(({ header }) => header),
)

/** Of an enumeration, or of a list of its words. */
const valuesOf = (shape: Shape): readonly string[] =>
  shape.kind === 'choice' ? shape.values : shape.kind === 'values' ? valuesOf(shape.of) : []

const choices = (resource: (typeof resourceNames)[number]) => {
  const shapes: Shapes = resources[resource].shapes
  return Object.entries(shapes).flatMap(([name, shape]) => valuesOf(shape).map((value) => `${name}.${value}`))
}

const under = (group: string, keys: readonly string[]) => keys.map((key) => key.replace(':', `:${group}.`))

/**
 * Keys of template literals whose variables are defined in other files. Other templates are matched with the words of their
 * file and its imports.
 */
export const textRanges: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['ask', 'askSingle', 'done', 'doneSingle'].map((name) => [
      `actions:*.${name}`,
      Object.keys(changeVerbs).map((verb) => `actions:${verb}.${name}`),
    ]),
  ),
  'orders:cancelReason.*': [...cancelReasons, noCancelReason].map((id) => `orders:cancelReason.${id}`),
  'commands:*.label': commands.map(({ id }) => `commands:${id}.label`),
  'keywords:*': commands.map(({ id }) => `keywords:${id}`),
  'commands:*.place': commands.map(({ id }) => `commands:${id}.place`),
  'commands:*.args.*': commands.flatMap(({ id, args = [] }) =>
    args.map(({ name }) => `commands:${id}.args.${name}`),
  ),
  'labels:label.*': [
    ...['number', 'basket', 'reprint', 'seller', 'delivery', 'noDelivery'],
    ...collectionStates.map((state) => `collection.${state}`),
  ].map((name) => `labels:label.${name}`),
  'countries:*': countryCodes.map((code) => `countries:${code}`),
  'errors:*': [...codes, ...browserCodes].map((code) => `errors:${code}`),
  'palette:reason.*': codes.map((code) => `palette:reason.${code}`),
  'invoice-page:history.*': historyVerbs
    .filter((verb) => verb.startsWith('invoice.'))
    .map((verb) => verb.replace('invoice.', 'invoice-page:history.')),
  'erase:places.*': personalPlaces.map((place) => `erase:places.${place}`),
  'import:columns.*': importColumnNames.map((name) => `import:columns.${name}`),
  'import:notes.*': noteCodes.map((code) => `import:notes.${code}`),
  '*:fields.*': [...under('fields', formFields), ...headings],
  '*:columns.*': headings,
  '*:hints.*': under('hints', formFields),
  '*:sections.*': perResource((resource) =>
    (resourceViews[resource].form?.sections ?? []).map(({ id }) => `sections.${id}`),
  ),
  '*:problems.*.*': under(
    'problems',
    formFields.flatMap((field) => codes.map((code) => `${field}.${code}`)),
  ),
  '*:filters.*': perResource((resource) =>
    [...Object.keys(resources[resource].list.filters), 'created'].map((name) => `filters.${name}`),
  ),
  '*:status.*': perResource((resource) => choices(resource).filter((name) => name.startsWith('status.'))),
  // A filter's value in words.
  '*:*.*': perResource((resource) =>
    Object.entries(resources[resource].list.filters).flatMap(([name, filter]) =>
      'values' in filter ? filter.values.map((value: string) => `${name}.${value}`) : [],
    ),
  ),
}

/** Keys that the server reads from the files: spreadsheets, problems, mails, payment terms. */
export const serverKeys: readonly string[] = [
  'invoices:terms',
  'exports:true',
  'exports:false',
  ...perResource((resource) => resources[resource].exported.flatMap((column) => fieldsOf(column))),
  ...resourceNames.flatMap((resource) =>
    resources[resource].exported.map((column) => `exports:columns.${column}`),
  ),
  ...perResource(choices),
]

function fieldsOf(column: string): string[] {
  return [`fields.${column}`, `fields.${column.replace(/Name$/, '')}`]
}
