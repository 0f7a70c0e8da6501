import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import type { Role } from '../../../domain/access/permissions.ts'
import { type AppOptions, buildApp } from '../../../server/app.ts'
import type { ServerContext } from '../../../server/db/context.ts'
import { toDrizzle } from '../../../server/db/drizzle.ts'
import { openFolderStore } from '../../../server/files/folder-store.ts'
// Type of `app.jobs`, not declared by the application's types.
import type {} from '../../../server/jobs/job-runner.ts'
import { makeTestDatabase } from '../clusters/make-test-database.ts'
import { testSecrets } from '../secrets.ts'
import { type Caller, makeCaller } from './caller.ts'
import { insertSession, insertUser, type TestUser, type UserOverrides } from './insert-user.ts'

export type TestApi = {
  app: FastifyInstance
  context: ServerContext
  /** Folder of uploaded pictures, unless the test provides a store. */
  filesFolder: string
  /** Real time plus the offset that a test has added. */
  clock: { advance: (milliseconds: number) => void }
  /** Calls without a session. */
  anybody: Caller
  createUser: (overrides?: UserOverrides) => Promise<TestUser>
  /** Calls as a user (new session), or as the file's shared user of a role in `ic`. */
  as: (who: Role | TestUser) => Promise<Caller & { user: TestUser; token: string }>
  /** Listens on a free port and returns the origin, for calls that cannot be injected (streams). */
  listen: () => Promise<string>
  close: () => Promise<void>
}

export type Stores = Partial<
  Pick<ServerContext, 'files' | 'answerStep' | 'outbound' | 'webhookTimeout' | 'secondFactor' | 'origin'>
>

/** The server of a test file: `const api = await openApi()` at its top. Closed after its tests. */
export const openApi = async (options: AppOptions = {}, stores: Stores = {}): Promise<TestApi> => {
  const api = await startApi(options, stores)
  afterAll(() => api.close())
  return api
}

/** The whole server on an empty database; the caller closes it. */
export const startApi = async (options: AppOptions = {}, stores: Stores = {}): Promise<TestApi> => {
  const database = await makeTestDatabase()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-api-'))
  const filesFolder = path.join(folder, 'files')
  let added = 0
  const context: ServerContext = {
    db: toDrizzle(database.pool),
    pool: database.pool,
    connectionConfig: database.connectionConfig,
    ...(database.standby && { standby: database.standby }),
    now: () => new Date(Date.now() + added),
    files: openFolderStore(filesFolder),
    secrets: testSecrets,
    origin: () => 'https://waybill.example',
    // resilience/trust/timing has the product's.
    answerStep: 5,
    ...stores,
  }
  const installation = {
    dataDir: folder,
    bucket: undefined,
    backups: { every: null, keep: 14, to: null },
    databaseUrl: 'postgres://127.0.0.1',
    smtpUrl: undefined,
  }
  const app = await buildApp(context, { installation, ...options })
  await app.ready()
  const shared = new Map<Role, Promise<TestUser>>()
  const sharedUser = (role: Role): Promise<TestUser> => {
    if (!shared.has(role)) shared.set(role, insertUser(context, { role }))
    return shared.get(role)!
  }
  return {
    app,
    context,
    filesFolder,
    clock: {
      advance: (milliseconds) => {
        added += milliseconds
      },
    },
    anybody: makeCaller(app, null),
    createUser: (overrides) => insertUser(context, overrides),
    as: async (who) => {
      const user = typeof who === 'string' ? await sharedUser(who) : who
      const token = await insertSession(context, user)
      return { ...makeCaller(app, token), user, token }
    },
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    close: async () => {
      await app.close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
