import { largestIdCount } from '../../domain/changes/changes.ts'
import { languageCodes } from '../../domain/core/languages.ts'
import type { Filter, Filters } from '../../domain/lib/filter.ts'
import { MAX_FILTER_TEXT_LENGTH } from '../../domain/lib/filter-kinds.ts'
import { defaultLimit, defaultSkip, type ListDefinition, largestLimit } from '../../domain/lib/list-query.ts'
import { resourceNames, resources } from '../../domain/resources.ts'
import { choiceSchema, type JsonSchema, objectSchema, titled } from './json-schema.ts'
import type { Parameter, RequestHeader } from './operation.ts'
import { recordNamesOf } from './record-names.ts'

const most = 1_000_000_000

export const pageParameters = (limit = defaultLimit): Parameter[] => [
  { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: largestLimit, default: limit } },
  { name: 'skip', schema: { type: 'integer', minimum: 0, maximum: most, default: defaultSkip } },
]

/** Query parameters read by `parseListQuery`. */
export const listParameters = (list: ListDefinition): Parameter[] => [
  ...pageParameters(),
  sortParameter(list),
  ...filterParameters(list.filters),
]

/** Parameters of a resource's list that is read incrementally. */
export const changeParameters: readonly Parameter[] = [
  {
    name: 'updatedAfter',
    description:
      'Only what has changed after this day or instant, in the order of commits, with the ids of what was `deleted`; go on with the `cursor` of the answer. Without `sort`, `skip`, `keyword` and `ids`.',
    schema: { type: 'string' },
  },
  {
    name: 'cursor',
    description: 'That of the answer before: what has changed since.',
    schema: { type: 'string', maxLength: 400 },
  },
]

/** Parameters of a download: the list's without pages. */
export const downloadParameters = (list: ListDefinition): Parameter[] => [
  sortParameter(list),
  ...filterParameters(list.filters).filter(({ name }) => name !== 'ids'),
  idsParameter('ids', 'These alone, of those that match.'),
  idsParameter('except', 'Those that match, less these.'),
  // A list that filters by language is written in the one that it is filtered by.
  ...(Object.hasOwn(list.filters, 'language') ? [] : [wordsParameter]),
]

const wordsParameter: Parameter = {
  name: 'language',
  description: 'The language of its words; otherwise the one that `Accept-Language` prefers.',
  schema: choiceSchema(languageCodes),
}

/** The same as a body, with values written as in a query string. */
export const downloadSchema = (list: ListDefinition): JsonSchema => writtenObject(downloadParameters(list))

const idsParameter = (name: string, description: string): Parameter => ({
  name,
  isList: true,
  description,
  schema: { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: largestIdCount },
})

const sortParameter = (list: ListDefinition): Parameter => ({
  name: 'sort',
  description: `The field to sort by; a \`-\` before it turns the order round. By default \`-${list.sorts[0]}\`.`,
  schema: titled(`${sortedBy(list)}Sort`, {
    type: 'string',
    enum: list.sorts.flatMap((key) => [`-${key}`, key]),
  }),
})

/** Lists of no resource are those of changes. */
const sortedBy = (list: ListDefinition): string => {
  const resource = resourceNames.find((name) => resources[name].list === list)
  return resource === undefined ? 'Change' : recordNamesOf(resource).one
}

const filterParameters = (filters: Filters): Parameter[] => [
  {
    name: 'keyword',
    description: 'Words, a number, a name or a phone in any written form.',
    schema: { type: 'string', maxLength: 200 },
  },
  { name: 'from', description: 'Created at this day or instant, or later.', schema: { type: 'string' } },
  { name: 'to', description: 'Created before this day or instant.', schema: { type: 'string' } },
  {
    name: 'ids',
    isList: true,
    schema: { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 500 },
  },
  ...Object.entries(filters).map(([name, filter]) => ({ name, ...describeFilter(filter) })),
]

