import type { CountryCode } from '../core/countries.ts'
import { defineResource, type InputOf, type RecordIn } from '../lib/define-resource.ts'
import type { Fields, Values } from '../lib/field.ts'
import { fixedCountryColumn } from '../lib/goods.ts'
import { type RecordOf, recordShapes, type Shapes } from '../lib/shape.ts'

const day = { kind: 'date' } as const
const amount = { kind: 'money' } as const

/** What our service costs, in major units. `cashPercent`: of the cash collected. `courier`: what the courier earns. */
const feeFields = {
  delivery: { kind: 'money', required: true },
  returned: { kind: 'money', required: true },
  refused: amount,
  piece: amount,
  cashPercent: { kind: 'number', min: 0, max: 100, decimals: 3 },
  cashFixed: amount,
  cashLeast: amount,
  cashMost: amount,
  courier: amount,
} as const satisfies Fields

const feeColumn = <const F extends Fields[string]>(field: F) => ({ field }) as const

/**
 * Prices of our service in a country from a day to a day, both inclusive; without them from the beginning, without end.
 * `owner`: the seller it was agreed with, null for all; `zone`: null for the rest of the country. Which one holds:
 * `chooseTariff`. Empty fees are 0, an empty `refused` is that of `returned`.
 */
export const tariffs = defineResource('tariffs', {
  owned: false,
  columns: {
    country: fixedCountryColumn,
    /** Zone, or the country's ISO code, seller and first day. */
    name: { shape: { kind: 'text' }, export: false },
    owner: {
      field: { kind: 'reference', resource: 'users' },
      only: 'create',
      filter: { kind: 'reference', optional: true },
    },
    ownerName: { shape: { kind: 'text', nullable: true } },
    zone: {
      field: { kind: 'reference', resource: 'zones' },
      only: 'create',
      filter: { kind: 'reference', optional: true },
    },
    zoneName: { shape: { kind: 'text', nullable: true } },
    from: { field: day },
    to: { field: day },
    delivery: feeColumn(feeFields.delivery),
    returned: feeColumn(feeFields.returned),
    refused: feeColumn(feeFields.refused),
    piece: feeColumn(feeFields.piece),
    cashPercent: feeColumn(feeFields.cashPercent),
    cashFixed: feeColumn(feeFields.cashFixed),
    cashLeast: feeColumn(feeFields.cashLeast),
    cashMost: feeColumn(feeFields.cashMost),
    courier: feeColumn(feeFields.courier),
  },
  order: {
    exported: ['number', 'ownerName', 'zoneName', 'from', 'to'],
  },
  search: { title: 'name', subtitle: ['ownerName'], owner: null },
  views: [
    { id: 'general', query: 'owner:none' },
    { id: 'rest', query: 'zone:none' },
  ],
})

export type Tariff = RecordIn<typeof tariffs>
export type TariffInput = InputOf<typeof tariffs>

/** Most rows of a pasted grid. */
export const MAX_TARIFF_ROWS = 500

const { country, ...rowFields } = tariffs.fields

/** A row of a grid: a tariff without its country. */
export const tariffRowFields = rowFields

export type TariffRow = Values<typeof tariffRowFields>

export type TariffGridInput = { country: CountryCode; rows: readonly TariffRow[] }

/** Body of a rehearsal and of a grid beside its `rows`. */
export const tariffGridFields = { country: { ...country, required: true } } as const satisfies Fields

/**
 * What the parcels not yet billed would cost more with other tariffs; negative: less. `uncovered`: their cities that are in no
 * zone, with cities of zones that look alike.
 */
export const rehearsalShapes = {
  country: recordShapes.country,
  parcels: { kind: 'integer' },
  before: { kind: 'money' },
  after: { kind: 'money' },
  difference: { kind: 'money' },
  created: { kind: 'integer' },
  changed: { kind: 'integer' },
  sellers: {
    kind: 'list',
    of: {
      id: { kind: 'id' },
      name: { kind: 'text' },
      parcels: { kind: 'integer' },
      before: { kind: 'money' },
      after: { kind: 'money' },
      difference: { kind: 'money' },
    },
  },
  uncovered: {
    kind: 'list',
    of: {
      city: { kind: 'text', nullable: true },
      parcels: { kind: 'integer' },
      alike: { kind: 'values', of: { kind: 'text' } },
    },
  },
} as const satisfies Shapes

export type Rehearsal = RecordOf<typeof rehearsalShapes>
