import { sql } from 'drizzle-orm'
import { bigint, customType, date, integer, numeric, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { countryCodes } from '../../../domain/core/countries.ts'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Major units of the country's currency, three decimals. */
export const money = () => numeric({ precision: 14, scale: 3, mode: 'number' })

/** A sum of amounts, of any size. */
export const moneySum = () => numeric({ mode: 'number' })

export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

/** A calendar day: `2026-11-21`. */
export const dayColumn = () => date({ mode: 'string' })

/** An enumeration; needs no JSON escaping. */
export const wordColumn = <Word extends string>(words: readonly Word[]) =>
  text({ enum: words as readonly [Word, ...Word[]] })

export const countryColumn = () => wordColumn(countryCodes).notNull()

/** Columns of every record: id (UUID v7), number, version, times. */
export const recordColumns = (firstNumber: number) => ({
  id: uuid().primaryKey(),
  number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity({ startWith: firstNumber }),
  country: countryColumn(),
  version: integer().notNull().default(1),
  createdAt: instant().notNull().default(sql`now()`),
  updatedAt: instant().notNull().default(sql`now()`),
  deletedAt: instant(),
})

/** Index key of a text column in alphabetical collation (`server/db/alphabetical.ts`). */
export const alphabeticalKey = (column: string) => sql.raw(`${column} collate "alphabetical"`)

type Sortable<Part> = { desc: () => { nullsFirst: () => Part } }

/** Index keys of the default order. */
export const newestFirst = <Part>({
  createdAt,
  id,
}: {
  createdAt: Sortable<Part>
  id: Sortable<Part>
}): [Part, Part] => [createdAt.desc().nullsFirst(), id.desc().nullsFirst()]
