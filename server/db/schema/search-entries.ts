import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ResourceName } from '../../../domain/resources.ts'
import { countryColumn } from './columns.ts'

/**
 * Search index: one row per record, updated only when its words change, so that status changes do not rewrite trigrams. `text`:
 * folded (`domain/lib/fold.ts`); `digits`: of the phone, without `+`; `keys`: exact identifiers (`SearchEntry`).
 */
export const searchEntries = pgTable(
  'search_entries',
  {
    resource: text().$type<ResourceName>().notNull(),
    recordId: uuid().notNull(),
    country: countryColumn(),
    owner: uuid(),
    number: bigint({ mode: 'number' }).notNull(),
    title: text().notNull(),
    subtitle: text().notNull(),
    text: text().notNull(),
    digits: text().notNull(),
    keys: text().array().notNull().default(sql`'{}'`),
  },
  (table) => [
    primaryKey({ columns: [table.resource, table.recordId] }),
    index('search_entries_text_idx').using('gin', table.text.op('gin_trgm_ops')),
    index('search_entries_digits_idx').using('gin', table.digits.op('gin_trgm_ops')),
    index('search_entries_keys_idx').using('gin', table.keys),
    index('search_entries_number_idx').on(table.resource, table.number.desc().nullsFirst()),
  ],
)

/** Distinct words of all entries, for typo correction: much smaller than the entries. Unused words stay. */
export const searchWords = pgTable('search_words', { word: text().primaryKey() }, (table) => [
  index('search_words_word_idx').using('gin', table.word.op('gin_trgm_ops')),
])

/**
 * Progress of `rebuildEntries` by resource: entries up to `after` (null: all) have at least `version`. No row: not started.
 */
export const searchRebuilds = pgTable('search_rebuilds', {
  resource: text().$type<ResourceName>().primaryKey(),
  version: integer().notNull(),
  after: uuid(),
})
