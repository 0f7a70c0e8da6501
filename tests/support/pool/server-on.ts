import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config/config.ts'
import type { ServerContext } from '../../../server/db/context.ts'
import { openContext } from '../../../server/open-context.ts'
import { type Caller, makeCaller } from '../api/caller.ts'
import { insertSession, insertUser } from '../api/insert-user.ts'
import { makeTestDatabase } from '../clusters/make-test-database.ts'

/** The server with its production pool size, and a separate client of its database. */
export type PooledServer = {
  app: FastifyInstance
  context: ServerContext
  admin: Caller
  anybody: Caller
  stranger: pg.Client
  /** Backend processes of the pool's connections. */
  backends: () => Promise<number[]>
  close: () => Promise<void>
}

export const startPooled = async (): Promise<PooledServer> => {
  const database = await makeTestDatabase()
  const silent = { info() {}, warn() {}, error() {} }
  const { databaseUrl, directUrl, readUrl } = database.urls
  const { context, close } = await openContext(
    readConfig({
      DATABASE_URL: databaseUrl,
      DATABASE_DIRECT_URL: directUrl,
      DATABASE_READ_URL: readUrl,
      DATA_DIR: '/nowhere',
    }),
    silent,
  )
  const app = await buildApp(context)
  await app.ready()
  const token = await insertSession(context, await insertUser(context))
  const stranger = new pg.Client(database.connectionConfig)
  stranger.on('error', () => {})
  await stranger.connect()
  return {
    app,
    context,
    admin: makeCaller(app, token),
    anybody: makeCaller(app, null),
    stranger,
    backends: async () => {
      const { rows } = await stranger.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where datname = current_database() and application_name = 'waybill' and query not ilike 'listen%'`,
      )
      return rows.map(({ pid }) => pid)
    },
    close: async () => {
      await stranger.end()
      await app.close()
      await close()
      await database.drop()
    },
  }
}
