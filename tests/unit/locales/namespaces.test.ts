import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { alwaysNeeded, consoleNamespaces } from '../../../src/i18n/i18n.ts'
import { filesUnder } from './text-uses.ts'
import { root } from './texts.ts'

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
