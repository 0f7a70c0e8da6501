import { type SQL, sql } from 'drizzle-orm'
import { type AskFailure, sources as definition } from '../../domain/sources/source.ts'
import { recordList } from '../crud/record-list.ts'
import { intake, sourceAccess, sourceSecrets, sources } from '../db/schema/intake.ts'

/** Path of a source's address before its token. */
export const hookPath = '/hooks/'

const ofAccess = <Value>(column: SQL): SQL<Value> =>
  sql<Value>`(select ${column} from ${sourceAccess} where ${sourceAccess.source} = ${sources.id})`

export const sourceList = recordList(definition, sources, {
  fields: {
    address: sql<string>`(select ${hookPath}::text || ${sourceSecrets.token} from ${sourceSecrets}
      where ${sourceSecrets.source} = ${sources.id})`,
    events: sql<number>`(select count(*)::int from ${intake} where ${intake.source} = ${sources.id})`,
    waiting: sql<number>`(select count(*)::int from ${intake} where ${intake.source} = ${sources.id}
      and ${intake.isOpen})`,
    lastEventAt: sql<
      string | null
    >`(select to_char(${intake.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from ${intake} where ${intake.source} = ${sources.id}
      order by ${intake.createdAt} desc nulls first, ${intake.id} desc nulls first limit 1)`,
    shopUrl: ofAccess<string | null>(sql`${sourceAccess.url}`),
    askedAt: ofAccess<string | null>(
      sql`to_char(${sourceAccess.askedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    ),
    askFailure: ofAccess<AskFailure | null>(sql`${sourceAccess.failure}`),
  },
})

/** What the token of a shop's API is sealed for. */
export const placeOfAccess = (source: string): string => `access ${source}`

/** What a source's secrets are sealed for. */
export const placeOfSecret = (source: string): string => `source ${source}`
