import { readdirSync, readFileSync } from 'node:fs'
import { inRoot } from './root.mjs'

/**
 * The texts of a language as three modules: `virtual:texts/fr/door`, what the login says; `first`, what the console's frame
 * and its orders say; `rest`, all others, which whatever comes late waits for.
 */
export const consoleTexts = () => ({
  name: 'console-texts',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${prefix}`)) return null
    const [code, part] = id.slice(prefix.length + 1).split('/')
    for (const file of filesOf(code)) this.addWatchFile(file)
    return `export const texts = ${JSON.stringify(textsOf(code, part))}`
  },
})

const prefix = 'virtual:texts/'

/** Namespaces, or these keys of them. */
const parts = {
  door: { auth: true, common: true, errors: true, shell: ['language'], users: ['role'] },
  first: {
    changes: true,
    commands: ['go', 'order', 'list', 'console', 'session'],
    common: true,
    countries: true,
    delivery: ['leaving'],
    // What may be told before any other word can come.
    errors: [
      'OFFLINE',
      'INTERNAL',
      'UNAUTHORIZED',
      'FORBIDDEN',
      'NOT_FOUND',
      'OVERLOADED',
      'DATABASE_UNAVAILABLE',
    ],
    filter: ['unit', 'span', 'none', 'yes', 'no', 'didYouMean'],
    keyboard: true,
    keys: ['notKept', 'single'],
    list: true,
    macros: ['leftOut'],
    // Without what its form alone says.
    orders: [
      'title',
      'one',
      'count',
      'numbered',
      'add',
      'empty',
      'duplicate',
      'duplicateHint',
      'fields',
      'status',
      'filters',
      'commented',
      'copied',
      'columns',
      'shippingStatus',
    ],
    palette: ['reason'],
    public: ['chunk', 'broken', 'actions'],
    rows: true,
    shell: true,
    shippings: ['status', 'one'],
    table: ['selectAll', 'selection'],
    users: ['role'],
    views: ['menu', 'modified', 'all', 'heading', 'list'],
  },
}

/** What the palette alone says of a command. */
const ofPalette = ['keywords', 'args']

/** The texts of a part; the rest is what the first has not. */
export function textsOf(code, part) {
  const all = Object.fromEntries(
    filesOf(code).map((file) => [nameOf(file), JSON.parse(readFileSync(file, 'utf8'))]),
  )
  if (part !== 'rest') return narrowed(all, parts[part])
  const first = narrowed(all, parts.first)
  return without(all, first)
}

const filesOf = (code) => {
  const folder = inRoot('locales', code)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && !['mail.json', 'embed.json'].includes(file))
    .map((file) => `${folder}/${file}`)
}

const nameOf = (file) => /([^/]+)\.json$/.exec(file)[1]

const narrowed = (all, wanted) =>
  Object.fromEntries(
    Object.entries(wanted).map(([name, keys]) => {
      const texts = name === 'commands' ? leaving(all[name], ofPalette) : all[name]
      return [name, keys === true ? texts : kept(texts, keys, name)]
    }),
  )

/** Each key, in all its plurals. */
const kept = (texts, keys, name) =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const found = Object.entries(texts).filter(([own]) => own.replace(/_(one|few|many|other)$/, '') === key)
      if (found.length === 0) throw new Error(`No text ${name}:${key}`)
      return found
    }),
  )

const leaving = (texts, keys) =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([key]) => !keys.includes(key))
      .map(([key, text]) => [key, typeof text === 'object' ? leaving(text, keys) : text]),
  )

const without = (texts, those) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => {
      const other = those[key]
      if (other === undefined) return [[key, text]]
      if (typeof text !== 'object') return []
      const left = without(text, other)
      return Object.keys(left).length === 0 ? [] : [[key, left]]
    }),
  )
