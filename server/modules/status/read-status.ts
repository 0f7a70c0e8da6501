import type { ServerStatus } from '../../../domain/status/server-status.ts'
import { queues } from '../../../domain/status/server-status.ts'
import { openBackupPlace } from '../../backup/backup-places.ts'
import { findBackups } from '../../backup/find-backups.ts'
import { readLastDrill } from '../../backup/last-drill.ts'
import type { Config } from '../../config/config.ts'
import { productVersion } from '../../config/product-version.ts'
import { freeRoom } from '../../core/free-room.ts'
import { inTime } from '../../core/in-time.ts'
import { shareReading } from '../../core/share-reading.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Standby, StandbyLag } from '../../db/standby.ts'
import { mailChannel } from '../../mail/queue-mail.ts'
import { verifyMail } from '../../mail/verify-mail.ts'
import { readStores } from '../../queries/waiting-work.ts'

/** What the status needs of the configuration. */
export type Installation = Pick<Config, 'dataDir' | 'bucket' | 'backups' | 'databaseUrl' | 'smtpUrl'>

/** Milliseconds: calls in between share one reading of what is outside the database. */
const surroundingsKeptFor = 30_000
const storesKeptFor = 5_000
/** Milliseconds: a bucket or mail server that has not answered by then is not reached. */
const patience = 6_000

/** Reads the status of this server; many calls at once ask database, mail server and bucket once. */
export const openStatus = (
  { pool, standby, now }: ServerContext,
  installation: Installation,
): (() => Promise<ServerStatus>) => {
  const startedAt = new Date(now().getTime() - process.uptime() * 1000).toISOString()
  const readStoresOnce = shareReading(() => readStores(pool), storesKeptFor)
  const readServerOnce = shareReading(() => readServer(pool), storesKeptFor)
  const readLagOnce = shareReading(async () => (await standby?.readLag()) ?? null, storesKeptFor)
  const readBackupsOnce = shareReading(() => readBackups(installation), surroundingsKeptFor)
  const readMailOnce = shareReading(() => readMail(installation), surroundingsKeptFor)
  return async () => {
    const [stores, server, lag, { backups, drill }, mail] = await Promise.all([
      readStoresOnce(),
      readServerOnce(),
      readLagOnce(),
      readBackupsOnce(),
      readMailOnce(),
    ])
    return {
      at: now().toISOString(),
      version: productVersion,
      startedAt,
      instances: Math.max(1, server.instances),
      database: {
        kind: installation.databaseUrl === undefined ? 'embedded' : 'server',
        version: server.version,
        bytes: stores.bytes,
        busy: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
        most: pool.options.max,
      },
      standby: standby === undefined ? null : describeStandby(standby, lag),
      disk: { free: readRoom(installation.dataDir) },
      queues: queues.map((queue) => ({
        queue,
        waiting: stores.queues[queue].length,
        seconds: Math.round(stores.queues[queue].age),
      })),
      backups,
      drill,
      mail,
    }
  }
}

const describeStandby = ({ state, counts }: Standby, lag: StandbyLag | null): ServerStatus['standby'] => ({
  // Nothing may have been read for some time.
  state: lag === null && state() === 'following' ? 'unreachable' : state(),
  bytes: lag === null ? null : lag.bytes,
  seconds: lag === null ? null : Math.round(lag.seconds),
  reads: counts.standby,
  readsOnPrimary: counts.behind + counts.failed + counts.resting,
})

/** Each server listens for mails to send on a connection of its own. */
const readServer = async (pool: ServerContext['pool']): Promise<{ version: string; instances: number }> => {
  const { rows } = await pool.query<{ version: string; instances: number }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version, (
      select count(*)::int from pg_stat_activity
        where datname = current_database() and query = $1) as instances`,
    [`listen "${mailChannel}"`],
  )
  return rows[0]!
}

const readRoom = (folder: string): number | null => {
  try {
    return freeRoom(folder)
  } catch {
    return null
  }
}

const readBackups = async (installation: Installation): Promise<Pick<ServerStatus, 'backups' | 'drill'>> => {
  const place = openBackupPlace(installation)
  const every = installation.backups.every === null ? null : installation.backups.every / 1000
  const read = await inTime(Promise.all([findBackups(place), readLastDrill(place)]), patience)
  if (read === null) return { backups: { every, count: null, newest: null }, drill: null }
  const [{ count, newest }, drill] = read
  return { backups: { every, count, newest: newest?.toISOString() ?? null }, drill }
}

const readMail = async ({ smtpUrl }: Installation): Promise<ServerStatus['mail']> => {
  if (smtpUrl === undefined) return { state: 'files', server: null }
  const isReached = await inTime(
    verifyMail(smtpUrl).then(() => true),
    patience,
  )
  return { state: isReached === true ? 'reachable' : 'unreachable', server: new URL(smtpUrl).host }
}
