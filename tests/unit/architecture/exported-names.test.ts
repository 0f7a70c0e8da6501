import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const files = ['src', 'server', 'domain', 'machines'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file)),
)

/** Published types of the embedded palette; `embed-options.test.ts` compares them with the ones that are built. */
const published = 'src/embed/public/'

const declarations = {
  type: /^export (?:type|interface) (\w+)/gm,
  function:
    /^export (?:(?:async )?function\*? (\w+)|const (\w+) = (?:async )?(?:<[^>]*>)?\([^)]*\)[^=\n]*=>)/gm,
}

test.each(Object.entries(declarations))('no two exported declarations of one name: %s', (_, declaration) => {
  const places = new Map<string, string[]>()
  for (const file of files.filter((file) => !file.startsWith(published))) {
    for (const [, ...names] of readFileSync(path.join(root, file), 'utf8').matchAll(declaration)) {
      const name = names.find(Boolean)!
      places.set(name, [...(places.get(name) ?? []), file])
    }
  }
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([])
})
