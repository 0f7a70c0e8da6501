import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { commandLabel, labelOfCommand } from '../../../src/commands/run-command.ts'
import { registry } from '../../support/console-registry.ts'
import { filesUnder } from './text-uses.ts'
import { readTexts, root } from './texts.ts'

it('the embedded palette has the texts of every component that it may render', async () => {
  const { texts } = await import('../../../src/embed/languages/fr.ts')
  const bundled = new Set(Object.keys(texts).map((path) => path.replace(/^.*\/|\.json$/g, '')))
  const lacking = [...modulesOf(join(root, 'src/embed/embed-app.tsx'))].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/useTranslation\(([^)]*)\)/g)]
      .flatMap(([, names = '']) => [...names.matchAll(/'([\w-]+)'/g)].map(([, name]) => name!))
      .filter((name) => !bundled.has(name) && name !== 'embed')
      .map((name) => `${relative(root, file)}: ${name}`),
  )
  expect(lacking).toEqual([])
})

it('no place prints the id of a command, of a macro neither', () => {
  const texts = readTexts('fr')
  const t = (key: string) => texts.get(key) ?? key
  const shown = registry.commands.map((command) => commandLabel(command, t))
  const unknown = ['macro:018f', 'order.forgotten'].map((id) => labelOfCommand(id, registry.get, t))
  expect([...shown, ...unknown].filter((label) => /^[\w-]+[:.][\w.:-]+$/.test(label))).toEqual([])
  const guesses = filesUnder('src').filter((file) => /\?\? \{ id\b/.test(readFileSync(file, 'utf8')))
  expect(guesses.map((file) => relative(root, file))).toEqual([])
})

/** A file and all that it imports, also when needed. */
const modulesOf = (file: string, found = new Set<string>()): Set<string> => {
  if (found.has(file)) return found
  found.add(file)
  const source = readFileSync(file, 'utf8').replace(/import type [^;]*? from '[^']+'/g, '')
  for (const [, target] of source.matchAll(/(?:from |import\()'(\.[^']+\.tsx?)'/g)) {
    const next = join(dirname(file), target!)
    if (existsSync(next)) modulesOf(next, found)
  }
  return found
}
