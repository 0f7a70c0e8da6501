import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { queues } from '../../../domain/status/server-status.ts'
import { openBackupPlace } from '../../backup/backup-places.ts'
import { findBackups } from '../../backup/find-backups.ts'
import type { Config } from '../../config/config.ts'
import { inTime } from '../../core/in-time.ts'
import { shareReading } from '../../core/share-reading.ts'
import type { ServerContext } from '../../db/context.ts'
import { readOutcomes } from '../../db/standby.ts'
import { readStores, type Stores } from '../../queries/waiting-work.ts'
import { spreadsheetLoad } from '../../spreadsheets/run-task.ts'

/** Where backups are, and how often they are taken. */
type BackedUp = Pick<Config, 'dataDir' | 'bucket' | 'backups'>

export type Metrics = {
  /** Whether an `Authorization` header holds the token. */
  admits: (authorization: string | undefined) => boolean
  contentType: string
  /** All of them in the text format of Prometheus. */
  read: () => Promise<string>
}

const misnamed = ['handles', 'requests', 'resources'].map((kind) => `nodejs_active_${kind}_total`)

/** Milliseconds: scrapes in between share one reading of the database. */
const storesKeptFor = 5_000
const backupsKeptFor = 60_000
/** Milliseconds: a database, standby or bucket that does not answer leaves its figures out. */
const patience = 3_000

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const streamRoute = '/api/events'

/**
 * Counts what this server answers from now on, and reads what waits when it is asked. Labels are routes as they are registered,
 * methods, statuses, queues and kinds of jobs: never an id, an address or a person.
 */
export const openMetrics = (
  app: FastifyInstance,
  context: ServerContext,
  { token, installation }: { token: string; installation: BackedUp | null },
): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  // Gauges that are named as counters, which Prometheus warns of; the same by type stay.
  for (const name of misnamed) registry.removeSingleMetric(name)
  countCalls(app, registers)
  measurePool(context, registers)
  measureReads(context, registers)
  if (installation !== null) measureBackups(context, installation, registers)
  const stores = measureStores(registers)
  const readStoresOnce = shareReading(() => inTime(readStores(context.pool), patience), storesKeptFor)
  const wanted = digest(`Bearer ${token}`)
  return {
    admits: (authorization) => timingSafeEqual(digest(authorization ?? ''), wanted),
    contentType: registry.contentType,
    read: async () => {
      stores.write(await readStoresOnce())
      return registry.metrics()
    },
  }
}

const countCalls = (app: FastifyInstance, registers: Registry[]): void => {
  const calls = new Counter({
    name: 'waybill_http_requests_total',
    help: 'Answered calls by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const latency = new Histogram({
    name: 'waybill_http_request_seconds',
    help: 'Time until calls were answered, streams left out.',
    labelNames: ['method', 'route'],
    buckets: seconds,
    registers,
  })
  const failures = new Counter({
    name: 'waybill_login_failures_total',
    help: 'Refused logins and second steps: wrong name, password, code or passkey, or too many attempts.',
    registers,
  })
  const streams = new Gauge({
    name: 'waybill_event_streams',
    help: 'Open streams of events.',
    registers,
  })
  // A stream takes its answer over, which ends with its connection.
  app.addHook('onRequest', async ({ routeOptions: { url } }, { raw }) => {
    if (url !== streamRoute) return
    streams.inc()
    raw.once('close', () => streams.dec())
  })
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    calls.inc({ method, route, status: statusCode })
    if (route !== streamRoute) latency.observe({ method, route }, elapsedTime / 1000)
    if (request.isFailedLogin) failures.inc()
  })
}

const measurePool = ({ pool }: ServerContext, registers: Registry[]): void => {
  new Gauge({
    name: 'waybill_database_connections',
    help: 'Connections of the pool by state, and calls that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: 'waybill_database_connections_max',
    help: 'Most connections of the pool.',
    registers,
    collect() {
      this.set(pool.options.max)
    },
  })
  new Gauge({
    name: 'waybill_spreadsheet_threads',
    help: 'Threads that read or write spreadsheets, and calls that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { used, waiting } = spreadsheetLoad()
      this.set({ state: 'busy' }, used)
      this.set({ state: 'waiting' }, waiting)
    },
  })
}

