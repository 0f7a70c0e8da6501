import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { deviceStorage, itemOf, tabStorage } from '../../../src/storage/browser-storage.ts'
import { storedItems } from '../../../src/storage/stored-items.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const sourcesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|m?js|html)$/.test(file))
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))

const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** Browser APIs that store data beyond a page. */
const stores =
  /\b(?:localStorage|sessionStorage|indexedDB|caches(?=\.(?:open|match|keys|has|delete)\b)|cookieStore|document\.cookie|navigator\.storage)\b/g

/** The only files that use the browser's stores themselves, and which. */
const users: Record<string, readonly string[]> = {
  'src/storage/browser-storage.ts': ['localStorage', 'sessionStorage'],
  'src/stores/offline-store.ts': ['indexedDB'],
  // Runs before any module is loaded.
  'index.html': ['document.cookie', 'localStorage', 'sessionStorage'],
  'public/sw.js': ['caches'],
}

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

it('stores nothing in a browser but through the table of stored items', () => {
  const found: Record<string, string[]> = {}
  for (const file of [...['src', 'machines', 'domain', 'public'].flatMap(sourcesIn), 'index.html']) {
    const used = [...new Set(withoutComments(textOf(file)).match(stores))].toSorted()
    if (used.length > 0) found[file] = used
  }
  expect(found).toEqual(users)
})

it('refuses a key that is not in the table', () => {
  expect(() => deviceStorage.setItem('customers', '[]')).toThrow(
    'not in the table of stored items: customers',
  )
  expect(() => tabStorage.setItem('settings', '{}')).toThrow('not in the table')
})

it('has the keys of those who store by themselves', () => {
  const named = [...textOf('index.html').matchAll(/\b(local|session)Storage\.\w+Item\('([^']+)'/g)]
  expect(named.length).toBeGreaterThan(1)
  for (const [, area, key] of named) {
    expect(itemOf(area === 'local' ? 'device' : 'tab', key!), key).toBeDefined()
  }
  expect(textOf('public/sw.js')).toContain(`const prefix = '${storedItems.shell.key}'`)
  const made = [...textOf('src/stores/offline-store.ts').matchAll(/createObjectStore\(stores\.(\w+)/g)]
  const inDatabase = Object.values(storedItems).filter(({ areas }) => areas.includes('IndexedDB'))
  expect(made.length).toBe(inDatabase.length)
})

it('clears all that is of a user when they sign out and when another signs in, but what waits to be sent', () => {
  const ofUsers = Object.entries(storedItems).filter(([, { of }]) => of === 'user')
  const kept = ofUsers.filter(
    ([, { clearedBy }]) => !clearedBy.includes('signedOut') || !clearedBy.includes('otherUser'),
  )
  expect(kept.map(([name]) => name)).toEqual(['outbox'])
})
