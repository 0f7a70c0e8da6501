import { eq, sql } from 'drizzle-orm'
import { type CountryCode, countries } from '../../domain/core/countries.ts'
import { tariffs as definition } from '../../domain/tariffs/tariff.ts'
import { recordList } from '../crud/record-list.ts'
import type { Executor } from '../db/drizzle.ts'
import { users } from '../db/schema/users.ts'
import { tariffs, zones } from '../db/schema/zones.ts'

const isoCode = sql.join(
  [
    sql`case ${tariffs.country}`,
    ...Object.entries(countries).map(([code, { iso }]) => sql.raw(`when '${code}' then '${iso}'`)),
    sql`end`,
  ],
  sql` `,
)

export const tariffList = recordList(definition, tariffs, {
  fields: {
    name: sql<string>`concat_ws(' · ', coalesce(${zones.name}, ${isoCode}),
      (select seller.name from ${users} seller where seller.id = ${tariffs.owner}), ${tariffs.from}::text)`,
    zoneName: zones.name,
  },
  joined: [{ table: zones, on: eq(zones.id, tariffs.zone), isOptional: true }],
})

export type TariffTerms = Omit<
  typeof tariffs.$inferSelect,
  'number' | 'version' | 'createdAt' | 'updatedAt' | 'deletedAt'
>

/** The tariffs of countries. */
export const readTariffs = (db: Executor, codes: readonly CountryCode[]): Promise<TariffTerms[]> =>
  db
    .select()
    .from(tariffs)
    .where(sql`${tariffs.country} = any(${sql.param([...codes])}::text[]) and ${tariffs.deletedAt} is null`)
    .execute()
