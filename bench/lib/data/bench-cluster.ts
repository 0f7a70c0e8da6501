import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openSecrets, sealKeyOf } from '../../../server/core/seal.ts'
import { claimDataFolder } from '../../../server/db/data-folder.ts'
import { toDrizzle } from '../../../server/db/drizzle.ts'
import type { Binaries } from '../../../server/db/embedded/binaries.ts'
import type { ClusterConnection } from '../../../server/db/embedded/cluster.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../../server/db/embedded/start-embedded.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { openFolderStore } from '../../../server/files/folder-store.ts'
import { sumUpDays } from '../../../server/modules/analytics/days.ts'
import { sumUpCallDays } from '../../../server/modules/callers/call-days.ts'
import { loadDemo } from '../../../server/seed/load-demo.ts'
import { findSystemBinaries } from '../../../tests/support/clusters/system-binaries.ts'

/** npm's PostgreSQL, as an installation without DATABASE_URL has it, or the system's. */
export type BenchPostgres = 'embedded' | 'system'

export type BenchCluster = {
  /** The company's database. Measurements that write must copy it first. */
  readonly connection: ClusterConnection
  readonly superuserConnection: ClusterConnection
  readonly release: () => Promise<void>
}

const log = { info: () => {}, warn: console.warn, error: console.error }
const running = new Map<string, { users: number; started: Promise<EmbeddedDatabase> }>()

/**
 * The cluster with so many orders and the product's own settings, stored in the folder BENCH_DATA and shared within
 * this process. Seeded if the folder is missing or was seeded by another version of the code.
 */
export const openBenchCluster = async (orders: number, postgres: BenchPostgres): Promise<BenchCluster> => {
  const folder = path.resolve(
    process.env.BENCH_DATA ?? '.cache/bench',
    `data-${orders}-${present().generator}${postgres === 'system' ? '-system' : ''}`,
  )
  const cluster = running.get(folder) ?? { users: 0, started: start(folder, orders, postgres) }
  running.set(folder, cluster)
  cluster.users++
  const { connection, superuserConnection, stop } = await cluster.started
  return {
    connection,
    superuserConnection,
    release: async () => {
      if (--cluster.users > 0) return
      running.delete(folder)
      await stop()
    },
  }
}

const start = async (folder: string, orders: number, postgres: BenchPostgres): Promise<EmbeddedDatabase> => {
  const binaries = postgres === 'system' ? findSystemBinaries() : null
  if (postgres === 'system' && binaries === null)
    throw new Error('This system has no PostgreSQL 15 or newer.')
  // Beside the folder, which is removed where it has to be made again: never under another run's feet.
  const claim = await claimDataFolder(`${folder}.claim`)
  try {
    const database = await startClaimed(folder, orders, binaries)
    return { ...database, stop: () => database.stop().finally(claim.release) }
  } catch (error) {
    claim.release()
    throw error
  }
}

const startClaimed = async (
  folder: string,
  orders: number,
  binaries: Binaries | null,
): Promise<EmbeddedDatabase> => {
  const stamp = path.join(folder, 'seeded.json')
  const isKept = existsSync(stamp) && fits(JSON.parse(readFileSync(stamp, 'utf8')) as Seeded)
  if (!isKept) removeOld(folder)
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const begin = () => startEmbedded({ dataDir: folder, log, binaries: binaries ?? undefined })
  const database = await begin().catch((error: unknown) => {
    if (!isKept) throw error
    // What a machine that was cut off has left: made again, as its stamp says no more than what it was filled by.
    console.error(`${folder} does not start any more and is made anew.`)
    rmSync(folder, { recursive: true, force: true })
    return null
  })
  if (database === null) return startClaimed(folder, orders, binaries)
  const pool = new pg.Pool(database.connection)
  try {
    await migrate(pool)
    if (!isKept) {
      console.error(`Seeding ${orders.toLocaleString('en')} orders into ${folder}, once...`)
      const now = () => new Date()
      const context = {
        db: toDrizzle(pool),
        pool,
        connectionConfig: database.connection,
        now,
        files: openFolderStore(path.join(folder, 'files')),
        secrets: openSecrets(sealKeyOf('bench')),
      }
      await loadDemo(context, { orders, log: { info: console.error } })
    }
    // As a server that has stood for a while leaves them: copies would each begin with it.
    await sumUpDays(toDrizzle(pool))
    await sumUpCallDays(toDrizzle(pool))
  } catch (error) {
    await pool.end()
    await database.stop()
    throw error
  }
  await pool.end()
  writeFileSync(stamp, JSON.stringify(present()))
  return database
}

/** What is in the way, and what other versions of the generator have left in a week. */
const removeOld = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true })
  const kept = path.dirname(folder)
  for (const name of existsSync(kept) ? readdirSync(kept) : []) {
    const stamp = path.join(kept, name, 'seeded.json')
    const isOld = existsSync(stamp) && Date.now() - statSync(stamp).mtimeMs > 7 * 86_400_000
    if (name.startsWith('data-') && isOld) rmSync(path.join(kept, name), { recursive: true, force: true })
  }
}

/** By what a database was filled: the generator's code as one hash (of the folder's name), the migrations one by one. */
type Seeded = { migrations: string[] }

/** Migrations that were added since are made good at the start; a database that is ahead of this code serves it, too. */
const fits = ({ migrations }: Seeded): boolean => {
  const now = present()
  return migrations.every((hash, at) => hash === (now.migrations[at] ?? hash))
}

const present = (): Seeded & { generator: string } => ({
  generator: hash(hashesIn('seed', '.ts').join()),
  migrations: hashesIn('db/migrations', '.sql'),
})

const hashesIn = (folder: string, ending: string): string[] => {
  const whole = fileURLToPath(new URL(`../../../server/${folder}/`, import.meta.url))
  const files = readdirSync(whole).filter((file) => file.endsWith(ending))
  return files.toSorted().map((file) => hash(readFileSync(whole + file, 'utf8')))
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
