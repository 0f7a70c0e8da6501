import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { orderStatuses } from '../../domain/orders/order-status.ts'
import { resourceNames, resources } from '../../domain/resources.ts'
import { shippingStatuses } from '../../domain/shippings/shipping-status.ts'
import { resourceViews } from '../../src/resources/registry.ts'

const root = join(import.meta.dirname, '../..')
const spoken = ['fr', 'en'] as const

/** Words that are the same in both languages, or are nobody's: brands, units, the other language's own name. */
const sameInBoth = new Set(
  readFileSync(join(import.meta.dirname, 'same-in-both.txt'), 'utf8')
    .split('\n')
    .filter(Boolean),
)

describe.each(spoken)('locales/%s', (language) => {
  const texts = readTexts(language)

  it('has every key that the other language has', () => {
    const others = spoken.filter((other) => other !== language).flatMap((other) => baseKeys(readTexts(other)))
    const own = new Set(baseKeys(texts))
    expect(others.filter((key) => !own.has(key))).toEqual([])
  })

  it('has every plural form that its grammar asks for', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const plurals = new Set([...texts.keys()].filter(isPlural).map(withoutPlural))
    const missing = [...plurals].flatMap((key) =>
      categories.map((category) => `${key}_${category}`).filter((form) => !texts.has(form)),
    )
    expect(missing).toEqual([])
  })

  it('leaves no text empty', () => {
    expect([...texts].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([])
  })

  it('names every code, status and field of a list', () => {
    const keys = [
      ...codes.map((code) => `errors:${code}`),
      ...orderStatuses.map((status) => `orders:status.${status}`),
      ...shippingStatuses.map((status) => `shippings:status.${status}`),
      ...resourceNames.flatMap((name) =>
        Object.keys(resources[name].list.filters).map((filter) => `${name}:filters.${filter}`),
      ),
    ]
    expect(keys.filter((key) => !texts.has(key))).toEqual([])
  })

  it('names every column and field that the console shows, and every value of their enumerations', () => {
    const keys = resourceNames.flatMap((name) => {
      const { columns, form } = resourceViews[name]
      const fields = { ...form?.createFields, ...form?.updateFields }
      return [
        ...columns.map(({ header }) => header),
        ...Object.keys(fields).map((field) => `${name}:fields.${field}`),
        ...Object.entries(resources[name].list.filters).flatMap(([filter, { kind, ...rest }]) =>
          kind === 'choice' && filter !== 'country' && 'values' in rest
            ? rest.values.map((value: string) => `${name}:${filter}.${value}`)
            : [],
        ),
      ]
    })
    expect(keys.filter((key) => !texts.has(key))).toEqual([])
  })

  it('has a text for every key that the console writes out', () => {
    const known = new Set(baseKeys(texts))
    expect([...writtenKeys()].filter((key) => !known.has(key))).toEqual([])
  })
})

it('translates: no French text is the English one, but for a short list', () => {
  const [french, english] = [readTexts('fr'), readTexts('en')]
  const same = [...french].filter(([key, text]) => english.get(key) === text && !sameInBoth.has(text))
  expect(same).toEqual([])
})

function readTexts(language: string): Map<string, string> {
  const folder = join(root, 'locales', language)
  const texts = new Map<string, string>()
  for (const file of readdirSync(folder)) {
    collect(`${file.replace('.json', '')}:`, JSON.parse(readFileSync(join(folder, file), 'utf8')), texts)
  }
  return texts
}

function collect(prefix: string, value: unknown, texts: Map<string, string>): void {
  if (typeof value === 'string') texts.set(prefix, value)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value))
      collect(prefix.endsWith(':') ? prefix + key : `${prefix}.${key}`, child, texts)
  }
}

/** Keys written as literals: `t('orders:title')`, or `t('title')` under a single `useTranslation('orders')`. */
function* writtenKeys(): Generator<string> {
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file)) continue
    const source = readFileSync(join(root, 'src', file), 'utf8')
    const namespaces = new Set([...source.matchAll(/useTranslation\('([a-z]+)'\)/g)].map(([, name]) => name))
    const namespace = namespaces.size === 1 ? [...namespaces][0] : undefined
    for (const [, key] of source.matchAll(/\bt\(\s*'([\w:.-]+)'/g)) {
      if (key?.includes(':')) yield key
      else if (namespace) yield `${namespace}:${key}`
    }
  }
}

function baseKeys(texts: Map<string, string>): string[] {
  return [...new Set([...texts.keys()].map((key) => (isPlural(key) ? withoutPlural(key) : key)))]
}

function isPlural(key: string): boolean {
  return /_(zero|one|two|few|many|other)$/.test(key)
}

function withoutPlural(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '')
}
