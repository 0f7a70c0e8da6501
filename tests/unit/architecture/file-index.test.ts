import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const page = path.join(root, 'docs/architecture.md')
const title = '## Index of files\n'

/** A line for each folder with files of code: their names without `.ts` and `.tsx`. */
const indexOf = (folder: string): string[] => {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )
  const files = entries
    .filter(({ name }) => /\.tsx?$/.test(name))
    .map(({ name }) => name.replace(/\.tsx?$/, ''))
  const folders = entries.filter((entry) => entry.isDirectory())
  return [
    ...(files.length > 0 ? [`- \`${folder}\`: ${files.join(', ')}`] : []),
    ...folders.flatMap(({ name }) => indexOf(`${folder}/${name}`)),
  ]
}

// `npx vitest run --project unit tests/unit/architecture/file-index.test.ts -u` writes it.
it('the index of files in docs/architecture.md names each file of code in its folder', async () => {
  const [before, index = ''] = readFileSync(page, 'utf8').split(title)
  const [intro] = index.split('\n- `')
  const lines = ['domain', 'machines', 'server', 'src'].flatMap(indexOf)
  expect(lines.length).toBeGreaterThan(100)
  await expect(`${before}${title}${intro}\n${lines.join('\n')}\n`).toMatchFileSnapshot(page)
})
