import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isRole } from '../../../domain/access/permissions.ts'
import { isLanguageCode, type LanguageCode, languageCodes } from '../../../domain/core/languages.ts'
import { isResourceName } from '../../../domain/resources.ts'
import { casesOf } from '../../support/is-full.ts'
import { isExpected, nameOf, type OpenQuery } from './palette-queries/judge.ts'
import { found } from './palette-queries/palette.ts'
import { now } from './palette-queries/records.ts'

const folder = path.join(import.meta.dirname, 'palette-queries', 'open')

/** Lines of `typed | kind | screen | expected | as good …`; the screen: language, role, list and number, `-` for none. */
const queriesOf = (file: string): readonly OpenQuery[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [typed = '', kind = '', screen = '', ...expect] = line.split(' | ')
      const words = screen.split(' ')
      const language = words.find(isLanguageCode)
      const role = words.find(isRole)
      const on = words.find(isResourceName)
      const active = Number(words.find((word) => /^\d+$/.test(word)))
      return {
        ...{ typed, kind, expect },
        ...(language && { language }),
        ...(role && { role }),
        ...(on && { on }),
        ...(active && { active }),
      }
    })

/** `place`: of the first expected row; -1 for none. */
type Judged = { query: OpenQuery; place: number; got: readonly string[] }

const judge = (query: OpenQuery, of: LanguageCode): Judged => {
  const language = query.language ?? of
  // Agents have no orders: whoever works on that list is an admin.
  const { on, active, role } =
    query.role === 'agent' && query.on === 'orders' ? { ...query, role: undefined } : query
  const items = found(language, query.typed, {
    ...(on && { on }),
    ...(active && { active }),
    ...(role && { role }),
  })
  const isRight = query.expect.includes('nothing')
    ? items.length === 0
    : isExpected(items[0], query, language)
  const place = isRight ? 0 : items.findIndex((item) => isExpected(item, query, language))
  return { query, place, got: items.slice(0, 3).map(nameOf) }
}

const counted = (judged: readonly Judged[]): string => {
  const first = judged.filter(({ place }) => place === 0).length
  const near = judged.filter(({ place }) => place > 0 && place < 3).length
  return `${first} first, ${near} among three, ${judged.length - first - near} neither, of ${judged.length}`
}

const reportOf = (name: string, judged: readonly Judged[]): string => {
  const kinds = [...new Set(judged.map(({ query }) => query.kind))].map(
    (kind) => [kind, judged.filter(({ query }) => query.kind === kind)] as const,
  )
  const misses = judged.filter(({ place }) => place !== 0)
  return [
    `${name}: ${counted(judged)}`,
    ...kinds.map(([kind, some]) => `  ${kind}: ${counted(some)}`),
    ...misses.map(
      ({ query, place, got }) =>
        `  ${place < 0 ? 'x' : place + 1} ${query.language ?? ''} ${query.typed} [${query.kind}${query.role ? `, ${query.role}` : ''} ${query.on ?? ''} ${query.active ?? ''}]: ${query.expect[0]} | got ${got.join(' | ') || 'nothing'}`,
    ),
  ].join('\n')
}

beforeAll(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

/** Files of queries to judge instead: `PALETTE_SET=/path/de.txt,/path/en.txt`, of one language each by name or with it in the line. */
const { PALETTE_SET: given } = process.env

const sets = ['staff', 'newest', ...languageCodes].map((name) => path.join(folder, `${name}.txt`))

/** Of 100, how many are first. */
const goal = given === undefined ? 90 : 0

describe('queries of people who had not read the code', () => {
  test.each(given === undefined ? casesOf(sets, (file) => file.endsWith('staff.txt')) : given.split(','))(
    '%s',
    (file) => {
      const name = path.basename(file, '.txt')
      const code = isLanguageCode(name) ? name : 'fr'
      const judged = queriesOf(file).map((query) => judge(query, code))
      const report = reportOf(name, judged)
      if (given !== undefined || process.env.PALETTE_QUERIES) process.stdout.write(`\n${report}\n`)
      const first = judged.filter(({ place }) => place === 0).length
      expect((100 * first) / judged.length, report).toBeGreaterThanOrEqual(goal)
    },
  )
})
