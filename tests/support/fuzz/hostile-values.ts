import type { Random } from '../../../server/seed/row-writer.ts'

const deepArray = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

/** Invalid values of fields, parameters and bodies, by what is wrong with them. */
const hostile = {
  types: [
    () => null,
    () => true,
    () => false,
    () => 0,
    () => 'text',
    () => [],
    () => [[]],
    () => [null],
    () => ({}),
    () => ({ $ne: null }),
    () => ({ toString: 'x', valueOf: 1, length: -1 }),
    () => JSON.parse('{"__proto__": {"role": "admin"}}'),
    () => JSON.parse('{"constructor": {"prototype": {"role": "admin"}}}'),
    ...['null', 'undefined', 'NaN', 'true', '[object Object]', '__proto__', 'constructor', '0x10'].map(
      (text) => () => text,
    ),
  ],
  bounds: [
    ...[-1, -0, 1.000000000001, 1e308, 5e-324, 2_147_483_648, 9_223_372_036_854_776_000].map((n) => () => n),
    () => Number.MAX_SAFE_INTEGER,
    () => Number.MIN_SAFE_INTEGER,
    () => '',
    () => ' ',
    () => 'x'.repeat(300),
    () => 'x'.repeat(70_000),
    ...['-1', '0', '1.5', '1e309', '9007199254740993', '99999999999999999999'].map((text) => () => text),
    ...['15000..', '..-1', 'a..b', '..', '0000-00-00', '2026-02-30', '275761-01-01'].map(
      (text) => () => text,
    ),
    ...['2026-13-01T25:61:61Z', '-000001-01-01', '1970-01-01T00:00:00+99:99'].map((text) => () => text),
    ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'].map(
      (text) => () => text,
    ),
  ],
  unicode: [
    '\u202egnp.exe',
    '\u200b\ufeff',
    'é'.normalize('NFD').repeat(40),
    '𝕜𝕠𝕟𝕖́ 👩‍👩‍👧‍👦',
    'عبد الرحمن',
    '١٢٣',
    'ﷺ'.repeat(60),
    '\u0085\u2028\u2029',
    'İıſß',
  ].map((text) => () => text),
  NUL: ['\u0000', 'a\u0000b', 'PENDING\u0000', '+2250708091011\u0000'].map((text) => () => text),
  'lone surrogates': ['\ud800', '\udfff\ud800', 'a\udc00', '\ud83d'].map((text) => () => text),
  'deep JSON': [() => deepArray(60), () => deepArray(1_000)],
  'huge arrays': [
    () => Array.from({ length: 10_001 }, (_, index) => index),
    () => Array.from({ length: 12_000 }, () => '00000000-0000-7000-8000-000000000000'),
    () => Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, index])),
  ],
  languages: [
    "'; drop table orders; --",
    '" or 1=1 --',
    '%',
    '_',
    '\\',
    '%%%_\\',
    '<script>alert(1)</script>',
    '=HYPERLINK("http://x")',
    '../../../../etc/passwd',
    '+22507080910',
    '+',
    '++++',
    '(07)',
    'a,b,,c',
    ',',
    'PENDING,PENDING',
    'none',
    '!',
    '-',
    '>',
  ].map((text) => () => text),
} satisfies Record<string, (() => unknown)[]>

/** The kinds of invalid input that a run counts; the last ones apply to calls, not values. */
export type HostileKind =
  | keyof typeof hostile
  | 'broken bodies'
  | 'fields too many'
  | 'repeated query'
  | 'broken escapes'
  | 'weird headers'
  | 'huge If-Match'

const kinds = Object.keys(hostile) as (keyof typeof hostile)[]
export const hostileKinds: readonly HostileKind[] = [
  ...kinds,
  'broken bodies',
  'fields too many',
  'repeated query',
  'broken escapes',
  'weird headers',
  'huge If-Match',
]

export type Spoil = (kind: HostileKind) => void

export const hostileValue = (random: Random, spoil: Spoil): unknown => {
  const kind = random.pick(kinds)
  spoil(kind)
  return random.pick<() => unknown>(hostile[kind])()
}

/** A value as text for a URL or a header. */
export const hostileText = (random: Random, spoil: Spoil): string => {
  const value = hostileValue(random, spoil)
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Bodies that are not JSON, or too deep or too large. */
const hostileBodies: readonly (readonly [HostileKind, () => string])[] = [
  ['broken bodies', () => ''],
  ['broken bodies', () => '{'],
  ['broken bodies', () => '{"a":1,}'],
  ['types', () => 'null'],
  ['types', () => '"text"'],
  ['types', () => '[]'],
  ['types', () => '[1,2]'],
  ['broken bodies', () => '{"a":1}{"b":2}'],
  ['unicode', () => '\ufeff{"name":"x"}'],
  ['lone surrogates', () => '{"name":"\\ud800"}'],
  ['NUL', () => '{"name":"\\u0000"}'],
  ['deep JSON', () => `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['deep JSON', () => `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`],
  ['huge arrays', () => `{"ids":[${'"x",'.repeat(200_000)}"x"]}`],
  ['bounds', () => `{"name":"${'x'.repeat(1_900_000)}"}`],
  ['bounds', () => `{"number":${'9'.repeat(100_000)}}`],
  ['fields too many', () => '{"name":"a","name":"b","__proto__":{"role":"admin"}}'],
]

export const hostileBody = (random: Random, spoil: Spoil): string => {
  const [kind, body] = random.pick(hostileBodies)
  spoil(kind)
  return body()
}
