import type { Page, Response } from '@playwright/test'
import { readTexts } from '../../../scripts/lib/read-texts.mjs'
import { readTextFiles, type TextFile } from './text-files.ts'

/**
 * Pseudo-localisation in place of Russian: English texts lengthened by 40 % without ASCII letters. Intl output stays Cyrillic,
 * so other Latin words are data or untranslated.
 */
export const speakPseudo = async (page: Page): Promise<void> => {
  const files = readTextFiles()
  const fileOf = (url: URL) => files.get(url.pathname)
  await page.route(
    (url) => fileOf(url)?.language === 'ru',
    async (route) => {
      const file = fileOf(new URL(route.request().url()))!
      await route.fulfill({ contentType: 'text/javascript', body: pseudoModule(file) })
    },
  )
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'ru'))
}

/** Replaces a file with one or several namespaces. */
const pseudoModule = ({ namespace, isRaw }: TextFile): string => {
  const texts = pseudoTexts()
  if (namespace !== null) return `export default ${JSON.stringify(texts[namespace])}`
  const files = Object.entries(texts).map(([name, bundle]) => [
    `${name}.json`,
    isRaw ? JSON.stringify(bundle) : bundle,
  ])
  return `export const texts = ${JSON.stringify(Object.fromEntries(files))}
    export const others = Object.fromEntries(Object.entries(texts).map(([file, of]) => [file, async () => of]))`
}

/** Collects words of server data: names, addresses, comments. */
export const collectData = (page: Page): Set<string> => {
  const words = new Set<string>()
  page.on('response', async (response: Response) => {
    if (!response.url().includes('/api/') || !response.headers()['content-type']?.includes('json')) return
    const body: unknown = await response.json().catch(() => null)
    for (const text of stringsOf(body)) for (const word of wordsOf(text)) words.add(word)
  })
  return words
}

/** Latin words of three letters and more. */
export const wordsOf = (text: string): string[] => text.match(/[A-Za-zÀ-ÿ]{3,}/g) ?? []

type Texts = { [key: string]: string | Texts }

const pseudoTexts = (): Record<string, Texts> =>
  Object.fromEntries(
    Object.entries(readTexts('en')).flatMap(([namespace, texts]) =>
      namespace === 'mail' ? [] : [[namespace, pseudo(texts)]],
    ),
  )

/** English has one and other; Russian needs few and many too. */
const pseudo = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]): [string, string | Texts][] => {
      if (typeof text !== 'string') return [[key, pseudo(text)]]
      const forms = key.endsWith('_other') ? ['_other', '_few', '_many'] : ['_other']
      return forms.map((form) => [key.replace('_other', form), pseudoText(text)])
    }),
  )

const pseudoText = (text: string): string =>
  text
    .split(/(\{\{[^}]*\}\})/)
    .map((part) => (part.startsWith('{{') ? part : longer(part)))
    .join('')

/** Doubles vowels: 40 % longer, with words as long as in German. */
const longer = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const lower = letter.toLowerCase()
    const own = accented[lower] ?? letter
    const cased = letter === lower ? own : own.toUpperCase()
    return 'aeiouy'.includes(lower) ? cased + own : cased
  })

// Latin Extended-A only: fonts support it, and the demo data do not contain it.
const accented: Record<string, string> = {
  ...{
    a: 'ā',
    b: 'ƀ',
    c: 'č',
    d: 'đ',
    e: 'ę',
    f: 'ƒ',
    g: 'ğ',
    h: 'ħ',
    i: 'ī',
    j: 'ĵ',
    k: 'ķ',
    l: 'ł',
    m: 'ɱ',
  },
  ...{
    n: 'ń',
    o: 'ō',
    p: 'ƥ',
    q: 'ɋ',
    r: 'ř',
    s: 'š',
    t: 'ŧ',
    u: 'ū',
    v: 'ʋ',
    w: 'ŵ',
    x: 'ӿ',
    y: 'ŷ',
    z: 'ž',
  },
}

/** Values that screens never show verbatim. */
const codes = new Set([
  'role',
  'language',
  'status',
  'shippingStatus',
  'country',
  'mode',
  'type',
  'resource',
  'verb',
])

function* stringsOf(value: unknown, key = ''): Generator<string> {
  if (typeof value === 'string') {
    if (!codes.has(key)) yield value
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value))
      yield* stringsOf(child, Array.isArray(value) ? key : name)
  }
}
