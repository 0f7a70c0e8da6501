import { describe, expect, it } from 'vitest'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { type Filter, parseWhere } from '../../../domain/lib/filter.ts'
import { parseListQuery } from '../../../domain/lib/list-query.ts'
import { type FilterVocabulary, parseQuery, rewordQuery, tokenAt } from '../../../domain/lib/query.ts'
import { orders } from '../../../domain/orders/order.ts'
import { resourceNames, resources } from '../../../domain/resources.ts'
import { searchedFields } from '../../../domain/search/searchable.ts'

const id = '01890000-0000-7000-8000-000000000001'
const { filters } = orders.list

describe('a filter', () => {
  it('of a text reads a column that the search reads too, which has the index', () => {
    const texts = resourceNames.flatMap((resource) =>
      Object.entries<Filter>(resources[resource].list.filters).flatMap(([column, { kind }]) =>
        kind === 'text' ? [{ resource, column }] : [],
      ),
    )
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.filter(({ resource, column }) => !searchedFields(resource).includes(column))).toEqual([])
  })

  it('reads every written form', () => {
    const where = {
      keyword: '  koné ',
      from: '2026-01-01',
      to: '2026-02-01T00:00:00Z',
      ids: `${id}, ${id}`,
      status: 'PENDING,CANCELLED',
      delivery: `none,${id}`,
      quantity: '2..5',
      attempts: '3',
      total: '..100.5',
      duplicate: 'true',
      country: '',
      settled: '2026-01-01..',
      customerAddress: ' Angré, rue 12 ',
    }
    expect(parseWhere(filters, where)).toEqual({
      ok: true,
      value: {
        keyword: 'koné',
        from: '2026-01-01T00:00:00.000Z',
        to: '2026-02-01T00:00:00.000Z',
        ids: [id, id],
        filters: {
          status: { kind: 'choice', values: ['PENDING', 'CANCELLED'] },
          delivery: { kind: 'reference', ids: [id], orNone: true },
          quantity: { kind: 'range', min: 2, max: 5 },
          attempts: { kind: 'range', min: 3, max: 3 },
          total: { kind: 'range', min: null, max: 100.5 },
          duplicate: { kind: 'flag', value: true },
          settled: { kind: 'span', from: '2026-01-01T00:00:00.000Z', to: null },
          customerAddress: { kind: 'text', text: 'Angré, rue 12' },
        },
      },
    })
  })

  it.each<[string, unknown, string]>([
    ['colour', 'red', 'UNKNOWN_PARAMETER'],
    ['__proto__x', 'red', 'UNKNOWN_PARAMETER'],
    ['toString', 'red', 'UNKNOWN_PARAMETER'],
    ['status', ['PENDING'], 'NOT_TEXT'],
    ['status', 'pendin', 'NOT_A_CHOICE'],
    ['owner', 'none', 'NOT_AN_ID'],
    ['owner', '1', 'NOT_AN_ID'],
    ['quantity', '..', 'NOT_A_NUMBER'],
    ['quantity', '1e3', 'NOT_A_NUMBER'],
    ['quantity', '9999999999999..', 'TOO_LARGE'],
    ['sourceName', 'x'.repeat(201), 'TOO_LONG'],
    ['duplicate', 'yes', 'NOT_A_FLAG'],
    ['from', '2026-02-30', 'NOT_A_DATE'],
    ['from', 'yesterday', 'NOT_A_DATE'],
    ['settled', '2026-01-01', 'NOT_A_DATE'],
    ['settled', '..', 'NOT_A_DATE'],
    ['settled', '2026-02-30..', 'NOT_A_DATE'],
    ['keyword', 'a\u0000', 'NOT_TEXT'],
    ['keyword', '\udc00', 'NOT_TEXT'],
    ['keyword', 'a'.repeat(201), 'TOO_LONG'],
    ['ids', 'x', 'NOT_AN_ID'],
    ['ids', Array(501).fill(id).join(','), 'TOO_MANY_IDS'],
  ])('refuses %s = %j with %s', (path, value, code) => {
    expect(parseWhere(filters, { [path]: value })).toMatchObject({ ok: false, errors: [{ path, code }] })
  })
})

