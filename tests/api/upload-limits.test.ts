import { expect, it } from 'vitest'
import { uploads } from '../../server/http/read-upload.ts'
import { openApi } from '../support/api/start-api.ts'
import { multipartBody, multipartType } from '../support/spreadsheets/upload.ts'

const api = await openApi()
const { token } = await api.as('admin')

const calls = [
  { url: '/api/images', type: 'image/png', upload: uploads.image },
  { url: '/api/orders/upload-multiple', type: 'text/csv', upload: uploads.orders },
] as const

const megabyte = 1024 * 1024

it.each(calls)(
  '$url takes a file as the body itself up to the size that it takes in a form',
  async (call) => {
    const send = async (payload: Buffer, type: string) => {
      const headers = { authorization: token, 'content-type': type }
      const answer = await api.app.inject({ method: 'POST', url: call.url, headers, payload })
      return [answer.statusCode, answer.json<{ code: string }>().code]
    }
    for (const length of [3 * megabyte, call.upload.bytes]) {
      const file = Buffer.alloc(length, 'x')
      const inForm = await send(multipartBody(file), multipartType)
      expect(await send(file, call.type)).toEqual(inForm)
      expect(inForm[0]).not.toBe(413)
    }
    const tooLong = Buffer.alloc(call.upload.bytes + 1, 'x')
    expect(await send(tooLong, call.type)).toEqual([413, call.upload.tooLarge])
    expect(await send(multipartBody(tooLong), multipartType)).toEqual([413, call.upload.tooLarge])
    // JSON keeps its own limit.
    expect((await send(Buffer.alloc(3 * megabyte, ' '), 'application/json'))[0]).toBe(413)
  },
)
