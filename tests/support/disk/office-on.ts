import path from 'node:path'
import pg from 'pg'
import { buildApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config/config.ts'
import type { ServerContext } from '../../../server/db/context.ts'
import { superuser } from '../../../server/db/embedded/cluster.ts'
import { openContext } from '../../../server/open-context.ts'
import { type Caller, makeCaller } from '../api/caller.ts'
import { insertSession, insertUser, type TestUser } from '../api/insert-user.ts'

/** The whole server with the embedded database in a data folder, and an admin who works there. */
export type Office = {
  context: ServerContext
  admin: Caller
  user: TestUser
  /** The same without the look at the disk that goes before each write: PostgreSQL alone says when it is full. */
  unguarded: Caller
  anybody: Caller
  /** What the supervisor of the database had to say. */
  said: string[]
  asSuperuser: (statement: string) => Promise<void>
  close: () => Promise<void>
}

export const openOffice = async (dataDir: string): Promise<Office> => {
  const said: string[] = []
  const log = {
    info: (text: string) => void said.push(text),
    warn: (text: string) => void said.push(text),
    error: (text: string) => void said.push(text),
  }
  const { context, close } = await openContext(readConfig({ DATA_DIR: dataDir, DEMO: '0' }), log)
  const { hasRoom: _, ...withoutGuard } = context
  const apps = [await buildApp(context), await buildApp(withoutGuard)] as const
  for (const app of apps) await app.ready()
  const user = await insertUser(context)
  const token = await insertSession(context, user)
  const asSuperuser = async (statement: string) => {
    const host = path.join(dataDir, 'postgres/socket')
    const client = new pg.Client({ host, port: 5432, user: superuser, database: 'postgres' })
    client.on('error', () => {})
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  return {
    context,
    admin: makeCaller(apps[0], token),
    unguarded: makeCaller(apps[1], token),
    anybody: makeCaller(apps[0], null),
    user,
    said,
    asSuperuser,
    close: async () => {
      for (const app of apps) await app.close()
      await close()
    },
  }
}
