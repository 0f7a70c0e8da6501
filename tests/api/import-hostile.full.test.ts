import { describe, expect, it } from 'vitest'
import type { Problem } from '../../domain/changes/changes.ts'
import { openApi } from '../support/api/start-api.ts'
import { sampleOf } from '../support/sample-of.ts'
import { soundParts } from '../support/spreadsheets/crooked-zips.ts'
import { hostileContainers, type NamedFile } from '../support/spreadsheets/hostile-containers.ts'
import { hostileFiles } from '../support/spreadsheets/hostile-files.ts'
import { moreHostileFiles } from '../support/spreadsheets/hostile-parts.ts'
import { multipartBody, multipartType, upload } from '../support/spreadsheets/upload.ts'

const api = await openApi()
const token = (await api.as('admin')).token

const path = '/orders/upload-multiple'

describe('an upload that is no spreadsheet of orders', () => {
  it.each(sampleOf('hostile files', hostileFiles, { kindOf: ({ code }) => code }))(
    '$what',
    { timeout: 120_000 },
    async ({ make, code, status }) => {
      const answer = await upload<Problem>(api.app, token, path, make(), { language: 'en' })
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
      expect(answer.body.detail.length).toBeGreaterThan(10)
    },
  )

  const partOf = (file: NamedFile) => (hostileContainers.includes(file) ? 'container' : 'part')

  it.each(sampleOf('more hostile files', moreHostileFiles, { kindOf: partOf, ofEach: 3 }))(
    '$what',
    { timeout: 120_000 },
    async ({ make }) => {
      const answer = await upload<Problem>(api.app, token, path, make(), { language: 'en' })
      expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/.{10}/) } })
    },
  )

  it('is tried with zips that are crooked in one way each', () => {
    expect(soundParts()).toBe(5)
    expect(hostileFiles.length + moreHostileFiles.length).toBeGreaterThanOrEqual(40)
  })

  it('leaves nothing behind', async () => {
    const { rows } = await api.context.pool.query(
      'select count(*) from orders union all select count(*) from imports',
    )
    expect(rows.map(({ count }) => count)).toEqual(['0', '0'])
  })

  it('is refused over a real connection too when it has 11 MB', async () => {
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
  it('is refused without a file, in another type, or with unknown parameters', async () => {
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
