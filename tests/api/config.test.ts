import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../server/config/config.ts'

const read = (env: Record<string, string> = {}) => readConfig(env)

describe('the environment', () => {
  it('may be empty: loopback, port 4600, the demo where there is nothing yet', () => {
    expect(read()).toMatchObject({
      host: '127.0.0.1',
      port: 4600,
      databaseUrl: undefined,
      publicUrl: null,
      smtpUrl: undefined,
      mailFrom: null,
      demo: true,
      demoOrders: 5_000,
      demoShuffle: 0,
      exposure: null,
    })
    expect(read({ PORT: ' ', HOST: '' })).toMatchObject({ port: 4600, host: '127.0.0.1' })
  })

  it('names the origins whose pages may call, none unless asked', () => {
    expect(read().corsOrigins).toEqual([])
    expect(read({ CORS_ORIGINS: 'https://shop.example , http://localhost:3000,' }).corsOrigins).toEqual([
      'https://shop.example',
      'http://localhost:3000',
    ])
  })

  it('takes proxies by address or subnet only', () => {
    const proxies = (TRUSTED_PROXIES: string) => read({ TRUSTED_PROXIES }).trustedProxies
    expect(read().trustedProxies).toEqual([])
    expect(proxies('127.0.0.1, 10.0.0.0/8,::1,fd00::/8')).toEqual([
      '127.0.0.1',
      '10.0.0.0/8',
      '::1',
      'fd00::/8',
    ])
    for (const wrong of [
      'true',
      '*',
      '1',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/33',
      'proxy.example',
      '10.0.0.1/8/8',
    ])
      expect(() => proxies(wrong), wrong).toThrow(/TRUSTED_PROXIES/)
  })

  it('refuses the demo on a server that others can reach', () => {
    for (const HOST of ['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]']) {
      expect([HOST, read({ HOST }).demo]).toEqual([HOST, true])
    }
    for (const HOST of ['0.0.0.0', '::', '192.168.1.9', 'waybill.example', '127.example.com']) {
      expect([HOST, read({ HOST }).demo]).toEqual([HOST, false])
      expect(() => read({ HOST, DEMO: '1' })).toThrow(/public passwords/)
    }
    expect(read({ NODE_ENV: 'production' }).demo).toBe(false)
    expect(read({ DEMO: '0' }).demo).toBe(false)
  })

  it('is refused in one sentence that names what is wrong and never repeats a password', () => {
    const refusals: [Record<string, string>, RegExp][] = [
      [{ PORT: '65536' }, /^PORT must be a whole number from 0 to 65535, not "65536"\.$/],
      [{ PORT: '-1' }, /^PORT /],
      [{ PORT: '80a' }, /^PORT /],
      [{ DEMO: 'yes' }, /^DEMO must be one of 0, 1, not "yes"\.$/],
      [{ DEMO_ORDERS: '1e3' }, /^DEMO_ORDERS /],
      [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL /],
      [
        { PUBLIC_URL: 'waybill.example' },
        /^PUBLIC_URL must be a URL that begins with http:\/\/ or https:\/\/\.$/,
      ],
      [{ PUBLIC_URL: 'ftp://x' }, /^PUBLIC_URL /],
      ...[
        'https://waybill.example/console',
        'https://shop.example/a/b/',
        'https://x.example//tools',
        'http://x.example/?tenant=2',
        'http://x.example/#/',
        'https://me:hush@x.example',
      ].map((PUBLIC_URL): [Record<string, string>, RegExp] => [
        { PUBLIC_URL },
        /^PUBLIC_URL must be an origin alone, as https:\/\/waybill\.example: /,
      ]),
      [
        { SMTP_URL: 'http://me:hush@x' },
        /^SMTP_URL must be a URL that begins with smtp:\/\/ or smtps:\/\/\.$/,
      ],
      [
        { CORS_ORIGINS: 'https://shop.example, *' },
        /^CORS_ORIGINS must be origins parted by commas, .*, not "\*"\.$/,
      ],
      [{ CORS_ORIGINS: 'https://shop.example/' }, /^CORS_ORIGINS /],
      [{ CORS_ORIGINS: 'shop.example' }, /^CORS_ORIGINS /],
      [{ MAIL_FROM: 'Waybill' }, /^MAIL_FROM must be an address/],
      [{ MAIL_FROM: 'Waybill <waybill@x>' }, /^MAIL_FROM /],
      [{ MAIL_FROM: 'A\r\nBcc: b@x.example <a@x.example>' }, /^MAIL_FROM /],
      [{ FILES_URL: 's3://me:hush@x/bucket' }, /^FILES_URL must be a URL as https:/],
      [{ FILES_URL: 'https://me:hush/hush@x/bucket' }, /a \/ in the secret is written %2F\.$/],
      [{ FILES_URL: 'https://me:12/hush@x/bucket' }, /a \/ in the secret is written %2F\.$/],
      [{ FILES_URL: 'https://me:hush@x/' }, /^FILES_URL must name a bucket/],
      [{ FILES_URL: 'https://me:hush@x/bucket/a%2Fb c' }, /^FILES_URL must name a bucket/],
      [{ FILES_URL: 'https://me:hush%@x/bucket' }, /a % in the key or secret is written %25\.$/],
      [{ FILES_URL: 'https://me:hush@x/bucket?regoin=a' }, /^FILES_URL may have \?region= only/],
      [{ FILES_URL: 'https://x/bucket' }, /^FILES_URL has no key and secret/],
      [{ FILES_URL: 'https://me@x/bucket', AWS_SECRET_ACCESS_KEY: 'hush' }, /^FILES_URL has no key/],
      [
        {
          FILES_URL: 'https://x/bucket',
          AWS_ACCESS_KEY_ID: 'me',
          AWS_SECRET_ACCESS_KEY: 'hush',
          AWS_SESSION_TOKEN: 'hush',
        },
        /^AWS_SESSION_TOKEN is set/,
      ],
      [{ DATABASE_URL: 'mysql://me:hush@x/y' }, /^DATABASE_URL must be a URL that begins with postgres/],
      [{ DATABASE_DIRECT_URL: 'postgres://x/y' }, /without DATABASE_URL/],
      [{ DATABASE_READ_URL: 'postgres://me:hush@x/y' }, /^DATABASE_READ_URL is set without DATABASE_URL: /],
      ...['mysql://me:hush@x/y', 'postgres://me:hush@one:x/y'].map(
        (DATABASE_READ_URL): [Record<string, string>, RegExp] => [
          { DATABASE_URL: 'postgres://x/y', DATABASE_READ_URL },
          /^DATABASE_READ_URL must be a URL that begins with postgres/,
        ],
      ),
      ...['postgres://me:hush@one,two/y', 'postgres://me:hush@one/y?target_session_attrs=primary'].map(
        (DATABASE_READ_URL): [Record<string, string>, RegExp] => [
          { DATABASE_URL: 'postgres://x/y', DATABASE_READ_URL },
          /^DATABASE_READ_URL must name one host, a standby, without target_session_attrs\.$/,
        ],
      ),
      [{ DATABASE_URL: 'postgresql://me:hush@one:5432,two:x/y' }, /^DATABASE_URL must be a URL/],
      [
        { DATABASE_URL: 'postgresql://one,two/y?target_session_attrs=standby' },
        /^DATABASE_URL may ask for target_session_attrs=read-write or primary only\.$/,
      ],
    ]
    for (const [env, sentence] of refusals) {
      expect(() => read(env)).toThrow(sentence)
      expect(() => read(env)).not.toThrow(/hush/)
    }
  })

  it('takes a PostgreSQL by its host or by the folder of its socket', () => {
    for (const DATABASE_URL of [
      'postgresql://me:hush@one:5432,two:5433/waybill?target_session_attrs=read-write',
      'postgres://me:secret@db.example:6432/waybill?sslmode=require',
      'postgresql://me@/waybill?host=%2Frun%2Fpostgresql',
      'postgresql:///waybill?host=/run/postgresql&user=me',
    ]) {
      const { databaseUrl, directUrl } = read({ DATABASE_URL, DATABASE_DIRECT_URL: DATABASE_URL })
      expect([databaseUrl, directUrl]).toEqual([DATABASE_URL, DATABASE_URL])
    }
    const one = 'postgresql://me:hush@db2:5432/waybill'
    expect(read({ DATABASE_URL: one, DATABASE_READ_URL: one }).readUrl).toBe(one)
    expect(read({ DATABASE_URL: one }).readUrl).toBeUndefined()
  })

  it('takes a bucket with the key in its URL, or in the variables of AWS', () => {
    expect(read().bucket).toBe(undefined)
    const own = { accessKeyId: 'AKIA', secretAccessKey: 'a/b+c%d' }
    const key = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'a/b+c%d' }
    const there = { origin: 'https://s3.example:9000', name: 'pictures', prefix: 'shop/a/', region: 'eu-1' }
    const url = 's3.example:9000/pictures/shop/a?region=eu-1'
    expect(read({ FILES_URL: `https://AKIA:a%2Fb+c%25d@${url}` }).bucket).toEqual({ ...there, ...own })
    expect(read({ FILES_URL: `https://${url}`, ...key }).bucket).toEqual({ ...there, ...own })
    expect(read({ FILES_URL: 'https://s3.example/pictures/', ...key }).bucket).toEqual({
      origin: 'https://s3.example',
      name: 'pictures',
      prefix: '',
      region: undefined,
      ...own,
    })
  })

  it('takes the origin of links without a slash at its end', () => {
    expect(read({ PUBLIC_URL: 'https://waybill.example/' }).publicUrl).toBe('https://waybill.example')
  })

  it('accepts a mail sender with or without a name', () => {
    const froms: [string, { name: string; address: string }][] = [
      ['a@x.example', { name: 'Waybill', address: 'a@x.example' }],
      ['Équipe Awa <a@x.example>', { name: 'Équipe Awa', address: 'a@x.example' }],
      ['"Awa, Ltd." <a@x.example>', { name: 'Awa, Ltd.', address: 'a@x.example' }],
      ['<a@x.example>', { name: 'Waybill', address: 'a@x.example' }],
    ]
    for (const [MAIL_FROM, mailFrom] of froms) expect(read({ MAIL_FROM }).mailFrom).toEqual(mailFrom)
  })

  it('sends no real mail that leads nowhere', () => {
    const SMTP_URL = 'smtp://mail.example'
    expect(() => read({ SMTP_URL, HOST: '0.0.0.0' })).toThrow(/PUBLIC_URL is not set/)
    expect(() => read({ SMTP_URL, NODE_ENV: 'production' })).toThrow(/PUBLIC_URL is not set/)
    expect(read({ SMTP_URL }).smtpUrl).toBe(SMTP_URL)
    const exposed = { SMTP_URL, HOST: '0.0.0.0', PUBLIC_URL: 'https://waybill.example' }
    expect(read(exposed).smtpUrl).toBe(SMTP_URL)
  })
})

