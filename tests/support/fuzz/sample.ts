import type { JsonSchema } from '../../../server/openapi/json-schema.ts'
import type { OpenApiDocument } from '../../../server/openapi/openapi.ts'
import type { Random } from '../../../server/seed/row-writer.ts'
import { hostileValue, type Spoil } from './hostile-values.ts'
import type { KnownRecords } from './known-records.ts'

export type SampleOptions = {
  /** Probability of an invalid value. */
  spoils: number
  /** Probability that an optional member is present. */
  extras: number
  /** The resource of the call, to which its `ids` refer. */
  resource: string
}

/** Generates a value that a schema of the document allows, with existing ids; `name` is the member's. */
export type Sampler = (schema: JsonSchema, options: SampleOptions, name?: string) => unknown

type SchemaType = Extract<JsonSchema['type'], string>
type Sample = (schema: JsonSchema, name: string, depth: number, options: SampleOptions) => unknown

export const createSampler = (
  random: Random,
  document: OpenApiDocument,
  known: KnownRecords,
  spoil: Spoil,
): Sampler => {
  const resolve = (schema: JsonSchema): JsonSchema => {
    const { $ref } = schema as { $ref?: string }
    return $ref === undefined ? schema : resolve(document.components.schemas[$ref.split('/').at(-1)!]!)
  }
  const sample: Sample = (given, name, depth, options) => {
    const schema = resolve(given)
    if (random.chance(options.spoils * 0.5) || depth > 12) return hostileValue(random, spoil)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return sample(random.pick(choices), name, depth + 1, options)
    if (schema.allOf)
      return Object.assign({}, ...schema.allOf.map((part) => sample(part, name, depth + 1, options)))
    if (schema.const !== undefined) return schema.const
    // Usually the records' own country.
    if (name === 'country' && schema.enum && random.chance(0.85)) return 'ic'
    if (schema.enum) return random.pick(schema.enum)
    const type: SchemaType =
      typeof schema.type === 'string' ? schema.type : random.pick(schema.type ?? ['null'])
    return samplers[type](schema, name, depth, options)
  }
  const samplers: Record<SchemaType, Sample> = {
    null: () => null,
    boolean: () => random.chance(0.5),
    integer: ({ minimum = 0, maximum = 1_000 }) =>
      random.pick([minimum, minimum + 1, Math.min(maximum, random.between(minimum, minimum + 20))]),
    number: ({ minimum = 0, maximum = 1_000 }) =>
      random.pick([minimum, Math.min(maximum, 15_000), Math.min(maximum, random.between(1, 30_000))]),
    string: (schema, name, _, { resource }) =>
      schema.format === 'uuid' ? known.idFor(name, resource) : textOf(random, schema, name, known),
    array: ({ items = {}, minItems = 0, maxItems = 5 }, name, depth, options) =>
      Array.from({ length: random.between(minItems, Math.min(maxItems, minItems + 3)) }, () =>
        sample(items, name, depth + 1, options),
      ),
    object: ({ properties = {}, required = [] }, name, depth, options) => {
      const made = Object.fromEntries(
        Object.entries(properties)
          // Read-only members are refused unless unchanged.
          .filter(([, { readOnly = false }]) => !readOnly)
          .filter(([member]) =>
            required.includes(member) ? !random.chance(options.spoils * 0.2) : random.chance(options.extras),
          )
          .map(([member, property]) => [member, sample(property, member, depth + 1, options)]),
      )
      // A bulk call on all records would leave none for the following calls.
      return name === 'where' && random.chance(0.8) ? { ...made, country: 'fr' } : made
    },
  }
  return (schema, options, name = '') => sample(schema, name, 0, options)
}

const textOf = (random: Random, schema: JsonSchema, name: string, known: KnownRecords): string => {
  const named = texts[name]
  if (named !== undefined && schema.enum === undefined && random.chance(0.9)) return named(random, known)
  if (schema.format === 'uri' || schema.format === 'uri-reference') return 'https://example.com/montre.png'
  if (schema.format === 'email') return texts.email!(random, known)
  if (schema.pattern?.includes('\\d')) return random.pick(['1', '1..5', '2..', '..3'])
  const { minLength = 0, maxLength = 60 } = schema
  const text = random.chance(0.6) ? random.pick(words) : 'x'.repeat(random.pick([minLength, maxLength, 3]))
  return text.length < minLength ? text.padEnd(minLength, 'x') : text.slice(0, Math.max(maxLength, 1))
}

const words = ['Koné', 'Abidjan', '+2250708091011', 'ic', 'PENDING', '2026-11-01', 'Montre', '🛵', 'Client 1']

const day: (random: Random) => string = (random) =>
  new Date(Date.now() + random.between(-40, 40) * 86_400_000).toISOString().slice(0, 10)
const phone: (random: Random) => string = (random) => `+22507${random.between(10_000_000, 99_999_999)}`

/** Example texts by member name, if the schema does not specify one. */
const texts: Record<string, (random: Random, known: KnownRecords) => string> = {
  customerPhone: phone,
  phone,
  transporterPhone: phone,
  email: (random) => `f${random.between(1, 1e9)}@fuzz.test`,
  password: (random) => `soixante-${random.between(1, 1e6)}`,
  pack: (random) => `P-${random.between(1, 1e9)}`,
  from: day,
  to: day,
  startDate: day,
  endDate: day,
  expeditionDate: day,
  providedDate: day,
  callbackAt: (random) => new Date(Date.now() + random.between(1, 72) * 3_600_000).toISOString(),
  postponedTo: (random) =>
    new Date(Date.now() + random.between(1, 9) * 86_400_000).toISOString().slice(0, 10),
  country: () => 'ic',
  status: (random) => random.pick(['PENDING', 'CONFIRMED', 'DELIVERED']),
  role: () => 'seller',
  resource: () => 'orders',
  product: (_, known) => known.idFor('product', 'products'),
  owner: (_, known) => known.idFor('owner', 'users'),
  delivery: (_, known) => known.idFor('delivery', 'users'),
  deliveryGuy: (_, known) => known.idFor('delivery', 'users'),
  query: () => 'status=PENDING',
  week: () => '',
}
