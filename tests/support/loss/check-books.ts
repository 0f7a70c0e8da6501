import { expectSoundBooks } from '../api/sound-books.ts'
import type { RunContext } from './clients.ts'
import { openDatabase } from './company.ts'

/** Compares acknowledged writes with the database and checks its invariants. */
export const checkBooks = async (dataDir: string, run: RunContext): Promise<void> => {
  const { context, close } = openDatabase(dataDir)
  try {
    await run.ledger.check(context.pool)
    for (const [name, count] of Object.entries(await countHalves(context.pool, run)))
      if (count !== 0) run.broke(`${name}: ${count}`)
    await checkImports(context.pool, run)
    await expectSoundBooks({ context }).catch((error: Error) => run.broke(error.message.slice(0, 600)))
  } finally {
    await close()
  }
}

type Pool = ReturnType<typeof openDatabase>['context']['pool']

/** Invariants: each query counts its violations. */
const countHalves = async (pool: Pool, { company, totals, sizes }: RunContext) => {
  const { acknowledged, isMoving } = totals.some
  const { rows } = await pool.query<{ [name: string]: number }>(
    `select
      (select count(*)::int from (
        select 1 from changes c join orders o on o.id = c.record_id
        where o.product = $1 and c.verb = 'order.not-reachable' group by c.batch_id having count(*) <> $2) halves)
        as "half a bulk of some hundreds",
      (select count(*)::int from orders where product = $1 and attempts not between $3 and $4)
        as "orders that some acknowledged bulk has missed, or met twice",
      (select count(*)::int from jobs j where work = 'orders.status' and (
          (select count(*) from changes c where c.batch_id = j.batch_id) <> j.done
          or (select count(distinct record_id) from changes c where c.batch_id = j.batch_id) <> j.done
          or (status = 'DONE' and done <> $5)))
        as "jobs that changed more or fewer orders than they say, or one twice",
      (select count(*)::int from unnest($6::uuid[]) asked where not exists (
          select 1 from jobs j where j.batch_id = asked and status = 'DONE'))
        as "acknowledged jobs that are not done",
      (select count(*)::int from (
        select 1 from orders group by customer_name having count(*) > 1) twice)
        as "orders made twice"`,
    [
      company.products.some.id,
      company.someIds.length,
      acknowledged,
      acknowledged + (isMoving ? 1 : 0),
      sizes.many,
      totals.many.batches,
    ],
  )
  return rows[0]!
}

const checkImports = async (pool: Pool, { company, totals, broke }: RunContext): Promise<void> => {
  const { rows } = await pool.query<{ name: string; count: number }>(
    `select split_part(customer_name, ' ', 1) as name, count(*)::int from orders where product = $1 group by 1`,
    [company.products.imported.id],
  )
  const found = new Map(rows.map(({ name, count }) => [name, count]))
  for (const [name, count] of totals.imports.begun) {
    const there = found.get(name) ?? 0
    const isRight = there === count || (there === 0 && !totals.imports.acknowledged.has(name))
    if (!isRight) broke(`an import of ${count} rows has ${there}`)
  }
}
