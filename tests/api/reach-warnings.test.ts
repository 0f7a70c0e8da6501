import { expect, it } from 'vitest'
import { readConfig } from '../../server/config/config.ts'
import { reachWarnings } from '../../server/config/reach-warnings.ts'

const subjects = (env: Record<string, string>) =>
  reachWarnings(readConfig(env)).map(({ subject, says }) => `${subject}: ${says}`)

const whole = {
  HOST: '127.0.0.1',
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://waybill.example',
  TRUSTED_PROXIES: '127.0.0.1',
  SMTP_URL: 'smtp://mail.example',
}

it.each([
  ['on a machine of one’s own', {}, []],
  ['where nothing is missing', whole, []],
  [
    'without an origin and a mail server',
    { HOST: '0.0.0.0' },
    [/^links: HOST is 0\.0\.0\.0, and PUBLIC_URL is not set/, /^proxy: TRUSTED_PROXIES/, /^mail: SMTP_URL/],
  ],
  [
    'with a local origin behind a proxy',
    { ...whole, PUBLIC_URL: 'http://localhost:4600' },
    [/^links: .*own machine/],
  ],
  [
    'with a proxy of this machine that others can go around',
    { ...whole, HOST: '0.0.0.0' },
    [/^proxy: .*go around/],
  ],
  [
    'with an origin that is not encrypted',
    { ...whole, PUBLIC_URL: 'http://waybill.example' },
    [/^links: .*readable/],
  ],
] as const)('warns of what is missing %s', (_, env, expected) => {
  const found = subjects(env as Record<string, string>)
  expect(found).toHaveLength(expected.length)
  for (const [at, pattern] of expected.entries()) expect(found[at]).toMatch(pattern)
})
