import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prefilterOf } from '../../server/services/personal/prefilter.ts'
import { patternsOf } from '../../server/services/personal/spellings.ts'
import { openApi } from '../support/api/start-api.ts'

const { db } = (await openApi()).context

const phones = [
  '+2250788776655',
  '+221771234567',
  '+21620261128',
  '+33612345678',
  '+218912345678',
  '+22670112233',
  // Of countries that are none of ours.
  '+2290197123456',
  '+393451234567',
]
const names = [
  'Zénobie Quarshie',
  'Villa Bougainvillier 77, Bingerville',
  'Cœur de Lion',
  'فاطمة الزهراء',
  'Ёлкина Анна',
  'İpek Çelik',
]

/** Each text with whether PostgreSQL finds one of the people in it, as an erasure asks. */
const foundIn = async (texts: readonly string[]): Promise<boolean[]> => {
  const { pattern, likely } = patternsOf(phones, names)
  const { rows } = await db.execute<{ has: boolean }>(sql`
    select value ~* ${likely}::text and value ~* ${pattern}::text as has
    from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality texts (value, at) order by at`)
  return rows.map(({ has }) => has)
}

const gaps = [
  '',
  '',
  '',
  ' ',
  '-',
  '.',
  ' - ',
  '(',
  ')',
  '/',
  '_',
  '+',
  '\u00a0',
  '\u202f',
  '%20',
  '%2B',
  '%C2%A0',
  '%30',
]
const joints = [
  ' ',
  '  ',
  ', ',
  '-',
  '\n',
  '\\n',
  '\\t',
  '%20',
  '+',
  '%2C%20',
  '%E9%20',
  '\u2019',
  ' (',
  '"',
  '%41',
  '',
]
const ends = ['', '', ' ', ':', '"', 'a', '7', '%20', '%2B', '\\n', '\\', 'é', '،']
const scripts = [0x30, 0x30, 0x30, 0x660, 0x6f0, 0xff10]

const from = (values: readonly string[]) => fc.constantFrom(...values)

/** A phone as people and programs write it, also with one wrong digit. */
const spelledPhone = fc
  .tuple(
    from(phones),
    fc.constantFrom('whole', '00', 'bare', 'dialled', 'wrong'),
    fc.constantFrom(...scripts),
    fc.array(from(gaps), { minLength: 17, maxLength: 17 }),
  )
  .map(([phone, way, zero, between]) => {
    const dialCode = ['225', '221', '216', '33', '218', '226', '229', '39'].find((code) =>
      phone.startsWith(code, 1),
    )!
    const national = phone.slice(1 + dialCode.length)
    const written = {
      whole: `+${dialCode}${national}`,
      '00': `00${dialCode}${national}`,
      bare: national.replace(/^0/, ''),
      dialled: `0${national.replace(/^0/, '')}`,
      wrong: national.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)),
    }[way]
    return [...written]
      .map((each, at) => (each === '+' ? each : String.fromCodePoint(zero + Number(each))) + between[at])
      .join('')
  })

/** A name with other cases, accents, separators, or as an address carries it. */
const spelledName = fc
  .tuple(
    from(names),
    fc.constantFrom('as it is', 'plain', 'upper', 'lower', 'encoded', 'encoded whole', 'decomposed'),
    fc.array(from(joints), { minLength: 6, maxLength: 6 }),
  )
  .map(([name, way, between]) => {
    if (way === 'encoded whole') return encodeURIComponent(name)
    const words = name.split(/[^\p{L}\p{N}]+/u).map((word) => {
      if (way === 'plain') return word.normalize('NFKD').replace(/\p{M}/gu, '')
      if (way === 'decomposed') return word.normalize('NFD')
      if (way === 'upper') return word.toUpperCase()
      if (way === 'lower') return word.toLowerCase()
      return way === 'encoded' ? encodeURIComponent(word) : word
    })
    return words.map((word, at) => word + (at < words.length - 1 ? between[at] : '')).join('')
  })

const madeUp = fc
  .array(fc.oneof(spelledPhone, spelledName, from(ends), fc.string({ maxLength: 12 })), {
    minLength: 1,
    maxLength: 5,
  })
  .chain((parts) =>
    fc.array(from(ends), { minLength: parts.length, maxLength: parts.length }).map((between) =>
      parts
        .map((part, at) => part + between[at])
        .join('')
        .replaceAll('\0', ''),
    ),
  )

describe('the prefilter of people', () => {
  const mayHave = prefilterOf(phones, names)

  it('lets every text pass in which an erasure finds one of them', async () => {
    const texts = fc.sample(madeUp, 20_000).map((text) => text.toWellFormed())
    const found = await foundIn(texts)
    expect(found.filter(Boolean).length).toBeGreaterThan(5_000)
    expect(found.filter((has) => !has).length).toBeGreaterThan(1_000)
    expect(texts.filter((text, at) => found[at] && !mayHave(text))).toEqual([])
  })

  it('holds back texts of others, dates and identifiers', () => {
    const texts = Array.from({ length: 5_000 }, (_, at) => {
      const day = new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString()
      return `{"id": "${crypto.randomUUID()}", "at": "${day}", "customerPhone": "+22507${String(10_000_000 + at * 7)}", "customerName": "Awa Koné"}`
    })
    expect(texts.filter(mayHave)).toEqual([])
    expect(prefilterOf([], [])('anything')).toBe(false)
  })
})
