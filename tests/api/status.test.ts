import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { levelsOf, type ServerStatus } from '../../domain/status/server-status.ts'
import { buildApp } from '../../server/app.ts'
import { openBackupPlace } from '../../server/backup/backup-places.ts'
import { recordDrill } from '../../server/backup/last-drill.ts'
import { backupName } from '../../server/backup/take-backup.ts'
import { makeCaller } from '../support/api/caller.ts'
import { openApi } from '../support/api/start-api.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waybill-status-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const answers: Record<string, string> = {
  EHLO: '250-mail.example\r\n250 AUTH PLAIN\r\n',
  AUTH: '535 no\r\n',
  QUIT: '221 bye\r\n',
}

const backups = { every: 24 * 3_600_000, keep: 14, to: null }
const installation = { dataDir, bucket: undefined, backups, databaseUrl: 'postgres://db', smtpUrl: undefined }
const api = await openApi({ installation })

it('says what an operator asks: version, database, disk, queues, backups, drill and mail', async () => {
  const admin = await api.as('admin')
  const folder = path.join(dataDir, 'backups')
  mkdirSync(folder)
  const taken = new Date(Date.now() - 3 * 3_600_000)
  writeFileSync(path.join(folder, backupName(taken)), '')
  writeFileSync(path.join(folder, 'notes.txt'), '')
  await recordDrill(openBackupPlace(installation), {
    at: '2026-11-20T06:00:00.000Z',
    backup: backupName(taken),
    isWhole: true,
  })
  await api.context.pool.query(
    `insert into mails (id, template, "user", due_at) values (gen_random_uuid(), 'activated', $1, now() - interval '90 seconds')`,
    [admin.user.id],
  )
  const { status, body } = await admin.get('/status')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    instances: 1,
    database: {
      kind: 'server',
      version: expect.stringMatching(/^\d+/),
      waiting: 0,
      most: expect.any(Number),
    },
    queues: [
      { queue: 'mails', waiting: 1, seconds: expect.any(Number) },
      { queue: 'webhooks', waiting: 0, seconds: 0 },
      { queue: 'intake', waiting: 0, seconds: 0 },
      { queue: 'jobs', waiting: 0, seconds: 0 },
    ],
    backups: { every: 86_400, count: 1, newest: `${taken.toISOString().slice(0, 19)}.000Z` },
    drill: { at: '2026-11-20T06:00:00.000Z', backup: backupName(taken), isWhole: true },
    mail: { state: 'files', server: null },
  } satisfies Partial<Record<keyof ServerStatus, unknown>>)
  const read = body as ServerStatus
  expect(read.queues[0]!.seconds).toBeGreaterThanOrEqual(90)
  expect(read.database.bytes).toBeGreaterThan(1_000_000)
  expect(read.disk.free).toBeGreaterThan(0)
  expect(Date.parse(read.startedAt)).toBeLessThan(Date.parse(read.at))
})

it('reaches the mail server, or says that it does not', async () => {
  const admin = await api.as('admin')
  const server = net.createServer((socket) => {
    socket.write('220 mail.example ESMTP\r\n')
    socket.on('data', (said) => {
      const [word = ''] = String(said).split(/\s/)
      socket.write(answers[word] ?? '250 OK\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stateAt = async (smtpUrl: string) => {
    const app = await buildApp(api.context, { installation: { ...installation, smtpUrl } })
    const { body } = await makeCaller(app, admin.token).get('/status')
    await app.close()
    return (body as ServerStatus).mail
  }
  const reached = `127.0.0.1:${port}`
  expect(await stateAt(`smtp://user:secret@${reached}`)).toEqual({ state: 'unreachable', server: reached })
  expect(await stateAt(`smtp://${reached}`)).toEqual({ state: 'reachable', server: reached })
  await new Promise((resolve) => server.close(resolve))
  expect(await stateAt(`smtp://${reached}`)).toEqual({ state: 'unreachable', server: reached })
})

it('is for admins, and not found where nothing was configured', async () => {
  const seller = await api.as('seller')
  expect((await seller.get('/status')).status).toBe(403)
  expect((await api.anybody.get('/status')).status).toBe(401)
  expect((await (await api.as('admin')).get('/status?deep=1')).status).toBe(400)
  const app = await buildApp(api.context)
  expect((await makeCaller(app, (await api.as('admin')).token).get('/status')).status).toBe(404)
  await app.close()
})

it('answers without backups whose place does not, and asks it once for many calls', async () => {
  const bucket = {
    origin: 'http://127.0.0.1:9',
    name: 'kept',
    prefix: '',
    region: undefined,
    accessKeyId: 'k',
    secretAccessKey: 's',
  }
  const app = await buildApp(api.context, {
    installation: { ...installation, bucket, backups: { ...backups, to: 'bucket' } },
  })
  const admin = makeCaller(app, (await api.as('admin')).token)
  const [one, other] = await Promise.all([admin.get('/status'), admin.get('/status')])
  expect(other.status).toBe(200)
  expect((one.body as ServerStatus).backups).toEqual({ every: 86_400, count: null, newest: null })
  expect(levelsOf(one.body as ServerStatus)).toMatchObject({
    backups: 'problem',
    mail: 'warning',
    drill: 'warning',
  })
  await app.close()
})
