import { describe, expect, it } from 'vitest'
import { readConfig } from '../../server/config.ts'

const read = (env: Record<string, string> = {}) => readConfig(env)

describe('the environment', () => {
  it('may be empty: loopback, port 4600, the demo where there is nothing yet', () => {
    expect(read()).toMatchObject({
      host: '127.0.0.1',
      port: 4600,
      databaseUrl: undefined,
      publicUrl: null,
      demo: true,
      demoOrders: 5_000,
      exposure: null,
    })
    expect(read({ PORT: ' ', HOST: '' })).toMatchObject({ port: 4600, host: '127.0.0.1' })
  })

  it('keeps the demo from whatever others may reach', () => {
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
      [{ DATABASE_URL: 'mysql://me:hush@x/y' }, /^DATABASE_URL must be a URL that begins with postgres/],
      [{ DATABASE_DIRECT_URL: 'postgres://x/y' }, /without DATABASE_URL/],
    ]
    for (const [env, sentence] of refusals) {
      expect(() => read(env)).toThrow(sentence)
      expect(() => read(env)).not.toThrow(/hush/)
    }
  })

  it('takes the origin of links without a slash at its end', () => {
    expect(read({ PUBLIC_URL: 'https://waybill.example/' }).publicUrl).toBe('https://waybill.example')
  })
})