describe('a range', () => {
  const now = new Date('2026-11-10T12:00:00Z')

  it.each([
    ['attempts:>2', '3..'],
    ['attempts:>=2', '2..'],
    ['attempts:<2', '..1'],
    ['attempts:<=2', '..2'],
    ['attempts:>2.5', '3..'],
    ['attempts:<2.5', '..2'],
    ['quantity:<1', '..0'],
    ['total:>15000', '>15000..'],
    ['total:>=15000', '15000..'],
    ['total:<15000', '..<15000'],
    ['total:<=15000', '..15000'],
    ['total:>0.05', '>0.05..'],
    ['total:>100..<200', '>100..<200'],
    ['total:15000..', '15000..'],
  ])('reads %s as %s, and a link of it the same', (text, written) => {
    const [name = ''] = text.split(':')
    expect(parseQuery(filters, text, { now })).toEqual({ where: { [name]: written }, problems: [] })
    const same = { name: (one: string) => one, value: (_: string, value: string) => value }
    const link = rewordQuery(filters, text, undefined, same)
    expect(link).toBe(`${name}:${written}`)
    expect(parseQuery(filters, link, { now }).where).toEqual({ [name]: written })
  })

  it('has ends that may be left out of it', () => {
    const read = (total: string) => parseWhere(filters, { total })
    expect(read('>100..<200')).toMatchObject({
      ok: true,
      value: { filters: { total: { min: 100, max: 200, isAbove: true, isBelow: true } } },
    })
    for (const wrong of ['>..', '..<', '>100', '<100', '<100..', '..>100', '>>1..', '>=1..']) {
      expect([wrong, read(wrong)]).toMatchObject([wrong, { ok: false, errors: [{ code: 'NOT_A_NUMBER' }] }])
    }
  })
})

describe('an amount in the filter box', () => {
  const now = new Date('2026-11-10T12:00:00Z')
  const read = (text: string, country: CountryCode) =>
    parseQuery(filters, text, { now, vocabulary: { names: {}, values: {}, country } })

  it.each([
    ['total:>15.000', 'ic', { total: '>15000..' }],
    ['total:>15 000', 'ic', { total: '>15000..' }],
    ['total:>15\u202f000', 'sn', { total: '>15000..' }],
    ['total:>15,000', 'bf', { total: '>15000..' }],
    ["total:>15'000", 'fr', { total: '>15000..' }],
    ['total:>=1 234 567', 'ic', { total: '1234567..' }],
    ['total:10 000..20 000', 'ic', { total: '10000..20000' }],
    ['total:10.000..20.000', 'ic', { total: '10000..20000' }],
    ['total:>10.000..<20.000', 'ic', { total: '>10000..<20000' }],
    ['total:>12.500', 'tn', { total: '>12.5..' }],
    ['total:12,5', 'lib', { total: '12.5' }],
    ['total:<0,500', 'fr', { total: '..<0.5' }],
    ['total:<=1.234,50', 'fr', { total: '..1234.5' }],
    ['total:>١٥٬٠٠٠', 'ic', { total: '>15000..' }],
    ['total:≥15000F', 'ic', { total: '15000..' }],
    ['total:≥15 000', 'ic', { total: '15000..' }],
    ['total:!15 000', 'ic', { total: '!15000' }],
    ['total:>15 000 F', 'ic', { total: '>15000..' }],
    ['total:>15 000F abidjan', 'ic', { total: '>15000..', keyword: 'abidjan' }],
    ['total:12,5 DT tunis', 'tn', { total: '12.5', keyword: 'tunis' }],
    ['total:5..12,50 €', 'fr', { total: '5..12.5' }],
    ['quantity:>1 000 F', 'ic', { quantity: '1001..', keyword: 'F' }],
    ['quantity:>1 000', 'tn', { quantity: '1001..' }],
    ['total:>15 000 abidjan', 'ic', { total: '>15000..', keyword: 'abidjan' }],
    ['total:>15 00', 'ic', { total: '>15..', keyword: '00' }],
    ['total:>15000 225', 'ic', { total: '>15000..', keyword: '225' }],
    ['\u200btotal:\u200b>15\u200b000', 'ic', { total: '>15000..' }],
    ['created:2026–11–01', 'ic', { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }],
    ['created:٢٠٢٦-١١-٠١', 'ic', { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }],
  ] as const)('%s in %s asks for %j, and so does its link', (text, country, where) => {
    expect(read(text, country)).toEqual({ where, problems: [] })
    const same = { name: (one: string) => one, value: (_: string, value: string) => value }
    const link = rewordQuery(filters, text, { names: {}, values: {}, country }, same)
    expect(read(link, country).where).toEqual(where)
  })

  it('is said to be none where it can be no amount', () => {
    for (const text of ['total:>12.05.2026', 'total:>1 5000', 'total:cher', 'total:1,2,3']) {
      expect(read(text, 'ic').problems.length, text).toBeGreaterThanOrEqual(text.includes(' ') ? 0 : 1)
    }
  })
})