describe('a secret in a file', () => {
  const inFile = <Result>(text: string, work: (file: string) => Result): Result => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-secret-'))
    try {
      writeFileSync(path.join(folder, 'secret'), text)
      return work(path.join(folder, 'secret'))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  it('stands for its variable, without the line break at its end', () => {
    const key = 'k'.repeat(44)
    for (const text of [key, `${key}\n`, `${key}\r\n`])
      inFile(text, (file) => expect(read({ SECRETS_KEY_FILE: file }).secretsKey).toBe(key))
    inFile('postgresql://me:in%20file@db/waybill', (file) =>
      expect(read({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgresql://me:in%20file@db/waybill'),
    )
    expect(read({ SMTP_URL_FILE: ' ' }).smtpUrl).toBeUndefined()
  })

  it('is refused by the name of its variable, and never repeated', () => {
    const refused: [string, RegExp][] = [
      ['', /SMTP_URL_FILE.*is empty/],
      [' \n', /SMTP_URL_FILE.*is empty/],
      ['smtp://me:hush@one\nsmtp://two', /SMTP_URL_FILE.*more than one line/],
      ['hush', /^SMTP_URL must be a URL/],
    ]
    for (const [text, says] of refused) {
      inFile(text, (file) => {
        expect(() => read({ SMTP_URL_FILE: file })).toThrow(says)
        expect(() => read({ SMTP_URL_FILE: file })).not.toThrow(/hush/)
      })
    }
    expect(() => read({ SMTP_URL_FILE: '/nowhere/smtp' })).toThrow(/SMTP_URL_FILE.*cannot be read \(ENOENT\)/)
    inFile('smtp://one', (file) =>
      expect(() => read({ SMTP_URL: 'smtp://two', SMTP_URL_FILE: file })).toThrow(/both set/),
    )
  })
})