const number = '-?\\d+(\\.\\d+)?'
const rangePattern = `^(!?${number}|${number}\\.\\.(<?${number})?|>${number}\\.\\.(<?${number})?|\\.\\.<?${number})?$`

const instant = '\\d{4}-\\d{2}-\\d{2}(T[\\d:.]+(Z|[+-]\\d{2}:\\d{2}))?'
const spanPattern = `^(${instant}\\.\\.(${instant})?|\\.\\.${instant})?$`

const day = '\\d{4}-\\d{2}-\\d{2}'
const daysPattern = `^(${day}\\.\\.(${day})?|\\.\\.${day})?$`

const describeFilter = (filter: Filter): Omit<Parameter, 'name'> => {
  switch (filter.kind) {
    case 'choice':
      return {
        isList: true,
        description: 'Any of these.',
        schema: { type: 'array', items: choiceSchema(filter.values) },
      }
    case 'reference':
      return {
        isList: true,
        description: filter.optional ? 'Any of these ids; `none` where there is none.' : 'Any of these ids.',
        schema: {
          type: 'array',
          items: filter.optional
            ? { anyOf: [{ type: 'string', format: 'uuid' }, { const: 'none' }] }
            : { type: 'string', format: 'uuid' },
        },
      }
    case 'range':
      return {
        description:
          'A number, or a range: `2..5`, `2..`, `..5`; without an end: `>2..`, `..<5`, `>2..<5`; every other: `!0`.',
        schema: { type: 'string', pattern: rangePattern },
      }
    case 'flag':
      return { schema: { type: 'boolean' } }
    case 'span':
      return {
        description:
          'Two days or instants, `2026-11-01..2026-11-08`, the second exclusive; either may be left out.',
        schema: { type: 'string', pattern: spanPattern },
      }
    case 'days':
      return {
        description: 'Two days, `2026-11-01..2026-11-08`, the second exclusive; either may be left out.',
        schema: { type: 'string', pattern: daysPattern },
      }
    case 'text':
      return {
        description: 'Words that it contains, without regard to case and accents.',
        schema: { type: 'string', maxLength: MAX_FILTER_TEXT_LENGTH },
      }
  }
}

/** A bulk call's `where`: values written as in a query string. */
export const whereSchema = ({ filters }: ListDefinition): JsonSchema =>
  writtenObject(filterParameters(filters))

const writtenObject = (parameters: readonly Parameter[]): JsonSchema =>
  objectSchema(
    Object.fromEntries(parameters.map((parameter) => [parameter.name, writtenSchema(parameter)])),
    [],
  )

const writtenFlag = titled('WrittenFlag', { type: 'string', enum: ['', 'true', 'false'] })

const writtenSchema = ({ schema, isList, description }: Parameter): JsonSchema => {
  // An empty value means no filter.
  if (schema.type === 'boolean') return writtenFlag
  if (!isList) return { ...schema, ...(description === undefined ? {} : { description }) }
  const values = schema.items?.enum
  return {
    type: 'string',
    description:
      values === undefined
        ? 'Ids, with commas between them.'
        : `Any of ${values.join(', ')}, with commas between.`,
  }
}

/** Descriptions of request headers. */
export const requestHeaders: Record<RequestHeader, { description: string; schema: JsonSchema }> = {
  'Idempotency-Key': {
    description:
      'The same key with the same call gets the same answer for 24 hours, without a second effect. With another call it is refused.',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
  'If-Match': {
    description: 'The `version` that was read, in quotes. A record that has moved on is not changed.',
    schema: { type: 'string', pattern: '^(\\*|(W/)?"\\d{1,9}")$' },
  },
  Prefer: {
    description: '`respond-async` gets 202 and the job where this is long work, rather than its result.',
    schema: { type: 'string' },
  },
  'Last-Event-ID': {
    description: 'The id of the last message that was seen.',
    schema: { type: 'string' },
  },
}
