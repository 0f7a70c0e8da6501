import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { imageSizes, type StoredImage } from '../../../domain/lib/image.ts'
import { restoreBackup } from '../../../server/backup/restore-backup.ts'
import { keepBackup } from '../../../server/backup/take-backup.ts'
import type { TestUser } from '../../support/api/insert-user.ts'
import { startApi, type TestApi } from '../../support/api/start-api.ts'
import { makeImage } from '../../support/images/make-images.ts'

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
  const user = await from.createUser({ name: 'Awa Koné', role: 'admin' })
  const file = path.join(folder, 'one.backup')
  const source = await connect(from)
  const picture = await uploadPicture(user)
  const backup = await keepBackup(source, from.context.files, file)
  await source.end()
  expect(backup.rows).toBeGreaterThan(0)

  const target = await connect(to)
  await restoreBackup(target, to.context.files, () => createReadStream(file).pipe(createGunzip()))
  const { rows } = await target.query('select id, name from users')
  await target.end()
  expect(rows).toEqual([{ id: user.id, name: 'Awa Koné' }])
  for (const size of imageSizes) {
    const name = path.basename(picture).replace('-1024', `-${size}`)
    const bytes = readFileSync(path.join(from.filesFolder, name))
    const restored = await to.app.inject({ url: `/files/${name}` })
    expect({ status: restored.statusCode, isSame: bytes.equals(restored.rawPayload) }, name).toEqual({
      status: 200,
      isSame: true,
    })
  }
})

const uploadPicture = async (user: TestUser): Promise<string> => {
  const { token } = await from.as(user)
  const answer = await from.app.inject({
    method: 'POST',
    url: '/api/images',
    headers: { authorization: token, 'content-type': 'image/png' },
    payload: await makeImage('png'),
  })
  return answer.json<StoredImage>().path
}
