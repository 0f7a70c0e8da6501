import { sql } from 'drizzle-orm'
import { keys as definition } from '../../domain/keys/key.ts'
import { recordList } from '../crud/record-list.ts'
import { keySecrets, keys } from '../db/schema/keys.ts'

export const keyList = recordList(definition, keys, {
  fields: {
    prefix: sql<string>`(select ${keySecrets.prefix} from ${keySecrets} where ${keySecrets.key} = ${keys.id})`,
    lastUsedAt: sql<string | null>`(
      select to_char(${keySecrets.lastUsedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      from ${keySecrets} where ${keySecrets.key} = ${keys.id})`,
  },
})
