import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { languageCodes } from '../../../domain/core/languages.ts'
import { templateChannels } from '../../../domain/templates/template.ts'
import { alphabeticalKey, newestFirst, recordColumns, wordColumn } from './columns.ts'
import { users } from './users.ts'

export const templates = pgTable(
  'templates',
  {
    ...recordColumns(1),
    owner: uuid()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    channel: wordColumn(templateChannels).notNull(),
    language: wordColumn(languageCodes).notNull(),
    text: text().notNull(),
  },
  (table) => [
    uniqueIndex('templates_number_key').on(table.number),
    index('templates_name_idx').on(alphabeticalKey('name'), table.id),
    index('templates_country_name_idx').on(table.country, alphabeticalKey('name'), table.id),
    index('templates_country_created_idx').on(table.country, ...newestFirst(table)),
    index('templates_owner_idx').on(table.owner),
  ],
)
