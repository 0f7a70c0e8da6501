import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { restoreBackup } from '../../../server/backup/restore-backup.ts'
import { keepBackup } from '../../../server/backup/take-backup.ts'
import { startApi, type TestApi } from '../../support/api/start-api.ts'

let from: TestApi
let to: TestApi
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-backup-'))
  ;[from, to] = [await startApi(), await startApi()]
})
afterAll(async () => {
  await from.close()
  await to.close()
  rmSync(folder, { recursive: true, force: true })
})

const connect = async ({ context }: TestApi): Promise<pg.Client> => {
  const client = new pg.Client(context.connectionConfig)
  await client.connect()
  return client
}

it('moves a company from one database of this server to another by a role that is no superuser', async () => {
  const user = await from.createUser({ name: 'Awa Koné' })
  const file = path.join(folder, 'one.backup')
  const source = await connect(from)
  const backup = await keepBackup(source, file)
  await source.end()
  expect(backup.rows).toBeGreaterThan(0)

  const target = await connect(to)
  await restoreBackup(target, () => createReadStream(file).pipe(createGunzip()))
  const { rows } = await target.query('select id, name from users')
  await target.end()
  expect(rows).toEqual([{ id: user.id, name: 'Awa Koné' }])
})
