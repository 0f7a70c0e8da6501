import { createReadStream, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { readFrames } from '../../server/backup/backup-file.ts'
import { openBackupPlace } from '../../server/backup/backup-places.ts'
import { takeDueBackup } from '../../server/backup/scheduled-backups.ts'
import { backupName } from '../../server/backup/take-backup.ts'
import { readConfig } from '../../server/config/config.ts'
import { openApi } from '../support/api/start-api.ts'
import { startS3 } from '../support/images/s3-server.ts'

const api = await openApi()
const s3 = await startS3({ pageSize: 2 })
const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-scheduled-'))
afterAll(async () => {
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

const hour = 3_600_000
let dataDir: string
let at: number
beforeEach(() => {
  dataDir = mkdtempSync(path.join(folder, 'data-'))
  at = Date.parse('2026-11-27T06:00:00Z')
  s3.objects.clear()
  s3.fault = () => null
})

const take = (env: Record<string, string>) => {
  const { backups, ...config } = readConfig({ DATA_DIR: dataDir, ...env })
  return takeDueBackup(
    { ...api.context, now: () => new Date(at) },
    { place: openBackupPlace({ backups, ...config }), every: backups.every!, keep: backups.keep },
  )
}

const inFolder = () => readdirSync(path.join(dataDir, 'backups')).sort()
const daily = { BACKUP_EVERY: '1d', BACKUP_KEEP: '2' }

it('takes one when it is due, keeps so many, and leaves those that were taken by hand', async () => {
  const byHand = backupName(new Date(at - 100 * hour))
  expect(await take(daily)).toBe('scheduled-20261127-060000.backup')
  writeFileSync(path.join(dataDir, 'backups', byHand), 'mine')
  at += 23 * hour
  expect(await take(daily)).toBeNull()
  at += hour
  expect(await take(daily)).toBe('scheduled-20261128-060000.backup')
  at += 24 * hour
  expect(await take(daily)).toBe('scheduled-20261129-060000.backup')
  expect(inFolder()).toEqual(['scheduled-20261128-060000.backup', 'scheduled-20261129-060000.backup', byHand])
  const file = path.join(dataDir, 'backups/scheduled-20261129-060000.backup')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const last = await readFrames(createReadStream(file).pipe(createGunzip())).last()
  expect(JSON.parse(last.toString())).toHaveProperty('rows.orders')
})

it('is taken once by several instances at once', async () => {
  const taken = await Promise.all(Array.from({ length: 5 }, () => take(daily)))
  expect(taken.filter((name) => name !== null)).toEqual(['scheduled-20261127-060000.backup'])
  expect(inFolder()).toEqual(['scheduled-20261127-060000.backup'])
})

it('removes what a killed server left of one', async () => {
  await take(daily)
  writeFileSync(path.join(dataDir, 'backups/scheduled-20261127-070000.backup.0011.part'), 'half')
  at += 24 * hour
  await take(daily)
  expect(inFolder()).toEqual(['scheduled-20261127-060000.backup', 'scheduled-20261128-060000.backup'])
})

it('goes to the bucket, which is tried again while it fails, and reads back as it was', async () => {
  const env = { ...daily, BACKUP_TO: 'bucket', FILES_URL: s3.filesUrl }
  s3.fault = ({ method }) => (method === 'PUT' ? 'AccessDenied' : null)
  await expect(take(env)).rejects.toThrow('FILES_UNAVAILABLE')
  expect(s3.objects.size).toBe(0)
  at += 5 * 60_000
  s3.fault = () => null
  // The one that waits is sent; none is due besides.
  expect(await take(env)).toBeNull()
  expect([...s3.objects.keys()]).toEqual(['shop/a/backups/scheduled-20261127-060000.backup'])
  expect(inFolder()).toEqual([])
  for (let days = 1; days <= 3; days++) {
    at += 24 * hour
    await take(env)
  }
  expect([...s3.objects.keys()]).toEqual([
    'shop/a/backups/scheduled-20261129-060500.backup',
    'shop/a/backups/scheduled-20261130-060500.backup',
  ])
  const place = openBackupPlace(readConfig({ DATA_DIR: dataDir, ...env }))
  const name = 'scheduled-20261130-060500.backup'
  const lastOf = (file: string) => readFrames(createReadStream(file).pipe(createGunzip())).last()
  const last = await place.withFile(name, lastOf)
  expect(JSON.parse(last.toString())).toHaveProperty('rows.users')
  const refuse = () => Promise.reject(new Error('it does not come back'))
  await expect(place.withFile(name, refuse)).rejects.toThrow('it does not come back')
  await expect(place.withFile('scheduled-1.backup', refuse)).rejects.toThrow(/is not in pictures/)
  // No copy stays on this machine.
  expect(inFolder()).toEqual([])
})

it.each([
  [{ BACKUP_EVERY: '5m' }, /BACKUP_EVERY/],
  [{ BACKUP_EVERY: 'daily' }, /BACKUP_EVERY/],
  [{ BACKUP_EVERY: '32d' }, /BACKUP_EVERY/],
  [{ BACKUP_KEEP: '0' }, /BACKUP_KEEP/],
  [{ BACKUP_TO: 'backups' }, /BACKUP_TO/],
  [{ BACKUP_TO: 'bucket' }, /FILES_URL/],
])('%o is refused at the start', (env, says) => {
  expect(() => readConfig(env)).toThrow(says)
})
