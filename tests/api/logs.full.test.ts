import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { insertUser } from '../support/api/insert-user.ts'
import { startApi } from '../support/api/start-api.ts'
import { makeImage } from '../support/images/make-images.ts'
import { startS3 } from '../support/images/s3-server.ts'
import { buildServer } from '../support/instances/start-instance.ts'
import { rounds } from '../support/is-full.ts'
import { trackGuarantee } from '../support/trust/guarantee.ts'

/** A server in production mode with all log levels. */
const startTalking = async (env: { DATABASE_URL: string; FILES_URL: string }) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-logs-'))
  await buildServer()
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'trace',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DEMO: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (bytes: Buffer) => {
      said += bytes.toString()
      const [, found] = /ready: (http\S+)/.exec(said) ?? []
      if (found) resolve(found)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => reject(new Error(said)))
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, said: () => said, stop }
}

it('logs what happened by request, and no secrets', async () => {
  const guarantee = trackGuarantee(
    'logs are structured with a request id, and never hold a token, password, link or customer',
  )
  const api = await startApi()
  const { user, password, host, port, database } = api.context.connectionConfig as Record<string, string>
  const place = String(host).startsWith('/')
    ? `localhost:${port ?? 5432}/${database}?host=${encodeURIComponent(String(host))}`
    : `${host}:${port ?? 5432}/${database}`
  /** Values sent in these fields must never be logged. */
  const secrets = new Map<string, string>()
  const secret = (kind: string, prefix = 'sec'): string => {
    const made = `${prefix}${randomBytes(9).toString('hex')}`
    secrets.set(made, kind)
    return made
  }
  const bucket = await startS3()
  bucket.fault = ({ method }) => (method === 'PUT' ? 'AccessDenied' : 'cut')
  secrets.set(bucket.key.secretAccessKey, 'secret of the bucket')
  secrets.set(encodeURIComponent(bucket.key.secretAccessKey), 'secret of the bucket')
  secrets.set(bucket.key.accessKeyId, 'key of the bucket')
  const server = await startTalking({
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password ?? '')}@${place}`,
    FILES_URL: bucket.filesUrl,
  })
  try {
    const admin = await insertUser(api.context, { role: 'admin' })
    const call = async (
      method: string,
      place: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const isText = typeof body === 'string'
      const answer = await fetch(`${server.url}/api${place}`, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
      })
      guarantee.tried()
      ids.push(answer.headers.get('x-request-id') ?? 'none')
      return {
        status: answer.status,
        body: (await answer.json().catch(() => null)) as Record<string, unknown> | null,
      }
    }
    const ids: string[] = []
    const { body: session } = await call('POST', '/sessions', {
      email: admin.email,
      password: 'correct horse',
    })
    const token = String(session?.token)
    secrets.set(token, 'token')
    secrets.set('correct horse', 'password')
    const own = { authorization: `Bearer ${token}` }
    const product = await call(
      'POST',
      '/products',
      { country: 'ic', name: secret('name'), price: 5_000, quantity: 5 },
      own,
    )
    // The administrator's id with one digit changed.
    const nobody = admin.id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
    for (let round = 0; round < rounds(40, 3); round++) {
      const guessed = secret('password')
      await call('POST', '/sessions', { email: `${secret('address')}@test.example`, password: guessed })
      await call(
        'POST',
        '/sessions',
        `{"email":"${secret('address')}@x.example","password":"${secret('password')}"`,
      )
      await call('POST', '/sessions', { email: secret('address'), [secret('field')]: secret('value') })
      await call('POST', '/users/register', {
        name: secret('name'),
        email: `${secret('address')}@test.example`,
        phone: '+2250708091011',
        password: secret('password'),
      })
      await call('POST', '/forget-password', { email: admin.email })
      await call('POST', `/password-reset/${secret('link')}`, { password: secret('password') })
      await call('POST', `/users/verify-email/${secret('link')}`)
      await call('GET', `/orders?keyword=${secret('customer')}`, undefined, own)
      await call('GET', `/customers/${encodeURIComponent(secret('customer', '+22507'))}`, undefined, own)
      await call('GET', `/orders/${secret('id')}?${secret('query')}=1`, undefined, {
        authorization: secret('token'),
      })
      await call('GET', `/${secret('path')}/%ff`, undefined, {
        authorization: `Bearer ${secret('token')}`,
        cookie: `a=${secret('cookie')}`,
      })
      await call('GET', `/%${secret('path')}`)
      await call(
        'PUT',
        '/profile/password',
        { currentPassword: secret('password'), password: secret('password') },
        own,
      )
      await call('PUT', `/users/password/${nobody}`, { password: secret('password') }, own)
      await call(
        'POST',
        '/orders',
        {
          country: 'ic',
          product: product.body?.id,
          customerName: secret('customer'),
          customerPhone: '+2250708091011',
          customerAddress: secret('customer'),
          quantity: 1,
        },
        { ...own, 'idempotency-key': secret('key') },
      )
      await call(
        'POST',
        '/orders',
        { country: 'ic', product: secret('id'), customerName: `${secret('customer')}\u0000` },
        own,
      )
      await call('POST', '/orders/upload-multiple', `--x\r\n${secret('file')}`, {
        ...own,
        'content-type': 'multipart/form-data; boundary=x',
      })
    }
    // A bucket that refuses and cuts connections: the log gives the reason.
    const picture = await fetch(`${server.url}/api/images`, {
      method: 'POST',
      headers: { ...own, 'content-type': 'image/png' },
      body: new Uint8Array(await makeImage('png')),
    })
    ids.push(picture.headers.get('x-request-id') ?? 'none')
    const hash = '0'.repeat(64)
    await api.context.pool.query('insert into images (hash, bytes) values ($1, 1)', [hash])
    const unread = await fetch(`${server.url}/files/${hash}-64.webp`)
    expect([picture.status, unread.status]).toEqual([503, 503])
    // Simulated bugs: a dropped table, a column that rejects its values.
    await api.context.pool.query('alter table orders add constraint broken check (false) not valid')
    await api.context.pool.query('alter table expeditions rename to expeditions_gone')
    await api.context.pool.query(
      "create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$",
    )
    await api.context.pool.query(
      'create trigger fail before insert on requests for each row execute function fail()',
    )
    const statuses: number[] = []
    for (let round = 0; round < rounds(10, 2); round++) {
      const order = {
        country: 'ic',
        product: product.body?.id,
        customerName: secret('customer'),
        customerPhone: '+2250708091012',
        customerAddress: secret('customer'),
        quantity: 1,
      }
      statuses.push((await call('POST', '/orders', order, own)).status)
      statuses.push((await call('GET', `/expeditions?keyword=${secret('customer')}`, undefined, own)).status)
      statuses.push(
        (
          await call(
            'POST',
            '/requests',
            {
              country: 'ic',
              name: secret('name'),
              quantity: 1,
              price: 1,
              link: `https://${secret('link')}.example`,
            },
            own,
          )
        ).status,
      )
    }
    expect(statuses.filter((status) => status >= 500).length, String(statuses)).toBeGreaterThan(0)
    // The last lines are logged before the server has closed.
    await server.stop()
    const said = server.said()
    expect(said).toContain('PUT: 403 AccessDenied')
    expect(said).toMatch(/The bucket pictures at \S+ does not answer \(\w+\)\. Until it does/)
    // The tokens of mailed links.
    for (const [link] of said.matchAll(/https?:\/\/\S+#?\/?[\w/-]*[\w-]{43}/g))
      guarantee.broke(`a link: ${link}`)
    for (const [text, kind] of secrets) {
      guarantee.tried()
      if (said.includes(text))
        guarantee.broke(
          `${kind}: ${said
            .split('\n')
            .find((line) => line.includes(text))
            ?.slice(0, 600)}`,
        )
    }
    const lines = said
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { requestId?: string; time?: number })
    const logged = new Set(lines.map(({ requestId }) => requestId))
    const untold = ids.filter((id) => !logged.has(id))
    // Malformed requests are answered by the framework before routing.
    if (untold.length > 0) guarantee.broke(`${untold.length} of ${ids.length} calls are not in the log`)
    const bare = said.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('{'))
    // Lines of the start are JSON with a time too.
    expect(bare).toEqual([])
    expect(lines.filter(({ time }) => typeof time !== 'number')).toEqual([])
    guarantee.report(`${secrets.size} planted secrets, ${lines.length} lines of calls, ${bare.length} others`)
  } finally {
    await server.stop()
    await bucket.close()
    await api.close()
  }
})