describe('a list query', () => {
  it('has its defaults, newest first; in the inbox what waits comes before, and costs are by day', () => {
    for (const name of resourceNames) {
      expect(parseListQuery(resources[name].list, {})).toMatchObject({
        ok: true,
        value: {
          limit: 10,
          skip: 0,
          sort: {
            key: name === 'intake' ? 'isOpen' : name === 'advertising' ? 'day' : 'createdAt',
            descending: true,
          },
        },
      })
    }
  })

  it('reports every problem at once', () => {
    const raw = { limit: '0', skip: '1.5', sort: '-colour', status: 'LOST' }
    expect(parseListQuery(orders.list, raw)).toEqual({
      ok: false,
      code: 'VALIDATION_FAILED',
      errors: [
        { path: 'limit', code: 'NOT_AN_INTEGER' },
        { path: 'skip', code: 'NOT_AN_INTEGER' },
        { path: 'sort', code: 'NOT_A_CHOICE' },
        { path: 'status', code: 'NOT_A_CHOICE' },
      ],
    })
    expect(parseListQuery(orders.list, { limit: '500', skip: '7', sort: 'number' })).toMatchObject({
      value: { limit: 500, skip: 7, sort: { key: 'number', descending: false } },
    })
  })
})

describe('a filter of days', () => {
  const days = resources.shippings.list.filters
  // 23:30 of the tenth in Tunis.
  const now = new Date('2026-11-10T22:30:00.000Z')
  const read = (text: string) => parseQuery(days, text, { now, timeZone: 'Africa/Tunis' })

  it.each([
    ['postponed:today', '2026-11-10..2026-11-11'],
    ['postponed:..today', '..2026-11-11'],
    ['postponed:today..', '2026-11-10..'],
    ['postponed:yesterday..2026-11-20', '2026-11-09..2026-11-21'],
    ['postponed:2026-11-25', '2026-11-25..2026-11-26'],
    ['postponed:2026-11-01..2026-11-25 postponed:2026-11-20..', '2026-11-20..2026-11-26'],
    ['postponed:>2d', '..2026-11-08'],
    ['postponed:tomorrow', '2026-11-11..2026-11-12'],
    ['postponed:next-week', '2026-11-16..2026-11-23'],
    ['postponed:<2d', '2026-11-08..'],
    ['postponed:..now', '..2026-11-10'],
    ['postponed:2026-11-10T22:59:59.999Z', '2026-11-10..2026-11-11'],
  ])('reads %s by the days of the country', (text, postponed) => {
    expect(read(text)).toEqual({ where: { postponed }, problems: [] })
    expect(parseWhere(days, { postponed })).toMatchObject({ ok: true })
  })

  it.each(['postponed:tomorrowish', 'postponed:..', 'postponed:now', 'postponed:..2026-02-30', 'since:..x'])(
    'reads no value in %s',
    (text) => {
      expect(read(text)).toEqual({ where: {}, problems: [{ token: text, code: 'NOT_A_VALUE' }] })
    },
  )

  it.each(['2026-11-01T00:00:00Z..', '2026-11-01', '..', '2026-02-30..', '..today'])(
    'refuses %s',
    (value) => {
      expect(parseWhere(days, { postponed: value })).toMatchObject({
        ok: false,
        errors: [{ path: 'postponed', code: 'NOT_A_DATE' }],
      })
    },
  )
})

