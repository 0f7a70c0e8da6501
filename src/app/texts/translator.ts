import type { i18n, TFunction } from 'i18next'
import { fallbackLanguage } from '../../../domain/languages.ts'

type Texts = { readonly [key: string]: string | Texts }
type Values = Readonly<Record<string, unknown>>

/**
 * The part of i18next that the console speaks with, over the same texts, at a fifteenth of its weight: words by namespace
 * and key, plurals by the language's own rules, values and numbers filled in. English says what a language does not.
 */
export type Translator = Pick<i18n, 'language' | 't' | 'getResource' | 'hasResourceBundle'> & {
  exists: (key: string | string[]) => boolean
  readonly store: {
    readonly data: Record<string, Record<string, Texts>>
    on: (event: 'added', listener: () => void) => void
    off: (event: 'added', listener: () => void) => void
  }
  /** The words of a language, by namespace, beside those that are there. */
  add: (language: string, ...parts: Readonly<Record<string, unknown>>[]) => void
  speak: (language: string) => void
  /** Called when another language is spoken, or the same with more words; each time has a number of its own. */
  subscribe: (listener: () => void) => () => void
  version: () => number
  /** What a component works with: the same while neither language nor namespace changes. */
  hookOf: (namespace: string) => { t: TFunction; i18n: i18n; ready: true }
}

export const createTranslator = (): Translator => {
  const data: Record<string, Record<string, Texts>> = {}
  const added = new Set<() => void>()
  const changed = new Set<() => void>()
  const rules = new Map<string, Intl.PluralRules>()
  let hooks: Record<string, ReturnType<Translator['hookOf']>> = {}
  let language = ''
  let version = 0
  let isMissing = false
  /** Another one for each language, for what is remembered by it. */
  let handle: i18n

  const textOf = (spoken: string, path: readonly string[]): string | undefined => {
    const found = path.reduce<Texts | string | undefined>(
      (at, part) => (typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined),
      data[spoken] as Texts | undefined,
    )
    return typeof found === 'string' ? found : undefined
  }
  const pluralOf = (spoken: string, count: number): string => {
    const rule = rules.get(spoken) ?? new Intl.PluralRules(spoken)
    rules.set(spoken, rule)
    return rule.select(count)
  }
  const translate = (namespace: string, keys: readonly string[], values: Values): string => {
    for (const spoken of [language, fallbackLanguage]) {
      for (const key of keys) {
        const path = pathOf(key, namespace)
        const last = path.pop() ?? ''
        const { count } = values
        const forms = typeof count === 'number' ? [`${last}_${pluralOf(spoken, count)}`, last] : [last]
        for (const form of forms) {
          const text = textOf(spoken, [...path, form])
          if (text !== undefined) return filled(text, values, spoken)
        }
      }
    }
    const { defaultValue } = values
    isMissing = true
    return typeof defaultValue === 'string' ? defaultValue : (keys.at(-1) ?? '').replace(/^[^:]*:/, '')
  }
  const tOf = (namespace: string) =>
    ((keys: string | string[], values: Values = {}) =>
      translate(namespace, [keys].flat(), values)) as unknown as TFunction

  const translator: Translator = {
    get language() {
      return language
    },
    t: tOf(defaultNamespace),
    exists: (key: string | string[]) =>
      [key].flat().some((one) => {
        const path = pathOf(one, defaultNamespace)
        return textOf(language, path) !== undefined || textOf(fallbackLanguage, path) !== undefined
      }),
    getResource: (spoken: string, namespace: string, key: string) =>
      textOf(spoken, [namespace, ...key.split('.')]),
    hasResourceBundle: (spoken: string, namespace: string) => data[spoken]?.[namespace] !== undefined,
    store: {
      data,
      on: (_, listener) => void added.add(listener),
      off: (_, listener) => void added.delete(listener),
    },
    add: (spoken, ...parts) => {
      for (const part of parts) data[spoken] = merged(data[spoken] ?? {}, part as Texts)
      for (const listener of [...added]) listener()
      // What was said too early is said again.
      if (isMissing) translator.speak(language)
    },
    speak: (spoken) => {
      language = spoken
      isMissing = false
      hooks = {}
      handle = Object.create(translator)
      version++
      for (const listener of [...changed]) listener()
    },
    version: () => version,
    subscribe: (listener) => {
      changed.add(listener)
      return () => changed.delete(listener)
    },
    hookOf: (namespace) => {
      hooks[namespace] ??= { t: tOf(namespace), i18n: handle, ready: true }
      return hooks[namespace]
    },
  }
  handle = Object.create(translator)
  return translator
}

const defaultNamespace = 'common'

const merged = (texts: Texts, more: Texts): Record<string, Texts> =>
  Object.fromEntries(
    [...new Set([...Object.keys(texts), ...Object.keys(more)])].map((key) => {
      const [here, there] = [texts[key], more[key]]
      return [
        key,
        typeof here === 'object' && typeof there === 'object' ? merged(here, there) : (there ?? here),
      ]
    }),
  ) as Record<string, Texts>

/** `orders:status.PENDING` -> orders, status, PENDING. */
const pathOf = (key: string, namespace: string): string[] => {
  const colon = key.indexOf(':')
  return [colon < 0 ? namespace : key.slice(0, colon), ...key.slice(colon + 1).split('.')]
}

const filled = (text: string, values: Values, language: string): string =>
  text.replace(/{{(\w+)(, number)?}}/g, (_, name: string, number?: string) => {
    const value = values[name]
    return number && typeof value === 'number' ? numberFormat(language).format(value) : String(value ?? '')
  })

const formats = new Map<string, Intl.NumberFormat>()

const numberFormat = (language: string): Intl.NumberFormat => {
  const format = formats.get(language) ?? new Intl.NumberFormat(language)
  formats.set(language, format)
  return format
}
