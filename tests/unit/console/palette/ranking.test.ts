import { describe, expect, test } from 'vitest'
import { type LanguageCode, languageCodes } from '../../../../domain/core/languages.ts'
import type { PaletteItem } from '../../../../src/palette/results/palette-item.ts'
import { casesOf } from '../../../support/is-full.ts'
import { de } from '../../../support/ranking/de.ts'
import { en } from '../../../support/ranking/en.ts'
import { es } from '../../../support/ranking/es.ts'
import { fr } from '../../../support/ranking/fr.ts'
import { it } from '../../../support/ranking/it.ts'
import type { QueryRow } from '../../../support/ranking/query-row.ts'
import { found } from '../../../support/ranking/ranking-view.ts'
import { searchEntries } from '../../../support/ranking/records.ts'
import { ru } from '../../../support/ranking/ru.ts'

const tables: Record<LanguageCode, readonly QueryRow[]> = { fr, en, de, it, es, ru }

describe('what is typed finds what is meant', () => {
  test('over at least two hundred records of every list', () => {
    expect(searchEntries.length).toBeGreaterThanOrEqual(200)
    expect(new Set(searchEntries.map(({ resource }) => resource)).size).toBe(9)
  })

  const drawn = casesOf(languageCodes, (code) => code === 'ru')
  test.each(drawn)('in %s: first in 95 of 100, among the first three always', (language) => {
    const rows = tables[language]
    expect(rows.length).toBeGreaterThanOrEqual(24)
    expect(new Set(rows.map(({ query, from }) => JSON.stringify([query, from]))).size).toBe(rows.length)
    const answers = rows.map((row) => ({ row, items: found(language, row.query, row.from) }))
    const misses = answers.filter(({ row, items }) => placeOf(row, items) !== 0)
    const far = misses.filter(({ row, items }) => !(placeOf(row, items) < 3))
    const table = `\n${misses.map(reported).join('\n')}\n`
    expect(
      far.map(({ row }) => row.query),
      table,
    ).toEqual([])
    expect(1 - misses.length / rows.length, table).toBeGreaterThanOrEqual(0.95)
  })

  test('can be missed', () => {
    const row = { query: 'confirmer', expects: 'order.cancel' }
    expect(placeOf(row, found('fr', row.query))).toBe(Number.POSITIVE_INFINITY)
  })
})

type Answer = { row: QueryRow; items: readonly PaletteItem[] }

/** Index of the expected row; infinite if absent. */
const placeOf = ({ expects }: QueryRow, items: readonly PaletteItem[]): number => {
  const place = items.findIndex((item) => nameOf(item) === expects)
  return place < 0 ? Number.POSITIVE_INFINITY : place
}

/** A row in the notation of the tables. */
const nameOf = ({ id, title, act }: PaletteItem): string => {
  if (act.kind === 'open') return `${act.hit.resource}: ${title}`
  const record = act.kind === 'invoke' ? act.invocation.record : null
  const command = id.replace('command:', '').replace(/#.*/, '')
  return record === null ? command : `${command} #${numberOf(record.id)}`
}

const numberOf = (id: string): number | undefined =>
  searchEntries.find(({ recordId }) => recordId === id)?.number

const reported = ({ row, items }: Answer): string => {
  const { query, expects, from } = row
  const place = placeOf(row, items)
  const at = Number.isFinite(place) ? `place ${place + 1}` : 'not there'
  const where = from ? ` ${JSON.stringify(from)}` : ''
  return `${query}${where}: ${expects} (${at}); got ${items.slice(0, 4).map(nameOf).join(' | ') || 'nothing'}`
}
