import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { serverKeys, textRanges } from './text-ranges.ts'
import { root } from './texts.ts'

/**
 * Keys in use: literal (`t('orders:title')`, `t('title')` with `useTranslation('orders')`), built by template literals, or read
 * by the server.
 */
export const usedKeys = (keys: ReadonlySet<string>): Set<string> => {
  const used = new Set(serverKeys)
  for (const path of filesUnder('src')) {
    for (const key of writtenKeys(path).flat()) used.add(key)
    for (const key of templateKeys(path, keys)) used.add(key)
  }
  for (const path of filesUnder('server')) for (const key of readKeys(path, keys)) used.add(key)
  return used
}

/** Literal keys of a console file, existing or not, each with its possible meanings. */
export const writtenKeys = (path: string): string[][] => {
  const source = sourceOf(path)
  const whole = [...source.matchAll(/['"]([a-z-]+:[a-zA-Z][\w.-]*)['"]/g)].map(([, key]) => [key!])
  const short = argumentsOfT(source)
    .flatMap((text) => [...text.replace(/\$\{[^{}]*\}/g, '').matchAll(/(?<!=== )'([\w.-]+)'/g)])
    .map(([, key]) => namespacesOf(source).map((namespace) => `${namespace}:${key}`))
  return [...whole, ...short.filter((meanings) => meanings.length > 0)]
}

export const filesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(root, folder, file))

/** Keys built by a file's templates with their range or nearby words. */
function* templateKeys(path: string, keys: ReadonlySet<string>): Generator<string> {
  for (const template of templatesOf(sourceOf(path))) {
    const range = textRanges[template]
    if (range) {
      yield* range
      continue
    }
    const words = wordsNear(path)
    const names = new RegExp(`^${template.replaceAll('.', '\\.').replaceAll('*', '([\\w-]+)')}$`)
    for (const key of keys) {
      const found = names.exec(key)?.slice(1)
      if (found?.every((name) => words.has(name))) yield key
    }
  }
}

/** `${resource}:fields.${field}` as `*:fields.*`; without namespace, one per namespace of the file. */
const templatesOf = (source: string): string[] => {
  // Templates may be nested: each piece between backticks is examined separately.
  const whole = source.split('`').filter((text) => /^([a-z-]+|\$\{[^{}]*\}):/.test(text))
  const short = argumentsOfT(source)
    .flatMap((text) => [...text.matchAll(/`([^`:]*\$\{[^`:]*)`/g)].map(([, template]) => template!))
    .flatMap((template) => namespacesOf(source).map((namespace) => `${namespace}:${template}`))
  return [...whole, ...short]
    .map((text) => text.replace(/\$\{[^{}]*\}/g, '*'))
    .filter((template) => template.includes('*') && /^([a-z-]+|\*):[\w.*-]+$/.test(template))
    .filter((template) => template !== '*:*')
}

/** Keys that the server reads: `texts.workbook.orders` in a file that imports its JSON. */
function* readKeys(path: string, keys: ReadonlySet<string>): Generator<string> {
  const source = sourceOf(path)
  for (const [, namespace] of source.matchAll(/locales\/fr\/([a-z]+)\.json/g)) {
    const words = new Set(filesUnder(relative(root, dirname(path))).flatMap((file) => [...wordsOf(file)]))
    for (const key of keys) {
      if (
        key.startsWith(`${namespace}:`) &&
        key
          .split(/[:.]/)
          .slice(1)
          .every((name) => words.has(name))
      )
        yield key
    }
  }
}

/** Words of a file and its transitive imports. */
const wordsNear = (path: string): Set<string> => {
  const known = nearby.get(path)
  if (known) return known
  const words = new Set([...importedBy(path, 2)].flatMap((file) => [...wordsOf(file)]))
  nearby.set(path, words)
  return words
}

const wordsOf = (path: string): Set<string> =>
  new Set([...sourceOf(path).matchAll(/[\w-]+/g)].map(([word]) => word))

const importedBy = (path: string, depth: number): Set<string> => {
  const files = new Set([path])
  if (depth === 0) return files
  for (const [, target] of sourceOf(path).matchAll(/from '(\.[^']+\.tsx?)'/g)) {
    const file = join(dirname(path), target!)
    if (existsSync(file)) for (const one of importedBy(file, depth - 1)) files.add(one)
  }
  return files
}

/** A key without namespace belongs to the first of `useTranslation`; a file may have several components. */
const namespacesOf = (source: string): string[] => [
  ...new Set([...source.matchAll(/useTranslation\(\[?'([\w-]+)'/g)].map(([, name]) => name!)),
]

/** The first argument of each `t(…)`. */
const argumentsOfT = (source: string): string[] =>
  [...source.matchAll(/\bt\(/g)].map(({ index }) => {
    let depth = 0
    for (let at = index + 1; at < source.length; at++) {
      const sign = source[at]!
      if ('([{'.includes(sign)) depth++
      if (')]}'.includes(sign)) depth--
      if (depth === 0 || (depth === 1 && sign === ',')) return source.slice(index + 2, at)
    }
    return ''
  })

const nearby = new Map<string, Set<string>>()
const sources = new Map<string, string>()

const sourceOf = (path: string): string => {
  const source = sources.get(path) ?? readFileSync(path, 'utf8')
  sources.set(path, source)
  return source
}
