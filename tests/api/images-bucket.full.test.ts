import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { imageSizes, type StoredImage } from '../../domain/lib/image.ts'
import { restoreBackup } from '../../server/backup/restore-backup.ts'
import { keepBackup } from '../../server/backup/take-backup.ts'
import { readConfig } from '../../server/config/config.ts'
import { openBucketStore } from '../../server/files/bucket-store.ts'
import { forgetImages } from '../../server/images/forget-images.ts'
import { clean } from '../../server/schedules.ts'
import { expectRefusal } from '../support/api/caller.ts'
import { countStatements } from '../support/api/count-statements.ts'
import { goodsInputs, startGoods } from '../support/api/goods.ts'
import { waitingStatements } from '../support/api/held-row.ts'
import { openApi, startApi, type TestApi } from '../support/api/start-api.ts'
import { makeImage } from '../support/images/make-images.ts'
import { type Fault, signatureV4, startS3 } from '../support/images/s3-server.ts'
import { buildServer } from '../support/instances/start-instance.ts'

const pageSize = 4
const s3 = await startS3({ pageSize })
afterAll(() => s3.close())

const bucketOf = (filesUrl: string) => readConfig({ FILES_URL: filesUrl }).bucket!
/** Timeouts of all calls; short only where the bucket is silent, since machines may be slow. */
const timeouts = { oneTry: 0, allTries: 0 }
const storeOf = (filesUrl: string) =>
  openBucketStore(bucketOf(filesUrl), { read: timeouts, write: timeouts, list: timeouts })

const api = await openApi({}, { files: storeOf(s3.filesUrl) })
const goods = await startGoods(api)

beforeEach(() => {
  s3.fault = () => null
  s3.delay = 0
  s3.calls.length = 0
  Object.assign(timeouts, { oneTry: 60_000, allTries: 110_000 })
})

const failAt = (fault: Fault, isMet: (call: { method: string; key: string }) => boolean = () => true) => {
  if (fault === 'silent') Object.assign(timeouts, { oneTry: 200, allTries: 500 })
  s3.fault = (call) => (isMet(call) ? fault : null)
}

type Uploaded = StoredImage & { code?: string; detail?: string }

