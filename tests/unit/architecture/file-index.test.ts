import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { resourceNames } from '../../../domain/access/permissions.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A resource's own files are named by the page once for all. */
const perResource = ['domain', 'src/resources', 'server/resources', 'server/db/schema']

/** `- \`folder\`: names`, a line for each folder with files of code, names without `.ts` and `.tsx`. */
const indexOf = (folder: string): string[] => {
  const isOfResource = (name: string) =>
    perResource.includes(folder) && (resourceNames as readonly string[]).includes(nameInApi[name] ?? name)
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true })
    .map((entry) => ({
      name: entry.name.replace(/\.tsx?$/, ''),
      isFolder: entry.isDirectory(),
      file: entry.name,
    }))
    .filter(({ name }) => !isOfResource(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const files = entries.filter(({ file }) => /\.tsx?$/.test(file)).map(({ name }) => name)
  const folders = entries.filter(({ isFolder, name }) => isFolder && !/^(languages|first|frame)$/.test(name))
  return [
    ...(files.length > 0 ? [`- \`${folder}\`: ${files.join(', ')}`] : []),
    ...folders.flatMap(({ name }) => indexOf(`${folder}/${name}`)),
  ]
}

/** `packages` of the API are `plans` in the code. */
const nameInApi: Record<string, string> = { plans: 'packages' }

it('the index of files in docs/architecture.md names each file of code in its folder', () => {
  const page = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')
  const index = page.split('## Index of files\n')[1] ?? ''
  // A name may be followed by what the file is for.
  const named = index
    .match(/^- `.*(?:\n {2}.*)*/gm)
    ?.map((line) => line.replace(/\s+/g, ' ').replace(/ \([^)]*\)/g, ''))
  expect(named).toEqual(['domain', 'machines', 'server', 'src'].flatMap(indexOf))
})
