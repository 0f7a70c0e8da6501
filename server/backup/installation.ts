import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { StartRefusal } from '../core/errors.ts'
import type { DatabaseLog } from '../db/connection-errors.ts'
import { applicationRole, databaseName } from '../db/embedded/cluster.ts'
import { knownHome } from '../db/embedded/create-cluster.ts'
import { startEmbedded } from '../db/embedded/start-embedded.ts'
import { type ConnectionConfig, connectionTo, makeClient } from '../db/multi-host-client.ts'

export type Reached = { client: pg.Client; close: () => Promise<void> }

type Installation = Pick<Config, 'databaseUrl' | 'directUrl' | 'dataDir'>

/** Connects to the installation's database, of a running server if there is one, without migrating. @throws StartRefusal */
export const reachDatabase = async (config: Installation, log: DatabaseLog): Promise<Reached> => {
  const running = config.databaseUrl === undefined ? await runningEmbedded(config.dataDir) : null
  return running ?? reachAlone(config, log)
}

/** The same, but refuses if a server is running on it. @throws StartRefusal */
export const reachAlone = async (config: Installation, log: DatabaseLog): Promise<Reached> => {
  if (config.databaseUrl !== undefined) {
    const client = await connect(connectionTo(config.directUrl ?? config.databaseUrl))
    return { client, close: () => client.end() }
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log })
  const client = await connect(embedded.connection).catch(async (error) => {
    await embedded.stop()
    throw error
  })
  const close = async () => {
    await client.end()
    await embedded.stop()
  }
  return { client, close }
}

const connect = async (config: ConnectionConfig): Promise<pg.Client> => {
  const client = makeClient({ ...config, application_name: 'waybill backup' })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new StartRefusal(`The database does not let us in: ${(error as Error).message}.`)
  }
  return client
}

/** How to connect to the embedded PostgreSQL of a running server, by its `postmaster.pid`; null if none answers. */
export const findRunning = async (dataDir: string): Promise<ConnectionConfig | null> => {
  const running = await runningEmbedded(dataDir)
  if (running === null) return null
  await running.close()
  return running.connection
}

const runningEmbedded = async (
  dataDir: string,
): Promise<(Reached & { connection: ConnectionConfig }) | null> => {
  const file = path.join(knownHome(dataDir), 'cluster', 'postmaster.pid')
  if (!existsSync(file)) return null
  const [, , , port, socket] = readFileSync(file, 'utf8').split('\n')
  const secret = path.join(dataDir, 'postgres.password')
  const connection = {
    host: socket || '127.0.0.1',
    port: Number(port),
    user: applicationRole,
    database: databaseName,
    ...(existsSync(secret) ? { password: readFileSync(secret, 'utf8') } : {}),
  }
  const client = await connect(connection).catch(() => null)
  // Stale file of a killed server.
  return client && { client, connection, close: () => client.end() }
}
