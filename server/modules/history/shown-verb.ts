import { type SQL, sql } from 'drizzle-orm'

/** The verb of a line as people read it: `user.activate` and `user.let-call` are stored for both directions. */
export const shownVerb = (line: SQL): SQL => sql`case
  when ${line}.verb = 'user.activate' and ${line}.undoes is null and ${line}.after->>'isActivated' = 'false'
  then 'user.deactivate'
  when ${line}.verb = 'user.let-call' and ${line}.undoes is null and ${line}.after->>'calls' = 'false'
  then 'user.stop-calls' else ${line}.verb end`

/** The same of a batch, by its first line: one call goes in one direction. */
export const shownBatchVerb = (batch: SQL): SQL => sql`case
  when ${batch}.verb in ('user.activate', 'user.let-call') then (
    select ${shownVerb(sql`first`)} from changes first where first.batch_id = ${batch}.id order by first.id limit 1)
  else ${batch}.verb end`

/** What did a batch in its actor's name, as JSON: a key, or a source; names stay after a deletion. */
export const doneBy = (batch: SQL): SQL => sql`coalesce(
  (select jsonb_build_object('resource', 'keys', 'id', keys.id, 'name', keys.name) from keys where keys.id = ${batch}.key),
  (select jsonb_build_object('resource', 'sources', 'id', sources.id, 'name', sources.name) from sources
    where sources.id = ${batch}.source))`
