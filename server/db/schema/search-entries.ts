import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ResourceName } from '../../../domain/resources.ts'
import { countryColumn } from './columns.ts'

/**
 * The palette's index: one narrow row a record, written only when its words change, so that status changes never
 * rewrite trigrams. `text` is folded (`domain/lib/fold`), `digits` the phone's digits without `+`.
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
  },
  (table) => [
    primaryKey({ columns: [table.resource, table.recordId] }),
    index('search_entries_text_idx').using('gin', table.text.op('gin_trgm_ops')),
    index('search_entries_digits_idx').using('gin', table.digits.op('gin_trgm_ops')),
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
