import { sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'

/**
 * Adds up the rows of `tallies`, and of `batch_tallies`, that tell of the same records. Safe at any time and from several instances at once: each
 * writes the sum of just those rows that it has taken away itself.
 */
export const gatherTallies = async (db: Executor): Promise<void> => {
  await db.execute(sql`
    with crowded as (
      select resource, day, country, status, owner from tallies
      group by resource, day, country, status, owner having count(*) > 1
    ), taken as (
      delete from tallies using crowded
      where (tallies.resource, tallies.day, tallies.country, tallies.status, tallies.owner)
        = (crowded.resource, crowded.day, crowded.country, crowded.status, crowded.owner)
      returning tallies.*
    )
    insert into tallies (resource, day, country, status, owner, count)
    select resource, day, country, status, owner, sum(count) from taken
    group by resource, day, country, status, owner having sum(count) <> 0`)
  await db.execute(sql`
    with crowded as (
      select resource, verb, country, actor from batch_tallies
      group by resource, verb, country, actor having count(*) > 1
    ), taken as (
      delete from batch_tallies told using crowded
      where told.resource = crowded.resource and told.verb = crowded.verb
        and told.country is not distinct from crowded.country and told.actor is not distinct from crowded.actor
      returning told.*
    )
    insert into batch_tallies (resource, verb, country, actor, count)
    select resource, verb, country, actor, sum(count) from taken
    group by resource, verb, country, actor having sum(count) <> 0`)
}
