import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '../../domain/changes.ts'
import { startApi, type TestApi } from '../builders/api/start-api.ts'
import { hostileFiles } from '../builders/spreadsheets/hostile-files.ts'
import { multipartBody, multipartType, upload } from '../builders/spreadsheets/upload.ts'

let api: TestApi
let token: string
beforeAll(async () => {
  api = await startApi()
  token = (await api.as('admin')).token
})
afterAll(() => api.close())

const path = '/orders/upload-multiple'

describe('an upload that is no spreadsheet of orders', () => {
  it.each(hostileFiles)('$what', { timeout: 30_000 }, async ({ make, code, status }) => {
    const bytes = make()
    const answer = await upload<Problem>(api.app, token, path, bytes, { language: 'en' })
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
    expect(answer.body.detail.length).toBeGreaterThan(10)
  })

  it('leaves nothing behind, and the server answers in the meantime', async () => {
    const bomb = hostileFiles.find(({ what }) => what === 'a million rows')!
    let isReading = true
    const slow = upload(api.app, token, path, bomb.make()).finally(() => {
      isReading = false
    })
    expect((await api.app.inject('/healthz')).statusCode).toBe(200)
    expect(isReading).toBe(true)
    await slow
    const { rows } = await api.context.pool.query(
      'select count(*) from orders union all select count(*) from imports',
    )
    expect(rows.map(({ count }) => count)).toEqual(['0', '0'])
  })

  it('is told over a real connection too when it is 11 MB', async () => {
    const origin = await api.listen()
    const response = await fetch(`${origin}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': multipartType },
      body: new Uint8Array(multipartBody(Buffer.alloc(11 * 1024 * 1024, 'PK'))),
    })
    expect(response.status).toBe(413)
    expect(((await response.json()) as Problem).code).toBe('FILE_TOO_LARGE')
  })
})

describe('a call that is no upload', () => {
  it('is refused without a file, in another type, or with parameters that nobody knows', async () => {
    const send = async (payload: string | Buffer, type: string, query = {}) => {
      const answer = await api.app.inject({
        method: 'POST',
        url: `/api${path}`,
        query,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        payload,
      })
      return `${answer.statusCode} ${answer.json<Problem>().code}`
    }
    const file = multipartBody(Buffer.from('x'))
    expect(await send('{}', 'application/json')).toBe('415 UNSUPPORTED_MEDIA_TYPE')
    expect(await send('------waybill-test-boundary--\r\n', multipartType)).toBe('400 FILE_MISSING')
    expect(await send(file.subarray(0, 100), multipartType)).toBe('400 FILE_MISSING')
    expect(await send('no multipart at all', multipartType)).toBe('400 FILE_MISSING')
    expect(await send('', 'multipart/form-data')).toBe('400 FILE_MISSING')
    expect(await send(file, multipartType, { colour: 'red' })).toBe('400 VALIDATION_FAILED')
    expect(await send(file, multipartType, { mode: 'some' })).toBe('400 VALIDATION_FAILED')
    expect(await send(file, multipartType, { country: 'zz' })).toBe('400 VALIDATION_FAILED')
  })
})
