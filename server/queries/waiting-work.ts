import type { Pool } from 'pg'
import { type Queue, queues } from '../../domain/status/server-status.ts'

export type Stores = {
  /** Bytes of the database. */
  bytes: number
  /** By queue: how many wait, and for how many seconds the oldest is due. */
  queues: Record<Queue, { length: number; age: number }>
  /** Open jobs by what they do. */
  jobs: readonly { work: string; status: string; count: number }[]
}

type Row = { bytes: string; lengths: Record<Queue, number>; ages: Record<Queue, number | null> }

/** What waits in the database, by its indexes of open work; two statements. Events of a source that is off wait for nothing. */
export const readStores = async (pool: Pool): Promise<Stores> => {
  const [stores, jobs] = await Promise.all([
    pool.query<Row>(
      `with waiting as (
        select 'mails' as queue, count(*)::int as length, min(due_at) as since
          from mails where sent_at is null and failed_at is null
        union all
        select 'webhooks', count(*)::int, min(next) from deliveries where status = 'waiting'
        union all
        select 'intake', count(*)::int, min(intake.created_at)
          from intake join sources on sources.id = intake.source and sources.is_active where worked_at is null
        union all
        select 'jobs', count(*)::int, min(created_at) from jobs where status in ('QUEUED', 'RUNNING'))
      select pg_database_size(current_database()) as bytes,
        jsonb_object_agg(queue, length) as lengths,
        jsonb_object_agg(queue, greatest(0, extract(epoch from now() - since))::float8) as ages
      from waiting`,
    ),
    pool.query<Stores['jobs'][number]>(
      `select work, status, count(*)::int as count from jobs
        where status in ('QUEUED', 'RUNNING') group by work, status`,
    ),
  ])
  const { bytes, lengths, ages } = stores.rows[0]!
  return {
    bytes: Number(bytes),
    queues: Object.fromEntries(
      queues.map((queue) => [queue, { length: lengths[queue], age: ages[queue] ?? 0 }]),
    ) as Stores['queues'],
    jobs: jobs.rows,
  }
}