describe('the filter box', () => {
  const now = new Date('2026-11-10T12:00:00.000Z')
  const vocabulary: FilterVocabulary = {
    names: { statut: 'status', livreur: 'delivery' },
    values: { status: { enattente: 'PENDING', confirmee: 'CONFIRMED' } },
  }
  const read = (text: string) => parseQuery(filters, text, { now, vocabulary })

  it('takes words and filters in any order', () => {
    expect(read('abidjan status:pending delivery:none total:>15000 "rue 12"')).toEqual({
      where: { status: 'PENDING', delivery: 'none', total: '>15000..', keyword: 'abidjan rue 12' },
      problems: [],
    })
  })

  it('understands the user’s own words, in any case, with or without accents', () => {
    expect(read('Statut:"En attente",confirmée LIVREUR:aucun duplicate:oui').where).toEqual({
      status: 'PENDING,CONFIRMED',
      delivery: 'none',
      duplicate: 'true',
    })
  })

  it.each([
    ['settled:yesterday', { settled: '2026-11-09T00:00:00.000Z..2026-11-10T00:00:00.000Z' }],
    ['settled:>1d settled:2026-11-01..', { settled: '2026-11-01T00:00:00.000Z..2026-11-09T12:00:00.000Z' }],
    ['since:>2d', { since: '..2026-11-08T12:00:00.000Z' }],
    ['since:<2h', { since: '2026-11-10T10:00:00.000Z..' }],
    ['since:>2d since:<1w', { since: '2026-11-03T12:00:00.000Z..2026-11-08T12:00:00.000Z' }],
    ['callback:..now', { callback: '..2026-11-10T12:00:00.000Z' }],
    ['callback:now..', { callback: '2026-11-10T12:00:00.000Z..' }],
    ['callback:NOW..today', { callback: '2026-11-10T12:00:00.000Z..2026-11-11T00:00:00.000Z' }],
    ['callback:..today', { callback: '..2026-11-11T00:00:00.000Z' }],
    ['since:..last-week', { since: '..2026-11-09T00:00:00.000Z' }],
    ['since:lastweek..2026-11-05', { since: '2026-11-02T00:00:00.000Z..2026-11-06T00:00:00.000Z' }],
    ['created:..yesterday', { to: '2026-11-10T00:00:00.000Z' }],
    ['created:<7d', { from: '2026-11-03T12:00:00.000Z' }],
    ['created:>3j', { to: '2026-11-07T12:00:00.000Z' }],
    ['created:today', { from: '2026-11-10T00:00:00.000Z', to: '2026-11-11T00:00:00.000Z' }],
    ['created:hier', { from: '2026-11-09T00:00:00.000Z', to: '2026-11-10T00:00:00.000Z' }],
    ['created:2026-11-01', { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }],
    ['created:this-week', { from: '2026-11-09T00:00:00.000Z', to: '2026-11-16T00:00:00.000Z' }],
    ['created:lastweek', { from: '2026-11-02T00:00:00.000Z', to: '2026-11-09T00:00:00.000Z' }],
    ['created:this-month', { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' }],
    ['created:last-month', { from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' }],
    [
      'created:2026-11-01t08:09:10.123z',
      { from: '2026-11-01T08:09:10.123Z', to: '2026-11-01T08:09:10.124Z' },
    ],
    ['created:2026-11-01..', { from: '2026-11-01T00:00:00.000Z' }],
    ['created:..2026-11-01', { to: '2026-11-02T00:00:00.000Z' }],
    ['created:>2н', { to: '2026-10-27T12:00:00.000Z' }],
    ['created:<3d created:>1d', { from: '2026-11-07T12:00:00.000Z', to: '2026-11-09T12:00:00.000Z' }],
    ['created:<3d created:<1d', { from: '2026-11-09T12:00:00.000Z' }],
    ['created:2026-11-01..2026-11-03', { from: '2026-11-01T00:00:00.000Z', to: '2026-11-04T00:00:00.000Z' }],
  ])('reads %s', (text, where) => {
    expect(read(text)).toEqual({ where, problems: [] })
  })

  it.each([
    ['Africa/Tunis', 'created:2026-05-10', '2026-05-09T23:00:00.000Z', '2026-05-10T23:00:00.000Z'],
    ['Europe/Paris', 'created:2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Africa/Tripoli', 'created:today', '2026-11-09T22:00:00.000Z', '2026-11-10T22:00:00.000Z'],
    ['Africa/Abidjan', 'created:yesterday', '2026-11-09T00:00:00.000Z', '2026-11-10T00:00:00.000Z'],
  ])('counts days by the clock of %s: %s', (timeZone, text, from, to) => {
    expect(parseQuery(filters, text, { now, timeZone }).where).toEqual({ from, to })
  })

  it('says what it does not understand, and keeps the rest', () => {
    expect(
      read('colour:red status:lost created:soon constructor:x created:2026-02-30 quantity:3 https://x.ci/a'),
    ).toEqual({
      where: { quantity: '3', keyword: 'https://x.ci/a' },
      problems: [
        { token: 'colour:red', code: 'UNKNOWN_FILTER' },
        { token: 'status:lost', code: 'NOT_A_VALUE' },
        { token: 'created:soon', code: 'NOT_A_VALUE' },
        { token: 'constructor:x', code: 'UNKNOWN_FILTER' },
        { token: 'created:2026-02-30', code: 'NOT_A_VALUE' },
      ],
    })
  })

  it('writes only what the server reads', () => {
    const { where } = read('koné status:pending,confirmed created:<7d attempts:2..5 total:<=100 duplicate:no')
    expect(parseListQuery(orders.list, where)).toMatchObject({ ok: true })
  })

  it('knows what is being written at the cursor', () => {
    const text = 'abidjan status:pen'
    expect(tokenAt(text, text.length)).toEqual({ start: 15, name: 'status', written: 'pen' })
    expect(tokenAt(text, 3)).toEqual({ start: 0, name: null, written: 'abi' })
  })
})

describe('a filter of what differs', () => {
  const differing = { difference: { kind: 'range', signed: true }, total: { kind: 'range' } } as const
  const read = (text: string) => parseQuery(differing, text, { now: new Date(0) })

  it.each([
    ['difference:oui', '!0'],
    ['difference:yes', '!0'],
    ['difference:да', '!0'],
    ['difference:sí', '!0'],
    ['difference:nein', '0'],
    ['difference:<>0', '!0'],
    ['difference:≠0', '!0'],
    ['difference:!=500', '!500'],
    ['difference:!0', '!0'],
    ['difference:>0', '>0..'],
    ['difference:<0', '..<0'],
    ['difference:<=-500', '..-500'],
    ['difference:1', '1'],
    ['difference:0', '0'],
  ])('%s is %s', (text, difference) => {
    expect(read(text)).toEqual({ where: { difference }, problems: [] })
    expect(parseWhere(differing, { difference }).ok).toBe(true)
  })

  it.each(['difference:!', 'difference:!x', 'difference:!0..', 'total:oui'])('%s is none', (text) => {
    expect(read(text).problems).toHaveLength(1)
  })
})
