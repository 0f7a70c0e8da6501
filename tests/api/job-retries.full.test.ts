import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { isoWeekInterval } from '../../domain/lib/iso-week.ts'
import { jobs } from '../../server/db/schema/user-work.ts'
import { defineJob, emptyReport } from '../../server/jobs/define-job.ts'
import { beginJob, claimJob, type JobRow } from '../../server/jobs/job-rows.ts'
import { retryPauses, runJob } from '../../server/jobs/run-job.ts'
import { billEndedWeeks } from '../../server/services/billing/generate-invoices.ts'
import { standInMidweek, startBilling } from '../support/api/billing.ts'
import { startShop } from '../support/api/shop.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()
const { db } = api.context

type Fault = Error & { code?: string; severity?: string }

/** A job of two steps whose second fails for that many runs. Unknown to the running server. */
const failing = (work: string, runs: number, fault: () => Fault) => {
  let left = runs
  const steps: string[] = []
  const definition = defineJob({
    work,
    read: () => null,
    step: async (_, { cursor }) => {
      steps.push(cursor ?? 'first')
      if (cursor !== null && left-- > 0) throw fault()
      return { cursor: cursor === null ? 'second' : null, done: 1, report: emptyReport }
    },
  })
  return { definition, steps }
}

const logged: { facts: object; message: string }[] = []
afterEach(() => void logged.splice(0))
const log = {
  warn: (message: string) => void logged.push({ facts: {}, message }),
  error: (facts: object, message: string) => void logged.push({ facts, message }),
}

const read = async (id: string): Promise<JobRow> => (await db.select().from(jobs).where(eq(jobs.id, id)))[0]!

/** Runs the job as a runner does after its pause. */
const run = async (definition: ReturnType<typeof failing>['definition'], id: string): Promise<JobRow> => {
  await db.update(jobs).set({ heldUntil: null }).where(eq(jobs.id, id))
  const row = await claimJob({ db }, [definition.work])
  await runJob(definition, row!, { context: api.context, log, isStopping: () => false, isOnlyHere: false })
  return read(id)
}

const begin = (work: string) =>
  db.transaction((tx) =>
    beginJob(tx, api.context, null, { kind: 'invoice.generate', work, input: {}, total: 2 }),
  )

/** `numeric_value_out_of_range`, `unique_violation` and a bug. */
const faults: [string, () => Fault, string][] = [
  [
    'a sum without room',
    () => Object.assign(new Error('out of range'), { code: '22003', severity: 'ERROR' }),
    'INTERNAL',
  ],
  [
    'a conflict',
    () => Object.assign(new Error('a key twice'), { code: '23505', severity: 'ERROR' }),
    'CONFLICT',
  ],
  ['a bug', () => new TypeError('not a function'), 'INTERNAL'],
]

describe('the server’s own work that fails', () => {
  it.each(faults)(
    'for %s is logged with its cause and tried again after a pause',
    async (name, fault, code) => {
      const { definition, steps } = failing(`tests.${name}`, 1, fault)
      const { id } = await begin(definition.work)
      const before = Date.now()
      const failed = await run(definition, id)
      expect(failed).toMatchObject({ status: 'QUEUED', failures: 1, done: 1, code: null, heldBy: null })
      expect(failed.heldUntil!.getTime()).toBeGreaterThan(before + retryPauses[0]! / 2)
      expect(await claimJob({ db }, [definition.work])).toBeNull()
      expect(logged).toMatchObject([
        { facts: { job: id, work: definition.work, code, bug: { message: fault().message } } },
      ])
      expect(await run(definition, id)).toMatchObject({ status: 'DONE', done: 2 })
      // Completed steps are not repeated.
      expect(steps).toEqual(['first', 'second', 'second'])
    },
  )

  it('is tried so often, each time after a longer pause, and then has failed', async () => {
    const { definition } = failing('tests.never', 99, () => new TypeError('always'))
    const { id } = await begin(definition.work)
    const pauses: number[] = []
    for (const _ of retryPauses) {
      const { heldUntil, status } = await run(definition, id)
      expect(status).toBe('QUEUED')
      pauses.push(heldUntil!.getTime() - Date.now())
    }
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(await run(definition, id)).toMatchObject({ status: 'FAILED', code: 'INTERNAL', done: 1 })
  })
})

describe('a week whose billing has failed', () => {
  it('is not kept as billed', async () => {
    standInMidweek(api)
    const shop = await startShop(api)
    const billing = await startBilling(api, shop)
    const seller = await billing.seller('bf')
    const product = await billing.product(seller, { price: 9_000 })
    const ended = isoWeekInterval(billing.presentWeek('bf'), 'Africa/Ouagadougou').from
    await billing.delivered(product, { at: new Date(ended.getTime() - 3_600_000).toISOString() })
    const { pool } = api.context
    // The week's job failed finally six hours ago.
    await pool.query(
      `insert into jobs (id, kind, work, input, batch_id, status, code, finished_at)
       values ($1, 'invoice.generate', 'invoices.generate', '{}', gen_random_uuid(), 'FAILED', 'INTERNAL', $2)`,
      ['00000000-0000-7000-8000-0000000000aa', new Date(api.context.now().getTime() - 7 * 3_600_000)],
    )
    await billEndedWeeks(api.context)
    await expect.poll(async () => (await billing.invoicesOf(seller)).length).toBe(1)
    await pool.query(
      `update invoice_runs set job = '00000000-0000-7000-8000-0000000000aa' where country = 'bf'`,
    )
    await billing.delivered(product, { at: new Date(ended.getTime() - 7_200_000).toISOString() })
    await billEndedWeeks(api.context)
    await expect.poll(async () => (await billing.invoicesOf(seller))[0]?.totalShipments).toBe(2)
    await billEndedWeeks(api.context)
    const { rows } = await pool.query(
      `select count(*)::int as begun from jobs where work = 'invoices.generate'`,
    )
    expect(rows).toEqual([{ begun: 3 }])
  })
})
