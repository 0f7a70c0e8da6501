import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { buildApp } from './app.ts'
import { keepClean } from './cleaning.ts'
import type { Config } from './config.ts'
import type { ServerContext } from './context.ts'
import { type OpenDatabase, openDatabase } from './database/connect.ts'
import type { DatabaseLog } from './database/database-log.ts'
import { toDrizzle } from './database/drizzle.ts'
import { migrate } from './database/migrate.ts'
import { StartRefusal } from './database/start-refusal.ts'
import { refuseBusyPort } from './free-port.ts'

export type RunningServer = {
  url: string
  /** Ends streams, lets calls finish for a while, then closes the database. */
  stop: () => Promise<void>
}

const consoleFolder = fileURLToPath(new URL('../dist/console', import.meta.url))
const longestDrain = 10_000

/** Opens the database, brings it up to date and listens. @throws StartRefusal where the person at the terminal can help */
export const startServer = async (config: Config, log: DatabaseLog): Promise<RunningServer> => {
  await refuseBusyPort(config)
  const database = await openDatabase({ ...config, log })
  try {
    await migrateDirectly(database)
    const context: ServerContext = {
      db: toDrizzle(database.pool),
      pool: database.pool,
      connectionConfig: database.connectionConfig,
      now: () => new Date(),
    }
    const app = await buildApp(context, {
      logger: { level: config.logLevel },
      consoleFolder: existsSync(`${consoleFolder}/index.html`) ? consoleFolder : null,
    })
    const stopCleaning = keepClean(context, log)
    await app.listen({ host: config.host, port: config.port }).catch((error: Error) => {
      throw new StartRefusal(
        `Waybill cannot listen on ${config.host}, port ${config.port}: ${error.message}.`,
      )
    })
    const { port } = app.server.address() as AddressInfo
    const stop = async () => {
      stopCleaning()
      const drained = app.close()
      const timer = setTimeout(() => app.server.closeAllConnections(), longestDrain)
      await drained
      clearTimeout(timer)
      await database.close()
    }
    return { url: config.publicUrl ?? urlOf(config.host, port), stop }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Migrations hold a session's lock, which a pooler would not keep. */
const migrateDirectly = async ({ connectionConfig }: OpenDatabase): Promise<void> => {
  const pool = new pg.Pool({ ...connectionConfig, max: 1 })
  try {
    await migrate(pool)
  } finally {
    await pool.end()
  }
}

const urlOf = (host: string, port: number): string => {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
