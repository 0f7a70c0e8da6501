import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { backupName } from '../../server/backup/take-backup.ts'
import { examine } from '../../server/cli/doctor/examine.ts'
import { openApi } from '../support/api/start-api.ts'
import { makeTestDatabase } from '../support/clusters/make-test-database.ts'
import { startS3 } from '../support/images/s3-server.ts'

const api = await openApi()
const database = await makeTestDatabase()
const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-doctor-'))
const dataDir = path.join(folder, 'data')
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(path.join(dataDir, 'backups'), { recursive: true, mode: 0o700 })
  writeFileSync(path.join(dataDir, 'backups', backupName(new Date())), '')
})

/** The present database of a file's `api` has an administrator. */
const { databaseUrl, directUrl } = database.urls
const sound = {
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  ...(directUrl === undefined ? {} : { DATABASE_DIRECT_URL: directUrl }),
  SECRETS_KEY: 'x'.repeat(40),
  PORT: '0',
  HOST: '127.0.0.1',
}

/** What is wrong with the sound installation once these variables are set: subject, level, sentence and step. */
const faults = async (env: Record<string, string | undefined> = {}) =>
  (await examine({ ...sound, ...env })).filter(({ level }) => level === 'problem' || level === 'warning')

const query = async (text: string, url = directUrl ?? databaseUrl) => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

