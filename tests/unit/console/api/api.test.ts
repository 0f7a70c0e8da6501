import { afterAll, describe, expect, test, vi } from 'vitest'
import type { PasswordChange } from '../../../../domain/users/profile.ts'
import { ApiProblem } from '../../../../src/api/api-problem.ts'
import { createApi } from '../../../../src/api/create-api.ts'
import { answering, type Call, json, problem } from './answering.ts'

const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

const start = async (answer: Parameters<typeof answering>[0], token: string | null = 'secret') => {
  const server = await answering(answer)
  closing.push(server.close)
  const unauthorized: string[] = []
  const api = createApi({
    baseUrl: server.baseUrl,
    token: () => token,
    onUnauthorized: () => unauthorized.push('401'),
    language: () => 'fr-FR',
  })
  return { ...server, api, unauthorized }
}

const refusal = async (call: Promise<unknown>): Promise<ApiProblem> => {
  const error = await call.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  )
  if (error instanceof ApiProblem) return error
  throw error
}

const report = { batchId: 'b1', counts: { changed: 1, refused: 0, refusedBy: {} }, changed: [], refused: [] }

describe('api', () => {
  test('sends the token and the list query', async () => {
    const { api, calls } = await start((_, response) => json(response, 200, { items: [], total: 0 }))
    await api.list('orders', { where: { status: 'PENDING', keyword: 'koné' }, limit: 100, sort: '-number' })
    const url = new URL(calls[0]!.url, 'http://x')
    expect(url.pathname).toBe('/api/orders')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      status: 'PENDING',
      keyword: 'koné',
      limit: '100',
      sort: '-number',
    })
    expect(calls[0]!.headers.authorization).toBe('secret')
  })

  test('an update names the version that was edited', async () => {
    const { api, calls } = await start((_, response) => json(response, 200, { id: 'o1' }))
    await api.update('orders', 'o1', { comment: 'x' }, { version: 7 })
    expect(calls[0]).toMatchObject({ method: 'PUT', url: '/api/orders/o1', body: '{"comment":"x"}' })
    expect(calls[0]!.headers['if-match']).toBe('"7"')
  })

  test('an upload says how much of it has been sent, and fails as any other call does', async () => {
    vi.stubGlobal('XMLHttpRequest', SendingRequest)
    const { api } = await start((_, response) => json(response, 200, report))
    const said: [number, number][] = []
    const upload = (signal?: AbortSignal) =>
      api.upload('orders', new File(['rows'], 'a.csv'), {
        signal,
        onSent: (...sent) => void said.push(sent),
      })
    SendingRequest.answer = (request) => {
      request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 40, total: 100 }))
      request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 100, total: 100 }))
      request.response = new TextEncoder().encode(JSON.stringify(report)).buffer
      request.dispatchEvent(new Event('load'))
    }
    expect(await upload()).toEqual(report)
    expect(said).toEqual([
      [40, 100],
      [100, 100],
    ])
    expect(SendingRequest.last?.sent).toMatchObject({ authorization: 'secret', 'accept-language': 'fr-FR' })

    const abort = new AbortController()
    SendingRequest.answer = () => abort.abort(new Error('given up'))
    await expect(upload(abort.signal)).rejects.toThrow('given up')
    vi.unstubAllGlobals()
  })

  test('every write carries an idempotency key: a new one each, or the one it is given', async () => {
    const { api, calls } = await start((_, response) => json(response, 200, report))
    await api.bulkStatus('orders', { ids: ['o1'] }, { status: 'CONFIRMED' })
    await api.bulkDelete('orders', { where: { status: 'CANCELLED' }, except: ['o2'] }, { dryRun: true })
    await api.undo('b1', { idempotencyKey: 'again' })
    await api.undo('b1', { idempotencyKey: 'again' })
    const keys = calls.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(3)
    expect(keys.slice(2)).toEqual(['again', 'again'])
    expect(calls.map(({ url, body }) => [url, body === '' ? null : JSON.parse(body)])).toEqual([
      ['/api/orders/status', { ids: ['o1'], status: 'CONFIRMED' }],
      ['/api/orders/delete', { where: { status: 'CANCELLED' }, except: ['o2'], dryRun: true }],
      ['/api/changes/b1/undo', null],
      ['/api/changes/b1/undo', null],
    ])
  })

  test('a problem keeps its code, its fields and the present record', async () => {
    const current = { id: 'o1', version: 8 }
    const errors = [{ path: 'price', code: 'TOO_SMALL' }]
    const { api } = await start((_, response) => problem(response, 412, 'STALE_VERSION', { errors, current }))
    const error = await refusal(api.update('orders', 'o1', { price: -1 }, { version: 7 }))
    expect({ ...error, message: error.message }).toMatchObject({
      code: 'STALE_VERSION',
      status: 412,
      message: 'detail of STALE_VERSION',
      errors,
      current,
      requestId: 'r1',
    })
  })

  test('404 says which address was not found', async () => {
    const { api } = await start((_, response) => problem(response, 404, 'NOT_FOUND'))
    expect((await refusal(api.one('orders', 'o9'))).message).toBe('/orders/o9 not found')
  })

  test('401 says Unauthorized and ends the session', async () => {
    const { api, unauthorized } = await start((_, response) => problem(response, 401, 'UNAUTHORIZED'))
    const error = await refusal(api.list('orders'))
    expect([error.message, error.code, unauthorized.length]).toEqual(['Unauthorized', 'UNAUTHORIZED', 1])
  })

  test('a late 401 to an earlier session does not end the present one', async () => {
    let token = 'earlier'
    let ended = 0
    const server = await answering((_, response) => {
      token = 'present'
      problem(response, 401, 'UNAUTHORIZED')
    })
    closing.push(server.close)
    const api = createApi({ baseUrl: server.baseUrl, token: () => token, onUnauthorized: () => ended++ })
    expect((await refusal(api.list('orders'))).code).toBe('UNAUTHORIZED')
    expect(ended).toBe(0)
    expect((await refusal(api.list('orders'))).code).toBe('UNAUTHORIZED')
    expect(ended).toBe(1)
  })

  test('wrong credentials say so, and end no session', async () => {
    const { api, unauthorized } = await start(
      (_, response) => problem(response, 401, 'BAD_CREDENTIALS'),
      null,
    )
    const error = await refusal(api.sessions.login({ email: 'a@b.test', password: 'x' }))
    expect([error.code, error.message, unauthorized.length]).toEqual([
      'BAD_CREDENTIALS',
      'detail of BAD_CREDENTIALS',
      0,
    ])
  })

  test('no answer is distinguished from a refusal', async () => {
    const { api, close } = await start((_, response) => json(response, 200, {}))
    await close()
    const error = await refusal(api.list('orders'))
    expect([error.code, error.status, error.isOffline]).toEqual(['OFFLINE', null, true])
  })

  test('a page that is not the api is silence too', async () => {
    const { api } = await start((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<h1>Hotel</h1>')
    })
    expect((await refusal(api.list('orders'))).code).toBe('OFFLINE')
  })

  test('an answer that has nothing to say is an answer', async () => {
    const { api, calls } = await start((_, response) => {
      response.writeHead(202, { 'content-length': '0' })
      response.end()
    })
    await api.accounts.forgetPassword('awa@waybill.test')
    expect(calls).toMatchObject([{ method: 'POST', url: '/api/forget-password/' }])
  })

  test('an answer of 204 is one, also where the browser gives it an empty body', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      const response = new Response(new ReadableStream({ start: (body) => body.close() }))
      return Object.defineProperty(response, 'status', { value: 204 })
    })
    const { api } = await start(() => undefined)
    const input = { currentPassword: 'a', newPassword: 'b' } as unknown as PasswordChange
    await expect(api.profile.changePassword(input)).resolves.toBeUndefined()
    fetched.mockRestore()
  })

  // Concurrent, so that retries wait together.
  test.concurrent('a read is tried again where the server was away for a moment', async () => {
    let fails = 1
    const { api, calls } = await start((_, response) => {
      fails -= 1
      if (fails >= 0) problem(response, 503, 'OVERLOADED')
      else json(response, 200, { items: [], total: 0 })
    })
    await api.list('orders')
    expect(calls).toHaveLength(2)
  })

  test.concurrent('a read with something to fall back on is tried once', async () => {
    const { api, calls } = await start((_, response) => problem(response, 503, 'OVERLOADED'))
    expect((await refusal(api.list('orders', {}, { once: true }))).code).toBe('OVERLOADED')
    expect(calls.map(({ headers }) => headers.authorization)).toEqual(['secret'])
  })

  test.concurrent('a bug of the server is not tried again', async () => {
    const { api, calls } = await start((_, response) => problem(response, 500, 'INTERNAL'))
    expect((await refusal(api.list('orders'))).code).toBe('INTERNAL')
    expect(calls).toHaveLength(1)
  })

  test.concurrent('a retry uses the session that began the call, also after another user has signed in', async () => {
    let token = 'first'
    const server = await answering((_, response) => {
      token = 'second'
      if (server.calls.length === 1) problem(response, 503, 'OVERLOADED')
      else json(response, 200, report)
    })
    closing.push(server.close)
    const api = createApi({ baseUrl: server.baseUrl, token: () => token, onUnauthorized: () => undefined })
    await api.bulkStatus('orders', { where: { status: 'PENDING' } }, { status: 'CONFIRMED' })
    expect(server.calls.map(({ headers }) => headers.authorization)).toEqual(['first', 'first'])
  })

  test.concurrent('a write is retried under its own key: no answer, a cut answer, still running', async () => {
    const { api, calls } = await start((_, response) => {
      if (calls.length === 1) response.destroy()
      else if (calls.length === 2) {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        response.write('{"batchId":', () => response.destroy())
      } else if (calls.length === 3) {
        response.setHeader('retry-after', '1')
        problem(response, 409, 'IDEMPOTENCY_IN_FLIGHT')
      } else json(response, 200, report)
    })
    expect(await api.bulkStatus('orders', { ids: ['o1'] }, { status: 'CONFIRMED' })).toEqual(report)
    expect(calls).toHaveLength(4)
    expect(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(new Set(calls.map(({ body }) => body)).size).toBe(1)
  })

  test.concurrent('tries end: so many for a write with a key, one for what has none', {
    tags: 'full',
    timeout: 15_000,
  }, async () => {
    const { api, calls } = await start((_, response) => problem(response, 503, 'OVERLOADED'))
    const login = api.sessions.login({ email: 'a@b.test', password: 'x' })
    expect((await refusal(login)).code).toBe('OVERLOADED')
    expect(calls).toHaveLength(1)
    expect((await refusal(api.undo('b1'))).code).toBe('OVERLOADED')
    expect(calls).toHaveLength(6)
  })

  test('an aborted call rejects with the reason of its signal', async () => {
    const { api } = await start(() => undefined)
    const controller = new AbortController()
    const call = api.search('koné', { signal: controller.signal })
    controller.abort(new Error('newer'))
    await expect(call).rejects.toThrow('newer')
  })

  test('uploads a file as multipart', async () => {
    const { api, calls } = await start((_, response) => json(response, 200, { rows: 1 }))
    const file = new File(['PK'], 'commandes.xlsx')
    await api.upload('orders', file, { dryRun: true, mode: 'valid', country: 'sn' })
    expect(calls[0]!.url).toBe('/api/orders/upload-multiple?dryRun=1&mode=valid&country=sn')
    expect(calls[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(calls[0]!.body).toContain('filename="commandes.xlsx"')
  })

  test('downloads a template, in the language of the page', async () => {
    const { api, calls } = await start((_, response) => {
      response.writeHead(200, { 'content-type': 'application/vnd.openxmlformats' })
      response.end('PK')
    })
    expect(await (await api.template('orders')).text()).toBe('PK')
    expect(calls[0]!.headers['accept-language']).toBe('fr-FR')
  })

  test('a failed download says so, and why', async () => {
    const { api } = await start((_, response) => problem(response, 403, 'FORBIDDEN'))
    const error = await refusal(api.template('orders'))
    expect([error.message, error.code, error.status]).toEqual(['File download failed.', 'FORBIDDEN', 403])
  })
})

describe('live events', () => {
  const event = (id: string) => ({
    id,
    resource: 'orders',
    verb: 'order.confirm',
    country: 'ic',
    ids: ['o1'],
    batchId: null,
    actor: 'u1',
  })

  test('resume after the last event when the stream breaks, however the network cuts it', async () => {
    const { api, calls } = await start((call: Call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const resumed = call.headers['last-event-id'] === '2'
      const text = resumed
        ? `id: 3\ndata: ${JSON.stringify(event('3'))}\n\n`
        : `retry: 5\n\n: beat\n\nid: 1\ndata: ${JSON.stringify(event('1'))}\n\nid: 2\r\ndata: ${JSON.stringify(event('2'))}\r\n\r\n`
      for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) response.write(piece)
      if (resumed) return
      response.end()
    })
    const controller = new AbortController()
    const seen: string[] = []
    const states: string[] = []
    const listening = api.events({
      signal: controller.signal,
      firstDelay: 5,
      onState: (state) => states.push(state.phase === 'live' ? `live ${state.resumed}` : state.phase),
      onEvent: ({ id }) => {
        seen.push(id)
        if (id === '3') controller.abort()
      },
    })
    await listening
    expect(seen).toEqual(['1', '2', '3'])
    expect(states).toEqual(['live false', 'waiting', 'live true'])
    expect(calls.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '2'])
  })

  test('stop when the session is refused', async () => {
    const { api, unauthorized } = await start((_, response) => problem(response, 401, 'UNAUTHORIZED'))
    const states: string[] = []
    await api.events({
      signal: new AbortController().signal,
      firstDelay: 1,
      onEvent: () => undefined,
      onState: ({ phase }) => states.push(phase),
    })
    expect([states, unauthorized.length]).toEqual([['closed'], 1])
  })

  test('come back when the server does', async () => {
    let fails = 3
    const { api } = await start((_, response) => {
      fails -= 1
      if (fails >= 0) return problem(response, 500, 'INTERNAL')
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${JSON.stringify(event('9'))}\n\n`)
    })
    const controller = new AbortController()
    let seen = ''
    await api.events({
      signal: controller.signal,
      firstDelay: 1,
      onEvent: ({ id }) => {
        seen = id
        controller.abort()
      },
    })
    expect(seen).toBe('9')
  })
})

/** A stub of XMLHttpRequest, which Node lacks, for uploads; answered by `answer` as soon as it is sent. */
class SendingRequest extends EventTarget {
  static answer: (request: SendingRequest) => void = () => undefined
  static last: SendingRequest | null = null
  readonly upload = new EventTarget()
  readonly status = 200
  readonly statusText = 'OK'
  readonly sent: Record<string, string> = {}
  response: ArrayBuffer | null = null
  open = () => undefined
  setRequestHeader = (name: string, value: string) => {
    this.sent[name] = value
  }
  getAllResponseHeaders = () => 'content-type: application/json\r\n'
  abort = () => this.dispatchEvent(new Event('abort'))
  send = () => {
    SendingRequest.last = this
    SendingRequest.answer(this)
  }
}
