import pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { Problem } from '../../domain/changes/changes.ts'
import { browserCodes, codes } from '../../domain/core/codes.ts'
import { languageCodes } from '../../domain/core/languages.ts'
import de from '../../locales/de/errors.json' with { type: 'json' }
import en from '../../locales/en/errors.json' with { type: 'json' }
import fr from '../../locales/fr/errors.json' with { type: 'json' }
import ru from '../../locales/ru/errors.json' with { type: 'json' }
import { buildApp } from '../../server/app.ts'
import { detailOf, statusOf } from '../../server/problems/problem.ts'
import { expectRefusal } from '../support/api/caller.ts'
import { waitingStatements } from '../support/api/held-row.ts'
import { openApi, startApi } from '../support/api/start-api.ts'

const api = await openApi()
const admin = await api.as('admin')

describe('a problem', () => {
  it('has the shape of RFC 9457, with our code and the request’s id', async () => {
    const { status, body, headers } = await admin.get<Problem>('/nothing/here')
    expect(status).toBe(404)
    expect(body).toEqual({
      type: 'urn:waybill:problem:not-found',
      title: 'Not Found',
      status: 404,
      code: 'NOT_FOUND',
      detail: fr.NOT_FOUND,
      requestId: headers['x-request-id'],
    })
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('uses the supported language that the request prefers, and French otherwise', async () => {
    const titleIn = async (language?: string) => {
      const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language }
      const answer = await api.anybody.get<Problem>('/users', { headers })
      return [answer.headers['content-language'], answer.body.detail]
    }
    expect(await titleIn()).toEqual(['fr', fr.UNAUTHORIZED])
    expect(await titleIn('*')).toEqual(['fr', fr.UNAUTHORIZED])
    expect(await titleIn('fr-CI,fr;q=0.9,en;q=0.8')).toEqual(['fr', fr.UNAUTHORIZED])
    expect(await titleIn('en-GB')).toEqual(['en', en.UNAUTHORIZED])
    expect(await titleIn('fr;q=0.3, en;q=0.7')).toEqual(['en', en.UNAUTHORIZED])
    expect(await titleIn('pt, ru;q=0.7, fr;q=0.5')).toEqual(['ru', ru.UNAUTHORIZED])
    expect(await titleIn('de-AT')).toEqual(['de', de.UNAUTHORIZED])
    expect(await titleIn('pt')).toEqual(['fr', fr.UNAUTHORIZED])
    expect(await titleIn('zz;q=x,;;,='.repeat(100))).toEqual(['fr', fr.UNAUTHORIZED])
  })

  it('has a status and a text of its own in each language for every code', () => {
    for (const language of languageCodes) {
      const texts = codes.map((code) => detailOf(code, language).text)
      expect(texts.filter((text) => !/^\p{Lu}.{10,}\.$/u.test(text))).toEqual([])
      expect(new Set(texts).size).toBe(codes.length)
    }
    expect(Object.keys(fr).sort()).toEqual([...codes, ...browserCodes].sort())
    expect(Object.keys(en).sort()).toEqual([...codes, ...browserCodes].sort())
    for (const code of codes) expect(statusOf[code]).toBeGreaterThanOrEqual(400)
  })
})

describe('bad input', () => {
  const post = (payload: string, type = 'application/json') =>
    admin.post<Problem>('/users', { body: payload, headers: { 'content-type': type } })

  it('that is no JSON is 400, for any fault in it', async () => {
    for (const payload of ['{', '{"name":', 'nonsense', '{"__proto__": {"role": "admin"}}', '\u0000']) {
      await expectRefusal(post(payload), 400, 'BAD_JSON')
    }
    for (const payload of ['null', '[]', '1', '"x"', '']) {
      expect((await post(payload)).status).toBe(400)
    }
  })

  it('that is no object is none, also where a body is optional or none is taken', async () => {
    for (const url of ['/sessions/passkey-options', '/affiliates/00000000-0000-7000-8000-000000000000/take'])
      for (const body of ['null', '[]', '1', '"x"']) {
        const sent = admin.post<Problem>(url, { body, headers: { 'content-type': 'application/json' } })
        expect(await sent).toMatchObject({ status: 400, body: { errors: [{ path: '', code: 'BAD_JSON' }] } })
      }
  })

  it('of another type is 415, too large is 413', async () => {
    await expectRefusal(post('name=x', 'application/x-www-form-urlencoded'), 415, 'UNSUPPORTED_MEDIA_TYPE')
    expect((await post('hello', 'text/plain')).status).toBe(415)
    await expectRefusal(post(JSON.stringify({ name: 'x'.repeat(3_000_000) })), 413, 'BODY_TOO_LARGE')
  })

  it('with text that cannot be stored is 400 in a body, a keyword and a path', async () => {
    const inBody = await admin.post<Problem>('/users', {
      body: {
        country: 'ic',
        name: 'a\u0000b',
        role: 'agent',
        email: 'a@b.ci',
        phone: '0708091011',
        password: 'soixante',
      },
    })
    expect([inBody.status, inBody.body.errors]).toEqual([400, [{ path: 'name', code: 'INVALID_TEXT' }]])
    expect((await admin.get('/users?keyword=%00')).status).toBe(400)
    expect((await admin.get('/users/%00')).status).toBe(404)
    expect((await admin.get('/users/%E0%A4%A')).status).toBe(400)
    expect((await admin.get('/users?keyword=%E0%A4%A')).status).toBeLessThan(500)
  })

  it('is never a 5xx, wherever odd values are placed', async () => {
    const odd = [
      '',
      ' ',
      '0',
      '-1',
      'null',
      'undefined',
      'NaN',
      '1e999',
      '9'.repeat(40),
      '%F0%9F%98%80',
      "';--",
      '..',
      'true',
    ]
    const names = [
      'limit',
      'skip',
      'sort',
      'keyword',
      'from',
      'to',
      'ids',
      'country',
      'role',
      'isActivated',
      '__proto__',
      'constructor',
    ]
    for (const name of names) {
      for (const value of odd) {
        const { status } = await admin.get(`/users?${name}=${value}`)
        expect([name, value, status < 500]).toEqual([name, value, true])
      }
      expect((await admin.get(`/users?${name}=1&${name}=2`)).status).toBe(400)
    }
    const bodies = [
      null,
      1,
      [],
      {},
      { name: {} },
      { name: [1] },
      { isActivated: 'yes' },
      { country: { toString: 1 } },
      { phone: 7 },
    ]
    for (const body of bodies) {
      expect(
        (await admin.put(`/users/${admin.user.id}`, { body: JSON.stringify(body) })).status,
      ).toBeLessThan(500)
      expect((await admin.post('/users', { body: JSON.stringify(body) })).status).toBe(400)
      expect((await admin.put('/users/delete', { body: JSON.stringify(body) })).status).toBe(400)
    }
  })

  it('in a call that takes no parameters or no body is refused, not ignored', async () => {
    expect((await admin.get<Problem>('/sessions/current?x=1')).body.errors).toEqual([
      { path: 'x', code: 'UNKNOWN_PARAMETER' },
    ])
    const undone = await admin.post<Problem>(`/changes/${admin.user.id}/undo`, {
      body: { isActivated: true },
    })
    expect(undone.body.errors).toEqual([{ path: 'isActivated', code: 'UNKNOWN_FIELD' }])
    const toggled = await admin.put<Problem>(`/users/activate/${admin.user.id}`, { body: { isActive: true } })
    expect(toggled.body.errors).toEqual([{ path: 'isActive', code: 'UNKNOWN_FIELD' }])
  })
})

describe('a database that is away', () => {
  it('is 503 with a time to come back, and everything works again after', async () => {
    const own = await startApi()
    const caller = await own.as('admin')
    const killer = new pg.Client(own.context.connectionConfig)
    await killer.connect()
    const holder = await own.context.pool.connect()
    holder.on('error', () => {})
    try {
      expect((await caller.get('/users')).status).toBe(200)
      // The connection is lost during a statement.
      await holder.query('begin')
      await holder.query('lock table users in access exclusive mode')
      const cut = caller.get<Problem>('/users')
      await expect.poll(() => waitingStatements(killer)).toBeGreaterThan(0)
      // The lock must be held longer than the statement's timeout, or the statement succeeds.
      await killer.query(cutting("wait_event_type = 'Lock'"))
      const { status, body, headers } = await cut
      expect([status, body.code]).toEqual([503, 'DATABASE_UNAVAILABLE'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      await killer.query(cutting('pid <> pg_backend_pid()'))
      // The pool notices a closed idle connection only after reading its end.
      await expect.poll(async () => (await caller.get('/users')).status).toBe(200)
    } finally {
      holder.release(true)
      await killer.end()
      await own.close()
    }
  })

  it('takes an instance out of its load balancer, which still lives', async () => {
    const pool = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 500 })
    const app = await buildApp({ ...api.context, pool })
    const ready = await app.inject('/readyz')
    expect([ready.statusCode, ready.json().code]).toEqual([503, 'DATABASE_UNAVAILABLE'])
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    expect((await api.app.inject('/readyz')).statusCode).toBe(200)
    await app.close()
    await pool.end()
  })
})

/** Ends connections of this database as a failing server would. */
const cutting = (condition: string): string =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ${condition}`

describe('the log', () => {
  it('logs a bug with its cause and stack, never the values of a query, and each call with its route', async () => {
    const lines: string[] = []
    const stream = { write: (line: string) => void lines.push(line) }
    const own = await startApi({ logger: { level: 'info', stream } })
    const caller = await own.as('admin')
    await own.context.pool.query('alter table search_entries rename to gone')
    const { status, body } = await caller.get<Problem>('/users?keyword=Confidentiel')
    expect([status, body.code]).toEqual([500, 'INTERNAL'])
    await caller.get(`/users/${caller.user.id}`)
    await own.close()
    const logged = lines.map((line) => JSON.parse(line))
    expect(logged).toContainEqual(
      expect.objectContaining({
        msg: 'a bug',
        requestId: body.requestId,
        bug: expect.objectContaining({ code: '42P01', stack: expect.arrayContaining([expect.any(String)]) }),
      }),
    )
    expect(logged).toContainEqual(
      expect.objectContaining({ msg: 'answered', method: 'GET', route: '/api/users/:id', status: 200 }),
    )
    expect(lines.join('')).not.toContain('onfidentiel')
    expect(lines.join('')).not.toContain(caller.token)
  })
})