const asSuperuser = async (...statements: string[]) => {
  const client = new pg.Client(inject('cluster').superuserConnection)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const otherDatabase = (url: string, name: string) => url.replace(/\/[^/?]+(\?|$)/, `/${name}$1`)

const insertAdmin = () =>
  query(
    `insert into users (id, country, name, role, email, phone, password_hash, is_email_verified, is_activated)
      values (gen_random_uuid(), 'ic', 'Awa', 'admin', 'awa@example.com', '+2250700000001', 'x', true, true)
      on conflict do nothing`,
  )

describe('a sound installation', () => {
  it('has no fault, and each place was looked at', async () => {
    await insertAdmin()
    expect(await faults()).toEqual([])
    const found = await examine(sound)
    expect(new Set(found.map(({ subject }) => subject))).toEqual(
      new Set([
        'configuration',
        'folder',
        'port',
        'database',
        'clock',
        'schema',
        'people',
        'mail',
        'pictures',
        'backups',
      ]),
    )
  })
})

describe('a broken installation is named with the next step:', () => {
  it.each([
    ['a variable that cannot be read', { PORT: 'eighty' }, 'configuration', /PORT/, /Correct/],
    [
      'a secret whose file is gone',
      { SMTP_URL_FILE: '/nowhere/smtp' },
      'configuration',
      /SMTP_URL_FILE.*cannot be read \(ENOENT\)/,
      /./,
    ],
    [
      'a standby that nobody listens for',
      { DATABASE_READ_URL: 'postgresql://me:hidden@127.0.0.1:1/waybill' },
      'standby',
      /DATABASE_READ_URL names does not let us in/,
      /Start PostgreSQL, or correct host and port/,
    ],
    [
      'a standby that takes writes',
      { DATABASE_READ_URL: directUrl ?? databaseUrl },
      'standby',
      /takes writes/,
      /Name a standby/,
    ],
    [
      'a standby of another database',
      { DATABASE_READ_URL: otherDatabase(directUrl ?? databaseUrl, inject('cluster').template) },
      'standby',
      /names no standby of the database/,
      /Correct host and database/,
    ],
    [
      'a database that nobody listens for',
      { DATABASE_URL: 'postgresql://me:hidden@127.0.0.1:1/waybill', DATABASE_DIRECT_URL: undefined },
      'database',
      /does not let us in/,
      /Start PostgreSQL, or correct host and port/,
    ],
    [
      'a database that is not there',
      {
        DATABASE_URL: otherDatabase(directUrl ?? databaseUrl, 'nobody_made_it'),
        DATABASE_DIRECT_URL: undefined,
      },
      'database',
      /nobody_made_it/,
      /createdb --encoding UTF8/,
    ],
    [
      'a mail server that does not answer',
      { SMTP_URL: 'smtp://me:hidden@127.0.0.1:1', PUBLIC_URL: 'https://waybill.example' },
      'mail',
      /127\.0\.0\.1:1 does not take mails/,
      /host and port in SMTP_URL/,
    ],
    [
      'a server without the origin of its links',
      { HOST: '0.0.0.0', TRUSTED_PROXIES: '127.0.0.1', SMTP_URL: undefined },
      'links',
      /PUBLIC_URL is not set/,
      /Set PUBLIC_URL/,
    ],
  ] as const)('%s', async (_, env, subject, says, step) => {
    await insertAdmin()
    const found = await faults(env)
    expect(found).toContainEqual(
      expect.objectContaining({
        subject,
        says: expect.stringMatching(says),
        step: expect.stringMatching(step),
      }),
    )
    expect(JSON.stringify(found)).not.toContain('hidden')
  })

  it('a data folder that others may write to', async () => {
    await insertAdmin()
    chmodSync(dataDir, 0o777)
    expect(await faults()).toEqual([
      expect.objectContaining({
        subject: 'folder',
        level: 'problem',
        says: expect.stringContaining('can be written by other users'),
      }),
    ])
  })

  it('no backup for three days', async () => {
    await insertAdmin()
    rmSync(path.join(dataDir, 'backups'), { recursive: true })
    mkdirSync(path.join(dataDir, 'backups'))
    const then = new Date(Date.now() - 3 * 24 * 3_600_000 - 60_000)
    writeFileSync(path.join(dataDir, 'backups', backupName(then)), '')
    expect(await faults()).toEqual([
      expect.objectContaining({
        subject: 'backups',
        level: 'warning',
        says: expect.stringContaining('the newest 3 days old'),
        step: expect.stringContaining('BACKUP_EVERY'),
      }),
    ])
  })

  it('a port where something else listens', async () => {
    await insertAdmin()
    const other = net.createServer((socket) => socket.end('no\r\n'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    expect(await faults({ PORT: String(port) })).toEqual([
      expect.objectContaining({
        subject: 'port',
        level: 'problem',
        says: `Port ${port} is in use.`,
        step: expect.stringContaining('set PORT'),
      }),
    ])
    other.close()
    const ours = Number(new URL(await api.listen()).port)
    expect(await faults({ PORT: String(ours) })).toEqual([])
  })

  it('a bucket that refuses the key', async () => {
    await insertAdmin()
    const s3 = await startS3()
    s3.fault = () => 'AccessDenied'
    expect(await faults({ FILES_URL: s3.filesUrl })).toEqual([
      expect.objectContaining({
        subject: 'pictures',
        level: 'problem',
        says: expect.stringContaining('AccessDenied'),
        step: expect.stringContaining('key, secret, region and bucket in FILES_URL'),
      }),
    ])
    await s3.close()
  })

  it('a database that is not in UTF-8', async () => {
    const name = `ascii_${process.pid}`
    const owner = inject('cluster').connection.user
    await asSuperuser(
      `create database ${name} template template0 encoding 'SQL_ASCII' locale 'C' owner ${owner}`,
    )
    expect(
      await faults({
        DATABASE_URL: otherDatabase(directUrl ?? databaseUrl, name),
        DATABASE_DIRECT_URL: undefined,
      }),
    ).toContainEqual(
      expect.objectContaining({
        level: 'problem',
        says: expect.stringContaining('encoded in SQL_ASCII'),
        step: expect.stringContaining('UTF-8'),
      }),
    )
    await asSuperuser(`drop database ${name} with (force)`)
  })

  it('a database that a newer Waybill has migrated, or an older one', async () => {
    await insertAdmin()
    await query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 0)")
    expect(await faults()).toEqual([
      expect.objectContaining({
        subject: 'schema',
        level: 'problem',
        step: expect.stringContaining('newer'),
      }),
    ])
    await query("delete from drizzle.__drizzle_migrations where hash = 'newer'")
    await query(
      'create table kept as select * from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
    )
    await query(
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
    )
    expect(await faults()).toEqual([
      expect.objectContaining({
        subject: 'schema',
        level: 'warning',
        step: expect.stringContaining('npm run backup'),
      }),
    ])
    await query('insert into drizzle.__drizzle_migrations select * from kept')
    await query('drop table kept')
  })

  it('nobody who may log in, and then no administrator', async () => {
    await query('delete from users')
    expect(await faults()).toEqual([
      expect.objectContaining({
        subject: 'people',
        level: 'problem',
        step: expect.stringContaining('npm run admin -- create'),
      }),
    ])
    await insertAdmin()
    await query('update users set is_activated = false')
    expect(await faults()).toEqual([
      expect.objectContaining({
        subject: 'people',
        level: 'problem',
        says: 'No administrator is active.',
        step: expect.stringContaining('npm run admin -- activate'),
      }),
    ])
    await query('update users set is_activated = true')
  })

  it('mails that wait', async () => {
    await insertAdmin()
    await query(
      `insert into mails (id, template, "user", created_at)
        select gen_random_uuid(), 'activated', id, now() - interval '2 hours' from users`,
    )
    expect(await faults()).toEqual([
      expect.objectContaining({
        subject: 'mail',
        level: 'warning',
        says: expect.stringContaining('30 minutes: 1.'),
      }),
    ])
    await query('delete from mails')
  })
})
