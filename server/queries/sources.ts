import { sql } from 'drizzle-orm'
import { sources as definition } from '../../domain/sources/source.ts'
import { recordList } from '../crud/record-list.ts'
import { intake, sourceSecrets, sources } from '../db/schema/intake.ts'

/** Path of a source's address before its token. */
export const hookPath = '/hooks/'

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
  },
})

/** What a source's secrets are sealed for. */
export const placeOfSecret = (source: string): string => `source ${source}`
