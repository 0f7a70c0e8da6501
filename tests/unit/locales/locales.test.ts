import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codes } from '../../../domain/core/codes.ts'
import { fallbackLanguage, type LanguageCode, languageCodes } from '../../../domain/core/languages.ts'
import { orderStatuses } from '../../../domain/fulfillment/order-status.ts'
import { shippingStatuses } from '../../../domain/fulfillment/shipping-status.ts'
import { importColumnNames, importColumnOf } from '../../../domain/orders/import/import-columns.ts'
import { resourceNames, resources } from '../../../domain/resources.ts'
import { alwaysNeeded, consoleNamespaces } from '../../../src/i18n/i18n.ts'
import { resourceViews } from '../../../src/resources/registry.ts'
import { filesUnder, usedKeys, writtenKeys } from './text-uses.ts'
import { baseKey, baseKeys, isPlural, placeholders, readOwnTexts, readTexts, root } from './texts.ts'

const french = readTexts('fr')
const english = readTexts('en')

describe.each(languageCodes)('locales/%s', (language) => {
  const texts = readTexts(language)

  it('has every key that French has, and none of its own', () => {
    expect(baseKeys(texts).sort()).toEqual(baseKeys(french).sort())
  })

  it('has the plural forms that its grammar asks for, and no other', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const plurals = [...new Set([...french.keys()].filter(isPlural).map(baseKey))]
    const wanted = plurals.flatMap((key) => categories.map((category) => `${key}_${category}`))
    expect([...texts.keys()].filter(isPlural).sort()).toEqual(wanted.sort())
  })

  it('fills in what French fills in', () => {
    const wrong = [...texts].filter(([key, text]) => {
      const wanted = placeholders(french.get(key) ?? french.get(`${baseKey(key)}_other`) ?? '')
      // The singular may use a word instead of the number.
      const mayBeWord =
        key.endsWith('_one') && placeholders(text) === wanted.replace(/ ?\{\{count[^}]*\}\}/, '')
      return placeholders(text) !== wanted && !mayBeWord
    })
    expect(wrong).toEqual([])
  })

  it('leaves no text empty, and no space around one', () => {
    expect([...texts].filter(([, text]) => text === '' || text !== text.trim()).map(([key]) => key)).toEqual(
      [],
    )
  })

  it('names every code, status and field of a list', () => {
    const keys = [
      ...codes.map((code) => `errors:${code}`),
      ...orderStatuses.map((status) => `orders:status.${status}`),
      ...shippingStatuses.map((status) => `shippings:status.${status}`),
      ...resourceNames.flatMap((name) =>
        Object.keys(resources[name].list.filters).map((filter) => `${name}:filters.${filter}`),
      ),
      ...resourceNames.map((name) => `nouns:${name}`),
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

  it('has one word for each filter of a list, so that what is typed is understood', () => {
    for (const name of resourceNames) {
      const words = Object.keys(resources[name].list.filters).map((filter) =>
        texts.get(`${name}:filters.${filter}`),
      )
      expect([name, new Set(words).size]).toEqual([name, words.length])
      expect(words.filter((word) => /[\s:]/.test(word ?? ''))).toEqual([])
    }
  })

  it('heads the template’s columns with words that are read back', () => {
    expect(
      importColumnNames.map((name) =>
        importColumnOf(texts.get(`import:columns.${name}`) ?? texts.get(`orders:fields.${name}`) ?? ''),
      ),
    ).toEqual(importColumnNames)
  })
})

describe('the keys of the source', () => {
  it('each have a text', () => {
    const known = new Set(baseKeys(french))
    const namespaces = new Set(baseKeys(french).map((key) => key.split(':')[0]))
    const written = filesUnder('src').flatMap(writtenKeys)
    const missing = written.filter(
      (meanings) => meanings.every((key) => !known.has(key)) && namespaces.has(meanings[0]?.split(':')[0]),
    )
    expect(missing).toEqual([])
  })

  it('leave no text that nothing says', () => {
    // Mail texts are counted in their own test; payment terms and sentence nouns are imported as files.
    const keys = baseKeys(readOwnTexts('fr')).filter(
      (key) => !/^(?:mail|nouns|payment-terms):|^\w+:inherits\./.test(key),
    )
    const used = usedKeys(new Set(keys))
    expect(keys.filter((key) => !used.has(key))).toEqual([])
  })
})

describe('translations', () => {
  const foreign = languageCodes.filter((language) => language !== fallbackLanguage)
  const same = foreign.flatMap((language) =>
    [...readTexts(language)]
      .filter(([key, text]) => english.get(key) === text)
      .map(([, text]) => `${text}: ${language}`),
  )
  const allowed = readAllowed()

  it('are not the English text, but for a short list of words', () => {
    expect([...new Set(same)].filter((entry) => !allowed.includes(entry))).toEqual([])
  })

  it('have a list no longer than it must be', () => {
    expect(allowed.filter((entry) => !same.includes(entry))).toEqual([])
  })
})

/** `Total: fr es` as `Total: fr` and `Total: es`. */
function readAllowed(): string[] {
  const lines = readFileSync(join(import.meta.dirname, 'same-as-english.txt'), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const end = line.lastIndexOf(': ')
      const languages = line.slice(end + 2).split(' ') as LanguageCode[]
      return languages.map((language) => `${line.slice(0, end)}: ${language}`)
    })
}

/** Rendered by console and embed once all namespaces of the language are loaded. */
const isRenderedLater = /^src\/(palette|embed)\//

it('each component names the namespaces whose texts it reads, so that it waits for them', () => {
  const early = new Set([...alwaysNeeded, ...consoleNamespaces])
  const missing = filesUnder('src').flatMap((path) => {
    const file = relative(root, path)
    const source = readFileSync(path, 'utf8')
    const hooks = [...source.matchAll(/useTranslation\(([^)]*)\)/g)].map(([, namespaces = '']) => namespaces)
    if (hooks.length === 0 || isRenderedLater.test(file)) return []
    const named = new Set(hooks.flatMap((text) => [...text.matchAll(/'([\w-]+)'/g)].map(([, name]) => name)))
    const read = new Set([...source.matchAll(/['"`]([a-z-]+):[a-zA-Z$]/g)].map(([, name = '']) => name))
    return [...read]
      .filter((name) => existsSync(join(root, 'locales/fr', `${name}.json`)))
      .filter((name) => !named.has(name) && !early.has(name))
      .map((name) => `${file} reads ${name}`)
  })
  expect(missing).toEqual([])
})
