import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ResourceName } from '../../../domain/resources.ts'
import { countryColumn } from './columns.ts'

/**
 * The palette's index: one narrow row a record, written only when its words change, so that status changes never
 * rewrite trigrams. `text` is folded (`domain/lib/fold.ts`), `digits` the phone's digits without `+`, `keys` what names the
 * record as a whole (`SearchEntry`).
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

/**
 * Every word of an entry, once: what a mistyped word is corrected by. It is small beside the entries, so
 * the right spelling is found by looking at words, never by comparing whole records. Words that fell out of use stay.
 */
export const searchWords = pgTable('search_words', { word: text().primaryKey() }, (table) => [
  index('search_words_word_idx').using('gin', table.word.op('gin_trgm_ops')),
])

/**
 * How far the entries of a resource have been written anew (`rebuildEntries`): those of all records up to `after`, all of
 * them where it is null, are of `version` at least. A resource without a row has not been begun.
 */
export const searchRebuilds = pgTable('search_rebuilds', {
  resource: text().$type<ResourceName>().primaryKey(),
  version: integer().notNull(),
  after: uuid(),
})
