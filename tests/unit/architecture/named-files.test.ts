import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Installed, built or created at run time. */
const made = /^(node_modules|dist|test-results|\.git|\.cache|\.waybill)$/

const filesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !made.test(name))
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name)
      return entry.isDirectory() ? [file, ...filesIn(file)] : [file]
    })
const all = filesIn('')
const known = new Set(all)
const endings = new Set(
  all.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
)
const tops = all.filter((file) => !file.includes('/'))

/** Prose: comments of code, or a page without code blocks. */
const proseOf = (file: string): string => {
  const text = readFileSync(path.join(root, file), 'utf8')
  if (file.endsWith('.md')) return text.replace(/^```[\s\S]*?^```/gm, '')
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)].join('\n')
}

/** Names of files, with or without their folders, and paths of folders between backquotes (`domain/access`). `GET openapi.json` is a call. */
const namesIn = (prose: string): string[] => [
  ...[
    ...prose.matchAll(
      /(?<![\w./:@<>*}%-]|GET )[\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|cjs|json|md|css|sql)\b(?![\w/{*-])/g,
    ),
  ].map(([name]) => name),
  ...[...prose.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)\/?`/g)]
    .map(([, name = '']) => name)
    .filter((name) => tops.includes(name.split('/')[0]!) && !name.includes('.')),
]

const isThere = (name: string, file: string): boolean =>
  endings.has(name) ||
  known.has(path.posix.join(path.posix.dirname(file), name)) ||
  made.test(name.split('/')[0]!) ||
  existsSync(path.join(root, 'node_modules', name))

const read = all.filter(
  (file) =>
    /^(src|server|domain|machines|scripts|tests|bench|docs|[^/]+$)/.test(file) &&
    /\.(tsx?|mjs|cjs|css|md)$/.test(file),
)

it('names no file in a comment or a page that does not exist', () => {
  expect(read.length).toBeGreaterThan(1_000)
  const missing = read.flatMap((file) =>
    namesIn(proseOf(file))
      .filter((name) => !isThere(name, file))
      .map((name) => `${file}: ${name}`),
  )
  expect(missing).toEqual([])
})

/** Anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string): string[] =>
  [...readFileSync(path.join(root, page), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

it('names no section of a page that does not exist', () => {
  const named = read.flatMap((file) =>
    [...proseOf(file).matchAll(/(docs\/[\w-]+\.md)#([\w-]+)/g)].map(([, page = '', anchor = '']) => ({
      file,
      page,
      anchor,
    })),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(({ page, anchor }) => !anchorsOf(page).includes(anchor))).toEqual([])
})
