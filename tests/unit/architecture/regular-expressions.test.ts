import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'
import { check } from 'recheck'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { casesOf } from '../../support/is-full.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

type SourcePattern = { file: string; source: string; flags: string }

/** The regular expressions of the given folders' sources: every literal, and the files that build some at run time. */
const sourcePatterns = (folders: readonly string[]): { literals: SourcePattern[]; building: string[] } => {
  const literals: SourcePattern[] = []
  const building = new Set<string>()
  for (const file of folders.flatMap(sourcesIn)) {
    const text = readFileSync(path.join(root, file), 'utf8')
    walk(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'es2022' }), (node) => {
      if (node.type === 'RegExpLiteral') {
        literals.push({ file, source: String(node.pattern), flags: String(node.flags) })
      }
      if (isRegExpCall(node)) building.add(file)
    })
  }
  return { literals, building: [...building] }
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))

type Node = Record<string, unknown>

const isRegExpCall = ({ type, callee }: Node): boolean =>
  (type === 'NewExpression' || type === 'CallExpression') &&
  typeof callee === 'object' &&
  callee !== null &&
  'value' in callee &&
  callee.value === 'RegExp'

const walk = (value: unknown, visit: (node: Node) => void): void => {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) visit(value as Node)
  for (const inner of Object.values(value)) walk(inner, visit)
}

const { literals, building } = sourcePatterns(['domain', 'machines', 'server', 'src'])

/** Files that build patterns from our own tables, with what builds all of them. */
const builders: Record<string, () => Promise<unknown>> = {
  'src/filter/sentence/phrases.ts': async () => {
    const { compileLanguage } = await import('../../../src/filter/sentence/compile-language.ts')
    const { sentenceLanguages } = await import('../../../src/filter/languages/sentence-languages.ts')
    await import('../../../src/filter/sentence/read-number.ts')
    for (const language of Object.values(sentenceLanguages)) compileLanguage(language)
  },
}

/** Whether backtracking may be super-linear: adjacent unbounded parts, many start positions, or alternatives. */
const couldBeSlow = ({ source }: SourcePattern): boolean => {
  const shape = source.replace(/\\.|\[(?:\\.|[^\]\\])*\]/gs, '.')
  const endless = (shape.match(/[*+]|\{\d+,\}/g) ?? []).length
  return endless > 1 || (endless === 1 && (!shape.startsWith('^') || shape.includes('|')))
}

/** No timeouts, so that the result is the same on a slow machine. */
const noTimeouts = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null }

const superLinear = async (patterns: readonly SourcePattern[]): Promise<string[]> => {
  const files = new Map<string, string[]>()
  for (const { file, source, flags } of patterns) {
    const key = `/${source}/${flags}`
    files.set(key, [...new Set([...(files.get(key) ?? []), file])])
  }
  const found: string[] = []
  for (const [pattern, where] of files) {
    const end = pattern.lastIndexOf('/')
    const read = await check(pattern.slice(1, end), pattern.slice(end + 1), noTimeouts)
    if (read.status === 'safe') continue
    const verdict = read.status === 'vulnerable' ? read.complexity.summary : read.error.kind
    found.push(`${where.join(', ')}: ${pattern} is ${verdict}`)
  }
  return found
}

describe('every regular expression', () => {
  it('is read from the sources', () => {
    expect(literals.length).toBeGreaterThan(200)
  })

  it('takes linear time, whatever it reads', { timeout: 600_000 }, async () => {
    expect(await superLinear(casesOf(literals, couldBeSlow))).toEqual([])
  })

  it('is written out, or built where this test can build it too', () => {
    expect(building.sort()).toEqual(Object.keys(builders).sort())
  })

  describe('that is built', () => {
    const native = globalThis.RegExp
    afterEach(() => {
      globalThis.RegExp = native
    })

    it.each(Object.entries(builders))(
      'by %s takes linear time',
      { timeout: 600_000, tags: 'full' },
      async (file, build) => {
        const built: SourcePattern[] = []
        vi.resetModules()
        globalThis.RegExp = new Proxy(native, {
          construct: (target, [source, flags = '']: [string, string?]) => {
            built.push({ file, source: String(source), flags })
            return new target(source, flags)
          },
        })
        await build()
        globalThis.RegExp = native
        const own = built.filter(({ source }) => source.startsWith('^(?:'))
        expect(own.length).toBeGreaterThan(0)
        expect(await superLinear(own)).toEqual([])
      },
    )
  })
})
