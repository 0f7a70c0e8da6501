import { defineResource, type InputOf, type RecordIn } from '../lib/define-resource.ts'
import { fixedCountryColumn } from '../lib/goods.ts'

/**
 * A part of a country that is delivered at one price. `cities`: each with its other spellings, `Yopougon = Yop, Poy`
 * (`readCity`); a spelling belongs to one zone of a country. `tariffs`: how many name the zone. The owner is who made it.
 */
export const zones = defineResource('zones', {
  columns: {
    country: fixedCountryColumn,
    owner: { filter: { kind: 'reference' } },
    name: { field: { kind: 'text', max: 120, required: true }, sort: true },
    cities: { field: { kind: 'texts', max: 200, most: 500, required: true } },
    tariffs: { shape: { kind: 'integer' } },
  },
  search: { title: 'name', subtitle: [], words: ['name', 'cities'], owner: null },
  views: [{ id: 'new', query: 'created:<30d', sort: 'name' }],
})

export type Zone = RecordIn<typeof zones>
export type ZoneInput = InputOf<typeof zones>
