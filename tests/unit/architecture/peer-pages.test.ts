import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const pages = fileURLToPath(new URL('../../../bench/peers/pages/', import.meta.url))

/** Not type-checked, because their packages are only installed by the bench. */
it('finds all that the pages of the peers import of ours', () => {
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsx'))
    .map((file) => path.join(pages, file))
  const imported = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, target = '']) =>
      path.resolve(path.dirname(file), target),
    ),
  )
  expect(imported.length).toBeGreaterThan(5)
  expect(imported.filter((file) => !existsSync(file))).toEqual([])
})
