import { expect } from 'vitest'
import type { TestApi } from './start-api.ts'

const counted = (resource: 'orders' | 'shippings', day: string) => `
  select '${resource}' as resource, ${day} as day, country, status, owner, count(*)
  from ${resource} where deleted_at is null group by 2, 3, 4, 5`

const days = ["'-infinity'::date", "(created_at at time zone 'UTC')::date"]

/** Fails unless the counts maintained by triggers match the records. */
export const expectSoundTallies = async ({ context }: Pick<TestApi, 'context'>): Promise<void> => {
  const present = days.flatMap((day) => [counted('orders', day), counted('shippings', day)])
  const { rows } = await context.pool.query(`
    select * from (${present.join(' union all ')}) present
    full join (
      select resource, day, country, status, owner, sum(count) as count from tallies
      group by resource, day, country, status, owner having sum(count) <> 0
    ) reported using (resource, day, country, status, owner)
    where present.count is distinct from reported.count`)
  expect(rows).toEqual([])
  const batches = await context.pool.query(`
    select resource, verb, country, actor, sum(count) from (
      select resource, verb, country, actor, 1 as count from change_batches
      union all select resource, verb, country, actor, -count from batch_tallies
    ) reported group by 1, 2, 3, 4 having sum(count) <> 0`)
  expect(batches.rows).toEqual([])
}
