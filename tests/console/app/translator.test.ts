import i18next, { type Resource } from 'i18next'
import { describe, expect, it } from 'vitest'
import { languageCodes } from '../../../domain/languages.ts'
import { textsOf } from '../../../scripts/lib/console-texts.mjs'
import { createTranslator } from '../../../src/app/texts/translator.ts'

const counts = [undefined, 0, 1, 2, 5, 21, 1_000, 1_000_000]

const keysIn = (texts: object, path: string[] = []): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[...path, key].join('.')] : keysIn(text, [...path, key]),
  )

const valuesOf = (text: string, count: number | undefined) => ({
  ...Object.fromEntries(
    [...text.matchAll(/{{(\w+)(, number)?}}/g)].map(([, name, number]) => [
      name,
      number ? 12_345.6 : `${name} $& {{x}}`,
    ]),
  ),
  ...(count === undefined ? {} : { count }),
})

describe('the translator', () => {
  it.each(languageCodes)('says in %s what i18next says, of every text and number', async (code) => {
    const texts = { ...textsOf(code, 'first') }
    const i18n = i18next.createInstance()
    await i18n.init({
      lng: code,
      resources: { [code]: texts } as Resource,
      defaultNS: 'common',
      ns: [],
      interpolation: { escapeValue: false },
    })
    for (const [name, more] of Object.entries(textsOf(code, 'rest')))
      i18n.addResourceBundle(code, name, more, true, true)
    const translator = createTranslator()
    translator.add(code, texts)
    translator.speak(code)
    translator.add(code, textsOf(code, 'rest'))
    const wrong: string[] = []
    for (const [name, words] of Object.entries(i18n.store.data[code] ?? {})) {
      for (const key of keysIn(words as object)) {
        const bare = key.replace(/_(?:one|few|many|other|zero)$/, '')
        for (const count of key === bare ? [undefined] : counts) {
          const values = valuesOf(String(i18n.getResource(code, name, key)), count)
          if (translator.t(`${name}:${bare}`, values) !== i18n.t(`${name}:${bare}`, values))
            wrong.push(`${name}:${key} ${count}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('takes the first key that there is a text for, else what it is given, else the key', () => {
    const translator = createTranslator()
    translator.add('fr', { common: { yes: 'Oui' }, orders: { title: 'Commandes' } })
    translator.speak('fr')
    expect(translator.t(['orders:none', 'orders:title'])).toBe('Commandes')
    expect(translator.t('yes')).toBe('Oui')
    expect(translator.t('orders:none', { defaultValue: 'Rien' })).toBe('Rien')
    expect(translator.t('orders:none')).toBe('none')
    expect(translator.exists('orders:none')).toBe(false)
    expect(translator.exists('orders:title')).toBe(true)
  })

  it('tells components anew what was said before its words had come', () => {
    const translator = createTranslator()
    translator.add('fr', { common: { yes: 'Oui' } })
    translator.speak('fr')
    const before = translator.version()
    translator.add('fr', { triage: { title: 'Tri' } })
    expect(translator.version()).toBe(before)
    expect(translator.t('palette:title')).toBe('title')
    translator.add('fr', { palette: { title: 'Palette' } })
    expect(translator.version()).not.toBe(before)
    expect(translator.hookOf('palette').t('title')).toBe('Palette')
  })
})
