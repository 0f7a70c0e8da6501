import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { scenes } from '../../support/pictures/scenes.ts'
import { shown } from '../../support/pictures/shown-texts.ts'

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url))

it('has each picture as `npm run pictures` took it, on a page', () => {
  const pages = `${read('README.md')}${read('docs/user-guide.md')}`
  const names = scenes.map(({ name }) => name)
  expect(Object.keys(shown).toSorted()).toEqual(names.toSorted())
  const pictures = readdirSync(new URL('../../../docs/pictures', import.meta.url))
  expect(pictures.toSorted()).toEqual([...names.map((name) => `${name}.png`), 'shown.json'].toSorted())
  for (const [name, { picture }] of Object.entries(shown)) {
    const hash = createHash('sha256')
      .update(read(`docs/pictures/${name}.png`))
      .digest('hex')
    expect(hash, name).toBe(picture)
    expect(pages, name).toContain(`pictures/${name}.png`)
  }
})
