import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchHit } from '../../domain/changes/changes.ts'
import { type LanguageCode, languageCodes } from '../../domain/core/languages.ts'
import { learnWords, writeEntries } from '../../server/search/write-entries.ts'
import { loadDemo } from '../../server/seed/load-demo.ts'
import { startApi, type TestApi } from '../support/api/start-api.ts'
import { casesOf } from '../support/is-full.ts'
import { answerSearch } from '../support/ranking/answer-search.ts'
import { de } from '../support/ranking/de.ts'
import { en } from '../support/ranking/en.ts'
import { es } from '../support/ranking/es.ts'
import { fr } from '../support/ranking/fr.ts'
import { it as italian } from '../support/ranking/it.ts'
import { isRecordRow, lookupFor, type QueryRow } from '../support/ranking/ranking-view.ts'
import { searchEntries } from '../support/ranking/records.ts'
import { ru } from '../support/ranking/ru.ts'

const tables: Record<LanguageCode, readonly QueryRow[]> = { fr, en, de, it: italian, es, ru }

type Search = (q: string, resource: string | null) => Promise<SearchHit[]>

/** A server with the fixed records, and a search request as the palette makes it. */
const startSearch = async (
  fill: (api: TestApi) => Promise<void>,
): Promise<{ api: TestApi; search: Search }> => {
  const api = await startApi()
  await fill(api)
  await writeEntries(api.context.db, searchEntries)
  await learnWords(api.context.db, searchEntries)
  const admin = await api.as('admin')
  const search: Search = async (q, resource) => {
    const query = new URLSearchParams({ q, country: 'ic', limit: '20', ...(resource && { resource }) })
    const { status, body } = await admin.get<{ items: SearchHit[] }>(`/search?${query}`)
    expect(status).toBe(200)
    return body.items
  }
  return { api, search }
}

const rows = languageCodes.flatMap((language) =>
  tables[language].filter(isRecordRow).map((row) => ({ language, row })),
)

/** The palette's hits for a row: it searches for the text, then for the same keys on other layouts. */
const answerOf = async (
  { language, row }: (typeof rows)[number],
  search: Search,
): Promise<readonly SearchHit[]> => {
  const { questions, resource } = lookupFor(language, row.query, row.from)
  for (const question of questions) {
    const hits = await search(question, resource)
    if (hits.length > 0) return hits
  }
  return []
}

const named = ({ resource, title }: SearchHit): string => `${resource}: ${title}`

describe('the search, asked what the ranking tables ask', () => {
  let beside: Awaited<ReturnType<typeof startSearch>>

  beforeAll(async () => {
    beside = await startSearch(async ({ context }) => {
      await loadDemo(context, { orders: 300, log: { info: () => undefined } })
    })
  })
  afterAll(() => beside.api.close())

  it('answers as the tables of the console suppose', { tags: 'full' }, async () => {
    const alone = await startSearch(async () => undefined)
    for (const one of rows) {
      const first = (hits: readonly SearchHit[]) =>
        hits.slice(0, 3).map(({ resource, number, rank }) => ({ resource, number, rank }))
      const supposed = await answerOf(one, async (q, resource) =>
        answerSearch(q, resource as SearchHit['resource']),
      )
      const answered = await answerOf(one, alone.search)
      expect(first(answered), one.row.query).toEqual(first(supposed))
    }
    await alone.api.close()
  })

  it.each([...casesOf(languageCodes, (language) => language === 'fr' || language === 'ru')])(
    'finds what is meant among the demo company’s records too, in %s: first in 95 of 100, in the first three always',
    async (language) => {
      const cases = rows.filter((one) => one.language === language)
      const misses: string[] = []
      const far: string[] = []
      for (const one of cases) {
        const hits = (await answerOf(one, beside.search)).map(named)
        const place = hits.indexOf(one.row.expects)
        const reported = `${one.row.query}: ${one.row.expects} (place ${place + 1}); got ${hits.slice(0, 4).join(' | ')}`
        if (place !== 0) misses.push(reported)
        if (place < 0 || place > 2) far.push(reported)
      }
      expect(far).toEqual([])
      expect(1 - misses.length / cases.length, `\n${misses.join('\n')}\n`).toBeGreaterThanOrEqual(0.95)
    },
  )
})
