import { type SQL, sql } from 'drizzle-orm'

/** The verb of a line as people read it: `user.activate` is stored for both directions. */
export const shownVerb = (line: SQL): SQL => sql`case
  when ${line}.verb = 'user.activate' and ${line}.undoes is null and ${line}.after->>'isActivated' = 'false'
  then 'user.deactivate' else ${line}.verb end`

/** The same of a batch, by its first line: one call goes in one direction. */
export const shownBatchVerb = (batch: SQL): SQL => sql`case
  when ${batch}.verb = 'user.activate' then (
    select ${shownVerb(sql`first`)} from changes first where first.batch_id = ${batch}.id order by first.id limit 1)
  else ${batch}.verb end`
