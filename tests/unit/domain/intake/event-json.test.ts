import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  idIn,
  instantOf,
  numberIn,
  objectIn,
  objectsIn,
  parseEvent,
  textIn,
} from '../../../../domain/intake/event-json.ts'

const parsed = (json: string) => {
  const read = parseEvent(json)
  return read.ok ? read.value : null
}

it('reads every JSON object as JSON.parse does, but for integers that a number cannot hold', () => {
  const values = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))
  fc.assert(
    fc.property(values, fc.bigInt({ min: 10n ** 15n, max: 10n ** 30n }), fc.string(), (value, id, text) => {
      const json = JSON.stringify({ ...value, text })
      const small = !/\d{16}/.test(json)
      if (small) expect(parsed(json)).toEqual(JSON.parse(json))
      const long = parsed(
        `{"id" : ${id} ,"more":${json},"text":${JSON.stringify(`${text}"${id}`)},"ids":[-${id}]}`,
      )!
      expect(idIn(long, 'id')).toBe(String(id))
      expect(long.text).toBe(`${text}"${id}`)
      expect([`-${id}`, -Number(id)]).toContainEqual((long.ids as unknown[])[0])
      if (small) expect(long.more).toEqual(JSON.parse(json))
    }),
  )
})

it.each([
  '{"a":01}',
  "{'a':1}",
  '{"a":1,}',
  '{"a":12345678901234567890e}',
  '{12345678901234567890:1}',
  '[{},{}]',
  'id=1',
  '',
])('refuses %s', (json) => {
  expect(parseEvent(json)).toEqual({ ok: false, code: 'BAD_JSON' })
})

it('keeps fractions and exponents as numbers', () => {
  expect(parsed('{"a":45.1666666666666643,"b":1e20,"c":1234567890123456.5}')).toEqual({
    a: 45.166666666666664,
    b: 1e20,
    c: 1234567890123456.5,
  })
})

it('takes lists for objects and objects for lists, as PHP writes them', () => {
  const body = parsed(
    '{"one":[{"a":1}],"none":[],"null":null,"map":{"0":{"a":1},"2":{"a":2}},"single":{"a":1},"text":"x"}',
  )!
  expect(objectIn(body, 'one')).toEqual({ a: 1 })
  for (const name of ['none', 'null', 'text', 'missing', '__proto__', 'constructor']) {
    expect(objectIn(body, name)).toEqual({})
    expect(objectsIn(body, name)).toEqual([])
  }
  expect(objectsIn(body, 'map')).toEqual([{ a: 1 }, { a: 2 }])
  expect(objectsIn(body, 'single')).toEqual([{ a: 1 }])
})

it('cleans texts of what cannot be stored, and gives line ends one form', () => {
  const body = parsed(String.raw`{"a":" \u0000 a\r\nb\rc\ud800 ","b":"\u200b \u0000","c":7,"d":true}`)!
  expect(textIn(body, 'a')).toBe('a\nb\nc�')
  expect(textIn(body, 'b', 'd', 'c')).toBe('7')
})

it.each([
  [15000, 15000],
  ['15000.50', 15000.5],
  ['15000.', 15000],
  [' -3 ', -3],
  ['15 000', null],
  ['1e3', null],
  ['', null],
  [null, null],
  [true, null],
])('reads the number %s as %s', (value, number) => {
  expect(numberIn({ value }, 'value')).toBe(number)
})

it.each([
  ['2026-08-04T05:24:22+05:00', '2026-08-04T00:24:22.000Z'],
  ['2026-08-04 05:24:22 +0500', '2026-08-04T00:24:22.000Z'],
  ['2026-08-04T05:24:22', '2026-08-04T05:24:22.000Z'],
  ['2026-08-04T05:24:22.123456Z', '2026-08-04T05:24:22.123Z'],
  ['2026-08-04T05:24:22.5Z', '2026-08-04T05:24:22.500Z'],
  ['2026-08-04', '2026-08-04T00:00:00.000Z'],
  [1785821062, '2026-08-04T05:24:22.000Z'],
  ['1785821062', '2026-08-04T05:24:22.000Z'],
  ['2026-02-30T05:24:22Z', null],
  ['2026-08-04T29:00:00Z', null],
  ['0000-00-00 00:00:00', null],
  ['hier', null],
  [1e300, null],
  [Number.NaN, null],
  [null, null],
  [{}, null],
])('reads the instant %s as %s', (value, instant) => {
  expect(instantOf(value)).toBe(instant)
})
