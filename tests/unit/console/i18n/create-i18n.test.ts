import type { ResourceLanguage } from 'i18next'
import { describe, expect, it, vi } from 'vitest'
import { type LanguageCode, languageCodes } from '../../../../domain/core/languages.ts'
import { readTexts } from '../../../../scripts/lib/read-texts.mjs'
import { byNamespace, createI18n } from '../../../../src/i18n/create-i18n.ts'
import { alwaysNeeded, consoleNamespaces } from '../../../../src/i18n/i18n.ts'
import { writeAmounts } from '../../../../src/i18n/write-amounts.ts'

const readNamespace = (language: string, namespace: string): ResourceLanguage[string] =>
  readTexts(language)[namespace] ?? {}

const open = async (language: LanguageCode, sources: Partial<Parameters<typeof createI18n>[0]> = {}) => {
  const loadNamespace = vi.fn(async (code: LanguageCode, namespace: string) => readNamespace(code, namespace))
  const loadLanguage = vi.fn(async (code: LanguageCode) => readTexts(code))
  const texts = createI18n({ loadNamespace, loadLanguage, ...sources }, { lng: language, retryTimeout: 1 })
  await texts.i18n.init()
  return { ...texts, loadNamespace, loadLanguage }
}

describe('a namespace', () => {
  it('is loaded when it is first used, in the current language alone', async () => {
    const { i18n, loadNamespace } = await open('de')
    await i18n.loadNamespaces('orders')
    expect(loadNamespace.mock.calls).toEqual([
      ['de', 'common'],
      ['de', 'orders'],
    ])
  })

  it('is requested again when it did not arrive', async () => {
    const loadNamespace = vi.fn(async () => readNamespace('fr', 'common'))
    loadNamespace.mockRejectedValueOnce(new Error('cut'))
    const { i18n } = await open('fr', { loadNamespace })
    expect(loadNamespace).toHaveBeenCalledTimes(2)
    expect(i18n.hasResourceBundle('fr', 'common')).toBe(true)
  })
})

it('chooses the plural form by the grammar of the language, and writes numbers its way', async () => {
  const { i18n } = await open('ru')
  i18n.addResourceBundle('ru', 'parcels', {
    count_one: '{{count, number}} посылка',
    count_few: '{{count, number}} посылки',
    count_many: '{{count, number}} посылок',
    count_other: '{{count, number}} посылки',
  })
  const said = [1, 3, 5, 21, 1_000].map((count) => i18n.t('parcels:count', { count }))
  expect(said.map((text) => text.replace(/\s/g, ' '))).toEqual([
    '1 посылка',
    '3 посылки',
    '5 посылок',
    '21 посылка',
    '1 000 посылок',
  ])
})

it('fills in what people wrote as it is, even where it looks like a text of ours', async () => {
  const { i18n } = await open('fr')
  i18n.addResourceBundle('fr', 'greetings', { hello: 'Bonjour {{name}}' })
  const name = '<b>$t(common:yes) {{count}} $&</b>'
  expect(i18n.t('greetings:hello', { name })).toBe(`Bonjour ${name}`)
})

describe('changing the language', () => {
  it('switches once the language is complete, by one request', async () => {
    const { i18n, changeLanguage, loadLanguage, loadNamespace } = await open('fr')
    await i18n.loadNamespaces(['orders', 'list'])
    const before = loadNamespace.mock.calls.length
    const changes: string[] = []
    i18n.on('languageChanged', (code) => {
      changes.push(`${code} ${i18n.t('orders:title')} ${i18n.hasResourceBundle(code, 'palette')}`)
    })
    await changeLanguage('en')
    expect(changes).toEqual(['en Orders true'])
    expect(loadLanguage.mock.calls).toEqual([['en']])
    expect(loadNamespace.mock.calls.length).toBe(before)
  })

  it('keeps the old one where the new one cannot be loaded, and says so', async () => {
    const loadLanguage = vi.fn().mockRejectedValue(new Error('cut'))
    const { i18n, changeLanguage } = await open('fr', { loadLanguage })
    await expect(changeLanguage('en')).rejects.toThrow('cut')
    expect(i18n.language).toBe('fr')
    await expect(changeLanguage('en')).rejects.toThrow('cut')
    expect(loadLanguage).toHaveBeenCalledTimes(2)
  })

  it('ignores an unknown code and logs it', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { i18n, changeLanguage } = await open('fr')
    await changeLanguage('xx')
    expect(i18n.language).toBe('fr')
    expect(log.mock.calls).toEqual([['unknown language code: xx']])
    log.mockRestore()
  })
})

it('adds the other languages in one step, and requests again those that did not arrive', async () => {
  let isCut = true
  const { i18n, addLanguages } = await open('fr', {
    loadLanguage: async (code) => {
      if (code === 'de' && isCut) throw new Error('cut')
      return readTexts(code)
    },
  })
  const loaded = () => languageCodes.filter((code) => i18n.hasResourceBundle(code, 'commands'))
  await addLanguages()
  expect(loaded()).toEqual(languageCodes.filter((code) => code !== 'de'))
  isCut = false
  await addLanguages()
  expect(loaded()).toEqual(languageCodes)
})

it('has components read again what was said before its text was there', async () => {
  const { i18n, addLanguage } = await open('fr')
  const onChange = vi.fn()
  i18n.on('languageChanged', onChange)
  await addLanguage('fr')
  expect(onChange).not.toHaveBeenCalled()
  expect(i18n.t('later:title')).toBe('title')
  await addLanguage('fr')
  expect(onChange).toHaveBeenCalledTimes(1)
})

it.each(languageCodes)(
  'writes amounts of a text with the symbol of their currency in %s',
  async (language) => {
    const { i18n } = await open(language)
    writeAmounts(i18n)
    await i18n.loadNamespaces('invoices')
    const text = (currency: string) =>
      i18n.t('invoices:due.sums', {
        invoices: '',
        parcels: '',
        amount: 115_250,
        formatParams: { amount: { currency } },
      })
    expect(text('XOF')).toContain('F\u202fCFA')
    expect(text('XOF')).not.toContain('XOF')
    expect(text('EUR')).toContain('€')
  },
)

it('is French where the browser names no language of ours', async () => {
  const { i18n } = createI18n({ loadNamespace: async () => ({}), loadLanguage: async () => ({}) })
  i18n.use({ type: 'languageDetector', detect: () => ['pt', 'nl'] })
  await i18n.init()
  expect(i18n.language).toBe('fr')
})

it.each(languageCodes)(
  '%s has each text in one file of the console: what is always needed, its frame, or others',
  async (language) => {
    const first: typeof import('../../../../src/i18n/first/fr.ts') = await import(
      `../../../../src/i18n/first/${language}.ts`
    )
    const frame: typeof import('../../../../src/i18n/frame/fr.ts') = await import(
      `../../../../src/i18n/frame/${language}.ts`
    )
    const namesOf = (texts: Readonly<Record<string, unknown>>) =>
      byNamespace(texts)
        .map(([namespace]) => namespace)
        .toSorted()
    expect(namesOf(first.texts)).toEqual(alwaysNeeded.toSorted())
    expect(namesOf(frame.texts)).toEqual(consoleNamespaces.toSorted())
    expect(
      namesOf(first.others).filter((name) => [...alwaysNeeded, ...consoleNamespaces].includes(name)),
    ).toEqual([])
  },
)