/** Of a standby alone: without `DATABASE_READ_URL` there are none. */
const measureReads = ({ standby }: ServerContext, registers: Registry[]): void => {
  if (standby === undefined) return
  new Gauge({
    name: 'waybill_standby_up',
    help: 'Whether the last read found the standby of DATABASE_READ_URL following the primary.',
    registers,
    collect() {
      this.set(standby.state() === 'following' ? 1 : 0)
    },
  })
  new Counter({
    name: 'waybill_standby_reads_total',
    help: 'Reads that a standby may answer: `standby`; those of the primary because it was `behind`, `failed`, or was `resting`.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const outcome of readOutcomes) this.inc({ outcome }, standby.counts[outcome])
    },
  })
  const readLag = shareReading(() => inTime(standby.readLag(), patience), storesKeptFor)
  new Gauge({
    name: 'waybill_standby_lag_bytes',
    help: 'Log of the primary that the standby has not replayed; left out while it does not answer.',
    registers,
    async collect() {
      const lag = await readLag()
      if (lag === null) this.remove()
      else this.set(lag.bytes)
    },
  })
  new Gauge({
    name: 'waybill_standby_lag_seconds',
    help: 'Age of the last commit that the standby has replayed, 0 if it has replayed all.',
    registers,
    async collect() {
      const lag = await readLag()
      if (lag === null) this.remove()
      else this.set(lag.seconds)
    },
  })
}

/** With a schedule alone: without `BACKUP_EVERY` there are none. */
const measureBackups = ({ now }: ServerContext, installation: BackedUp, registers: Registry[]): void => {
  const { every } = installation.backups
  if (every === null) return
  const place = openBackupPlace(installation)
  const startedAt = now()
  const readOnce = shareReading(() => inTime(findBackups(place), patience), backupsKeptFor)
  new Gauge({
    name: 'waybill_backup_age_seconds',
    help: 'Age of the newest backup, or of this server while there is none; left out while their place does not answer.',
    registers,
    async collect() {
      const found = await readOnce()
      if (found === null) this.remove()
      else this.set((now().getTime() - (found.newest ?? startedAt).getTime()) / 1000)
    },
  })
  new Gauge({
    name: 'waybill_backup_interval_seconds',
    help: 'How often BACKUP_EVERY has one taken.',
    registers,
    collect() {
      this.set(every / 1000)
    },
  })
}

const measureStores = (registers: Registry[]): { write: (read: Stores | null) => void } => {
  const reached = new Gauge({
    name: 'waybill_database_up',
    help: 'Whether the database answered this scrape: 1, or 0 and its figures are left out.',
    registers,
  })
  const bytes = new Gauge({
    name: 'waybill_database_bytes',
    help: 'Size of the database.',
    registers,
  })
  const length = new Gauge({
    name: 'waybill_queue_length',
    help: 'What waits, by queue.',
    labelNames: ['queue'],
    registers,
  })
  const age = new Gauge({
    name: 'waybill_queue_age_seconds',
    help: 'For how long the oldest has been due, by queue; 0 if nothing waits.',
    labelNames: ['queue'],
    registers,
  })
  const jobs = new Gauge({
    name: 'waybill_jobs',
    help: 'Open jobs by what they do and their status.',
    labelNames: ['work', 'status'],
    registers,
  })
  return {
    write: (read) => {
      reached.set(read === null ? 0 : 1)
      for (const metric of [bytes, length, age, jobs]) metric.reset()
      if (read === null) return void bytes.remove()
      bytes.set(read.bytes)
      for (const queue of queues) {
        length.set({ queue }, read.queues[queue].length)
        age.set({ queue }, read.queues[queue].age)
      }
      for (const { work, status, count } of read.jobs) jobs.set({ work, status: status.toLowerCase() }, count)
    },
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