const uploadTo = async ({ app, as }: TestApi, bytes: Buffer, headers: Record<string, string> = {}) => {
  const { token } = await as('admin')
  const answer = await app.inject({
    method: 'POST',
    url: '/api/images',
    headers: { authorization: token, 'content-type': 'image/png', ...headers },
    payload: bytes,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<Uploaded>() }
}

let width = 40
/** A unique picture. */
const newImage = () => makeImage('png', ++width, 30)

const upload = async (bytes?: Buffer): Promise<string> => {
  const { status, body } = await uploadTo(api, bytes ?? (await newImage()))
  expect(status, body.detail).toBe(201)
  return body.path
}

let one: Promise<string> | null = null
/** For tests that do not change it. */
const onePicture = () => {
  one ??= upload()
  return one
}

const namesOf = (picture: string) =>
  imageSizes.map((size) => path.basename(picture).replace('-1024', `-${size}`))
const keysOf = (picture: string) => namesOf(picture).map((name) => `shop/a/${name}`)
const fetchFile = (url: string, { app } = api) => app.inject({ url })

const hashesInRows = async () =>
  (await api.context.pool.query<{ hash: string }>('select hash from images order by hash')).rows.map(
    ({ hash }) => hash,
  )

it('is tried against a signature check that agrees with the examples of AWS', () => {
  const host = 'examplebucket.s3.amazonaws.com'
  const date = '20130524T000000Z'
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const given = { date, region: 'us-east-1', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
  const ofEmpty = { host, 'x-amz-content-sha256': empty, 'x-amz-date': date }
  const signed = ['host', 'x-amz-content-sha256', 'x-amz-date']
  const read = signatureV4({
    ...given,
    method: 'GET',
    url: '/test.txt',
    headers: { ...ofEmpty, range: 'bytes=0-9' },
    signed: ['host', 'range', 'x-amz-content-sha256', 'x-amz-date'],
  })
  expect(read).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
  const listed = signatureV4({
    ...given,
    method: 'GET',
    url: '/?max-keys=2&prefix=J',
    headers: ofEmpty,
    signed,
  })
  expect(listed).toBe('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')
  const written = signatureV4({
    ...given,
    method: 'PUT',
    url: '/test%24file.text',
    headers: {
      ...ofEmpty,
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    signed: ['date', ...signed, 'x-amz-storage-class'],
  })
  expect(written).toBe('98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd')
})

it('stores a picture as objects under the prefix, and serves it as from a folder', async () => {
  const picture = await upload()
  for (const [at, key] of keysOf(picture).entries()) {
    const { bytes, headers } = s3.objects.get(key)!
    expect(headers).toMatchObject({ 'content-type': 'image/webp' })
    const answer = await fetchFile(`/files/${namesOf(picture)[at]}`)
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect({ status: answer.statusCode, ...answer.headers }).toMatchObject({
      status: 200,
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
  }
  for (const url of [`/files/${'0'.repeat(64)}-64.webp`, '/files/..%2fsecret', '/files/x.webp']) {
    const { statusCode, headers } = await fetchFile(url)
    expect([statusCode, headers['cache-control']], url).toEqual([404, 'no-store'])
  }
  // Neither invalid nor unknown names cause a call.
  expect(s3.calls.filter((call) => call.startsWith('GET')).length).toBe(imageSizes.length)
})

it('answers names that nobody has stored without the bucket, with few statements', async () => {
  const picture = await upload()
  s3.calls.length = 0
  const madeUp = Array.from(
    { length: 200 },
    (_, at) => `${randomBytes(32).toString('hex')}-${imageSizes[at % imageSizes.length]}.webp`,
  )
  const statuses = new Set<number>()
  const statements = await countStatements(api.context.pool, async () => {
    const answers = await Promise.all(madeUp.map((name) => fetchFile(`/files/${name}`)))
    for (const { statusCode } of answers) statuses.add(statusCode)
  })
  expect([...statuses]).toEqual([404])
  expect(s3.calls).toEqual([])
  expect(statements).toBeLessThanOrEqual(20)
  // A stored one is served without a query.
  const [name = ''] = namesOf(picture)
  const first = await Promise.all([...madeUp.slice(0, 20), name].map((one) => fetchFile(`/files/${one}`)))
  expect(first.at(-1)!.statusCode).toBe(200)
  expect(await countStatements(api.context.pool, () => fetchFile(`/files/${name}`))).toBe(0)
  expect(s3.calls).toEqual(Array(2).fill(`GET shop/a/${name}`))
})

it('serves a picture that was asked for before it was stored', async () => {
  const bytes = await newImage()
  const picture = await upload(bytes)
  await api.context.pool.query('delete from images where hash = $1', [picture.slice(7, 71)])
  expect((await fetchFile(picture)).statusCode).toBe(404)
  expect(await upload(bytes)).toBe(picture)
  expect((await fetchFile(picture)).statusCode).toBe(200)
})

it.each(['SlowDown', 'InternalError', 'cut', 'cut body'] as const)(
  'tries again after %s',
  { tags: 'full' },
  async (fault) => {
    const picture = await onePicture()
    s3.fault = ({ tries, method }) => (tries <= (method === 'GET' ? 2 : 1) ? fault : null)
    const again = await upload()
    expect(keysOf(again).every((key) => s3.objects.has(key))).toBe(true)
    for (const name of namesOf(picture)) {
      const answer = await fetchFile(`/files/${name}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.rawPayload.equals(s3.objects.get(`shop/a/${name}`)!.bytes)).toBe(true)
    }
  },
)

it.each(['SlowDown', 'AccessDenied', 'cut', 'silent'] as const)(
  'refuses an upload with a sentence at %s, leaves no row, and takes the same call later',
  { tags: 'full' },
  async (fault: Fault) => {
    const rows = await hashesInRows()
    const bytes = await newImage()
    const headers = { 'idempotency-key': `picture ${fault}`, 'accept-language': 'de' }
    // Fails the last file, after the others are stored.
    failAt(fault, ({ method, key }) => method === 'PUT' && key.endsWith('-1024.webp'))
    const refused = await uploadTo(api, bytes, headers)
    await expectRefusal(refused, 503, 'FILES_UNAVAILABLE')
    expect(refused.body.detail).toMatch(/^Der Bildspeicher .{40,}\.$/)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await hashesInRows()).toEqual(rows)

    s3.fault = () => null
    const { status, body } = await uploadTo(api, bytes, headers)
    expect(status).toBe(201)
    expect((await fetchFile(body.path)).statusCode).toBe(200)
  },
)

it.each(['InternalError', 'AccessDenied', 'cut body', 'silent'] as const)(
  'answers 503 that nobody caches where a picture cannot be read for %s',
  { tags: 'full' },
  async (fault: Fault) => {
    const picture = await onePicture()
    failAt(fault)
    const { statusCode, headers, body } = await fetchFile(picture)
    expect([statusCode, headers['cache-control'], JSON.parse(body).code]).toEqual([
      503,
      'no-store',
      'FILES_UNAVAILABLE',
    ])
  },
)

it('reads at most 32 objects at once, and refuses a read that waits too long', { tags: 'full' }, async () => {
  const picture = await onePicture()
  const statuses: number[] = []
  let open = () => {}
  const gate = new Promise<null>((resolve) => {
    open = () => resolve(null)
  })
  s3.fault = () => gate
  const answers = Array.from({ length: 40 }, async () => {
    statuses.push((await fetchFile(picture)).statusCode)
  })
  await expect.poll(() => statuses).toEqual(Array(8).fill(503))
  expect(s3.calls.length).toBe(32)
  open()
  await Promise.all(answers)
  expect(statuses.slice(8)).toEqual(Array(32).fill(200))
})

it('distinguishes a bucket that refuses from an unreachable one, in a sentence without the secret', {
  tags: 'full',
}, async () => {
  const at = s3.filesUrl
  const problems = {
    'another secret': [at.replace('%25hush', '%25other'), /refuses the server \(403 SignatureDoesNotMatch\)/],
    'another key': [at.replace('AKIATEST', 'AKIAOTHER'), /refuses the server \(403 InvalidAccessKeyId\)/],
    'another region': [at.replace('eu-test-1', 'eu-test-2'), /\(400 AuthorizationHeaderMalformed\)/],
    'another bucket': [at.replace('/pictures/', '/others/'), /The bucket others .* \(404 NoSuchBucket\)/],
  } as const
  for (const [name, [url, sentence]] of Object.entries(problems)) {
    const problem = await storeOf(url).findProblem()
    expect(problem, name).toMatchObject({ isUnreachable: false, reason: expect.stringMatching(sentence) })
    expect(JSON.stringify(problem), name).not.toMatch(/hush|other%|AKIA/)
  }
  expect(await storeOf(at).findProblem()).toBe(null)
  const ended = await startS3()
  await ended.close()
  const closed = await storeOf(ended.filesUrl).findProblem()
  expect(closed).toMatchObject({ isUnreachable: true, reason: expect.stringMatching(/ECONNREFUSED/) })
  failAt('no S3')
  expect(await storeOf(at).findProblem()).toMatchObject({
    isUnreachable: false,
    reason: expect.stringMatching(/does not answer as S3 does\.$/),
  })
  failAt('SlowDown')
  expect(await storeOf(at).findProblem()).toMatchObject({ isUnreachable: true })
})

const day = 24 * 3_600_000
const age = (keys: readonly string[], days: number) => {
  for (const key of keys) s3.objects.get(key)!.writtenAt = new Date(Date.now() - days * day)
}

it('deletes forgotten pictures and strays over many pages, and nothing else', { tags: 'full' }, async () => {
  const [used, unused, stray, young] = [await upload(), await upload(), await upload(), await upload()]
  await goods.create('products', { ...goodsInputs.products(), productImage: used })
  const hash = (picture: string) => picture.slice(7, 71)
  await api.context.pool.query('delete from images where hash = any($1)', [[hash(stray), hash(young)]])
  await api.context.pool.query(
    "update images set used_at = now() - interval '40 days' where hash = any($1)",
    [[hash(used), hash(unused)]],
  )
  age([...keysOf(used), ...keysOf(unused), ...keysOf(stray)], 40)
  const part = `shop/a/${hash(used)}-64.webp.7-1.part`
  const others = [
    'shop/a/price list & <more>.pdf',
    `shop/b/${namesOf(stray)[0]}`,
    `shop/a/${hash(stray)}-64.webp/x`,
  ]
  const object = s3.objects.get(keysOf(stray)[0]!)!
  for (const key of [part, ...others]) s3.objects.set(key, object)

  await clean(api.context)
  const isThere = (keys: readonly string[]) => keys.map((key) => s3.objects.has(key))
  expect(isThere(keysOf(used))).toEqual([true, true, true])
  expect(isThere([...keysOf(unused), ...keysOf(stray), part])).toEqual(Array(7).fill(false))
  expect(isThere(keysOf(young))).toEqual([true, true, true])
  expect(isThere(others)).toEqual([true, true, true])
  expect(await hashesInRows()).not.toContain(hash(unused))
  expect(s3.calls.filter((call) => call === 'GET ').length).toBeGreaterThan(s3.objects.size / pageSize - 1)
  // The inserted rows that locked the hashes are gone.
  expect(await hashesInRows()).not.toContain(hash(stray))
})

const failuresOfClean = async (): Promise<string[]> => {
  const error = await clean(api.context).then(
    () => null,
    (thrown: AggregateError) => thrown,
  )
  return (error?.errors ?? []).map((failure: Error) => failure.message)
}

it('deletes nothing where most pictures are of another database', async () => {
  const own = await onePicture()
  const foreign = Array.from({ length: 101 }, (_, at) => `shop/a/${String(at).padStart(64, '0')}-64.webp`)
  for (const key of foreign) s3.objects.set(key, { ...s3.objects.get(keysOf(own)[0]!)! })
  age(foreign, 40)
  await expect(forgetImages(api.context)).rejects.toThrow(
    '101 stored pictures are not of this database and were left. Does another installation use the same store?',
  )
  expect(foreign.every((key) => s3.objects.has(key))).toBe(true)
  expect(s3.calls.some((call) => call.startsWith('DELETE'))).toBe(false)
  for (const key of foreign.slice(1)) s3.objects.delete(key)
  await forgetImages(api.context)
  expect(s3.objects.has(foreign[0]!)).toBe(false)
})

it('does not delete a stray that is uploaded while it is being deleted', { tags: 'full' }, async () => {
  const bytes = await newImage()
  const picture = await upload(bytes)
  await api.context.pool.query('delete from images where hash = $1', [picture.slice(7, 71)])
  age(keysOf(picture), 40)
  const aged = new Date(Date.now() - day)
  let uploaded: Promise<string> | null = null
  const uploadMeanwhile = async () => {
    uploaded = upload(bytes)
    const isWritten = () => keysOf(picture).every((key) => s3.objects.get(key)!.writtenAt > aged)
    await expect.poll(async () => isWritten() || (await waitingStatements(api.context.pool)) > 0).toBe(true)
  }
  let meanwhile: Promise<void> | null = null
  s3.fault = async ({ method }) => {
    if (method !== 'DELETE') return null
    meanwhile ??= uploadMeanwhile()
    await meanwhile
    return null
  }
  await clean(api.context)
  expect(await uploaded).toBe(picture)
  for (const name of namesOf(picture)) expect((await fetchFile(`/files/${name}`)).statusCode).toBe(200)
})

it('goes on cleaning another time where the bucket fails in between', { tags: 'full' }, async () => {
  const picture = await upload()
  await api.context.pool.query('delete from images where hash = $1', [picture.slice(7, 71)])
  age(keysOf(picture), 40)
  s3.fault = ({ method, key }) => (method === 'DELETE' && key.endsWith('-256.webp') ? 'AccessDenied' : null)
  expect(await failuresOfClean()).toEqual(['FILES_UNAVAILABLE: DELETE: 403 AccessDenied'])
  expect(await hashesInRows()).not.toContain(picture.slice(7, 71))
  s3.fault = () => null
  await clean(api.context)
  expect(keysOf(picture).some((key) => s3.objects.has(key))).toBe(false)
})

it('is backed up from a bucket, restored into a folder, and back again', { tags: 'full' }, async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-bucket-'))
  const inFolder = await startApi()
  const second = await startS3({ prefix: '' })
  const inBucket = await startApi({}, { files: storeOf(second.filesUrl) })
  const connect = async ({ context }: TestApi) => {
    const client = new pg.Client(context.connectionConfig)
    await client.connect()
    return client
  }
  try {
    const pictures = [await upload(), await upload()]
    const moves = [
      [api, inFolder],
      [inFolder, inBucket],
    ] as const
    for (const [at, [from, to]] of moves.entries()) {
      const file = path.join(folder, `${at}.backup`)
      const [source, target] = [await connect(from), await connect(to)]
      // A large company's pictures take longer than the idle timeout.
      for (const client of [source, target])
        await client.query('set idle_in_transaction_session_timeout = 100')
      for (const bucket of [s3, second]) bucket.delay = 400
      await keepBackup(source, from.context.files, file)
      await restoreBackup(target, to.context.files, () => createReadStream(file).pipe(createGunzip()))
      await Promise.all([source.end(), target.end()])
      for (const bucket of [s3, second]) bucket.delay = 0
      for (const name of pictures.flatMap(namesOf)) {
        const answer = await fetchFile(`/files/${name}`, to)
        const bytes = s3.objects.get(`shop/a/${name}`)!.bytes
        expect([answer.statusCode, answer.rawPayload.equals(bytes)], name).toEqual([200, true])
      }
    }
    expect(pictures.flatMap(namesOf).every((name) => second.objects.has(name))).toBe(true)

    // A backup fails if a picture cannot be read.
    s3.fault = ({ key }) => (key === keysOf(pictures[0]!)[1] ? 'InternalError' : null)
    const source = await connect(api)
    const failed = keepBackup(source, api.context.files, path.join(folder, 'cut.backup'))
    await expect(failed.finally(() => source.end())).rejects.toThrow(
      'FILES_UNAVAILABLE: GET: 500 InternalError',
    )
    expect(await promisify(execFile)('ls', [folder])).toMatchObject({ stdout: '0.backup\n1.backup\n' })
  } finally {
    await inFolder.close()
    await inBucket.close()
    await second.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

it('is refused by the command of backups in one sentence without the secret', { tags: 'full' }, async () => {
  await buildServer()
  const run = promisify(execFile)(process.execPath, ['dist/server/backup.js', '/nowhere/x.backup'], {
    env: { ...process.env, DATA_DIR: '/nowhere', FILES_URL: s3.filesUrl.replace('%25hush', 'x') },
  })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The bucket pictures at \S+ refuses the server \(403 SignatureDoesNotMatch\)\.\n$/,
    ),
  })
})
