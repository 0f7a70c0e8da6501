import { sql } from 'drizzle-orm'
import { bigint, customType, date, integer, numeric, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { countryCodes } from '../../../domain/core/countries.ts'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Major units of the country's currency; three decimals are the most that any of ours has. */
export const money = () => numeric({ precision: 14, scale: 3, mode: 'number' })

/** A sum of amounts: wide enough for any number of what `money` holds. */
export const moneySum = () => numeric({ mode: 'number' })

export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

/** A day without a time: `2026-11-21`. */
export const dayColumn = () => date({ mode: 'string' })

/** One of the words of a table of ours; they are in JSON as they are. */
export const wordColumn = <Word extends string>(words: readonly Word[]) =>
  text({ enum: words as readonly [Word, ...Word[]] })

export const countryColumn = () => wordColumn(countryCodes).notNull()

/** What every record has: id (UUID v7, made by the server), the number people say on the phone, version, times. */
export const recordColumns = (firstNumber: number) => ({
  id: uuid().primaryKey(),
  number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity({ startWith: firstNumber }),
  country: countryColumn(),
  version: integer().notNull().default(1),
  createdAt: instant().notNull().default(sql`now()`),
  updatedAt: instant().notNull().default(sql`now()`),
  deletedAt: instant(),
})

/** A column of text as the key of an index that gives the order of the alphabet (`server/db/alphabetical.ts`). */
export const alphabeticalKey = (column: string) => sql.raw(`${column} collate "alphabetical"`)

type Sortable<Part> = { desc: () => { nullsFirst: () => Part } }

/** The order of lists when nobody asks for another, for an index. */
export const newestFirst = <Part>({
  createdAt,
  id,
}: {
  createdAt: Sortable<Part>
  id: Sortable<Part>
}): [Part, Part] => [createdAt.desc().nullsFirst(), id.desc().nullsFirst()]
