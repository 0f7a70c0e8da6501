import { readFileSync } from 'node:fs'
import { isRoot, ownerOf } from '../../server/db/account.ts'
import { embeddedBinaries } from '../../server/db/embedded/binaries.ts'
import type { ClusterConnection } from '../../server/db/embedded/cluster.ts'
import { listProcesses } from '../../server/db/embedded/orphan-processes.ts'
import { serverSettings } from '../../server/db/embedded/postmaster.ts'
import { freePort } from '../../server/db/embedded/start-embedded.ts'
import { startPgbouncer } from '../../tests/support/clusters/start-pgbouncer.ts'
import { ask, startStandby } from '../../tests/support/clusters/start-standby.ts'
import { type PlannedCall, planLoad } from '../lib/calls/load-plan.ts'
import { performLoad } from '../lib/calls/open-load.ts'
import { benchCopy, benchInstance, urlOf } from '../lib/data/database.ts'
import type { Line } from '../lib/report/bench.ts'
import { besideOf, costOver, countOf, type Figure } from '../lib/report/figure.ts'
import { byTurns, median } from '../lib/report/samples.ts'

const orders = 100_000
const workers = 16
const calls = 400

/**
 * One, two and three instances on one PostgreSQL behind PgBouncer, and the work of the primary with and without a standby that answers
 * reads. Servers, databases and the process that makes the load share this machine's cores: calls a second say what instances cost each
 * other, processor time of the primary for each call how many more it can take.
 */
export const line: Line = {
  name: 'instances',
  measure: async ({ say }) => {
    const copy = await benchCopy(orders)
    const closing: (() => Promise<unknown>)[] = [() => copy.close()]
    try {
      const { connection, superuser } = copy
      const pooler = await startPgbouncer(connection, { default_pool_size: '20' })
      closing.push(() => pooler.stop())
      const standby = await startStandby(await sourceOf(superuser), await freePort(), {
        hot_standby_feedback: 'on',
      })
      closing.push(() => standby.stop())
      const start = async (env: Record<string, string>) => {
        const instance = await benchInstance(connection, env)
        closing.push(() => instance.close())
        return instance
      }
      const pooled = { DATABASE_URL: urlOf(pooler.connection), DATABASE_DIRECT_URL: urlOf(connection) }
      const instances = [await start(pooled), await start(pooled), await start(pooled)]
      const plan = await planLoad(instances[0]!, calls * 40)
      const looks = plan.calls.filter(isRead)
      let failed = 0
      let used = 0
      /** Calls a second, and milliseconds of the primary's processors for each call. */
      const perform = async (urls: string[], some: PlannedCall[]) => {
        const taken = Array.from({ length: calls }, (_, at) => some[(used + at) % some.length]!)
        used += calls
        const before = processorTime(copy.name)
        const [measured] = await performLoad({ url: urls[0]!, streams: [] }, [
          { calls: taken, rate: null, workers, urls },
        ])
        const { seconds, errors } = measured!
        failed += errors.length
        for (const error of errors.slice(0, 3)) say(error)
        return { rate: calls / seconds, work: (processorTime(copy.name) - before) / calls }
      }
      const urls = instances.map(({ url }) => url)
      const ofInstance: number[] = []
      const ofPostgres: number[] = []
      const rates = await byTurns({
        one: async () => {
          const { pid } = instances[0]!
          const before = timeOf(pid, { withChildren: false })
          const { rate, work } = await perform(urls.slice(0, 1), plan.calls)
          ofInstance.push((timeOf(pid, { withChildren: false }) - before) / calls)
          ofPostgres.push(work)
          return rate
        },
        two: async () => (await perform(urls.slice(0, 2), plan.calls)).rate,
        three: async () => (await perform(urls, plan.calls)).rate,
      })
      // The connections of all servers together would be more than the cluster has.
      for (const close of closing.splice(-3)) await close()
      const alone = await start({})
      const reads = urlOf({ ...connection, port: standby.superuser.port })
      const beside = await start({ DATABASE_READ_URL: reads })
      const figures: Figure[] = [
        besideOf({
          what: "mixed calls: the instance's processor time a call",
          against: "PostgreSQL's",
          unit: 'ms',
          ours: ofInstance,
          theirs: ofPostgres,
        }),
        besideOf({
          what: 'two instances behind PgBouncer: mixed calls a second',
          against: 'one instance',
          unit: '/s',
          ours: rates.two,
          theirs: rates.one,
        }),
        besideOf({
          what: 'three instances behind PgBouncer: mixed calls a second',
          against: 'one instance',
          unit: '/s',
          ours: rates.three,
          theirs: rates.one,
        }),
      ]
      for (const [what, some] of [
        ['lists, search and dashboard', looks],
        ['mixed calls, three of ten write', plan.calls],
      ] as const) {
        const there: number[] = []
        const taken: number[] = []
        const work = await byTurns({
          alone: async () => (await perform([alone.url], some)).work,
          beside: async () => {
            const before = await readsOf(beside.url, beside.token)
            const { rate, work } = await perform([beside.url], some)
            const after = await readsOf(beside.url, beside.token)
            const all = after.all - before.all
            there.push((100 * (after.there - before.there)) / Math.max(1, all))
            taken.push(rate)
            return work
          },
        })
        say(
          `${what}: ${median(there).toFixed(1)} % of the reads on the standby, ${median(taken).toFixed(0)} calls/s`,
        )
        figures.push(
          costOver({
            what: `${what}: the primary's processor time a call`,
            against: 'the primary alone',
            unit: 'ms',
            ours: work.beside,
            theirs: work.alone,
            goal: some === looks ? { atMost: 0.7 } : null,
          }),
        )
      }
      figures.push(
        countOf({
          what: 'one to three instances, with and without a standby: calls that failed',
          unit: 'errors',
          ours: failed,
          goal: { atMost: 0 },
        }),
      )
      return figures
    } finally {
      for (const close of closing.toReversed()) await close()
    }
  },
}

const isRead = ({ method, path }: PlannedCall): boolean => method === 'GET' && path.includes('?')

/** What the standby is copied from. */
const sourceOf = async (superuser: ClusterConnection) => {
  const [row] = await ask<{ folder: string }>(superuser, `select current_setting('data_directory') as folder`)
  const { folder } = row!
  const account = isRoot() ? ownerOf(folder) : null
  return {
    folder,
    program: embeddedBinaries(folder, account).postgres,
    account,
    superuser,
    settings: serverSettings,
  }
}

/** Milliseconds of user and system time of a cluster's processes, ended ones included. */
const processorTime = (cluster: string): number =>
  listProcesses()
    .filter(
      ({ command }) => command.includes(`cluster_name=${cluster} `) || command.includes(`: ${cluster}: `),
    )
    .reduce((sum, { pid, command }) => sum + timeOf(pid, { withChildren: command.includes(' -D ') }), 0)

/** A clock tick is a hundredth of a second on Linux. */
const timeOf = (pid: number, { withChildren }: { withChildren: boolean }): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user = 0, system = 0, usedUser = 0, usedSystem = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number)
    return (user + system + (withChildren ? usedUser + usedSystem : 0)) * 10
  } catch {
    return 0
  }
}

const readsOf = async (url: string, token: string): Promise<{ there: number; all: number }> => {
  const answer = await fetch(`${url}/api/status`, { headers: { authorization: `Bearer ${token}` } })
  const { standby } = (await answer.json()) as { standby: { reads: number; readsOnPrimary: number } }
  return { there: standby.reads, all: standby.reads + standby.readsOnPrimary }
}
