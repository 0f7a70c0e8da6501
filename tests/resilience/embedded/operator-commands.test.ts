import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeAt, formerCode } from '../../support/api/second-factor.ts'
import { type RunningWaybill, startWaybill } from '../crash/running-waybill.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const email = 'awa@example.com'

let folder: string
let waybill: RunningWaybill
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-operator-'))
  chmodSync(folder, 0o711)
  waybill = await startWaybill(path.join(folder, 'data'))
})
afterAll(async () => {
  await waybill.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

/** `npm run admin -- ...` beside the running server. */
const admin = async (args: string[], env: Record<string, string> = {}) => {
  const command = promisify(execFile)(process.execPath, ['dist/server/admin.js', ...args], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: '',
      FILES_URL: '',
      LANG: 'en',
      LC_ALL: '',
      DATA_DIR: path.join(folder, 'data'),
      PORT: new URL(waybill.url).port,
      ...env,
    },
  })
  return command.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  )
}

const call = (method: string, address: string, body?: object, token?: string) =>
  fetch(`${waybill.url}/api/${address}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const login = (password: string, device?: string) => call('POST', 'sessions', { email, password, device })

const profile = (token: string) => call('GET', 'profile', undefined, token)

it('makes, lists, locks, opens and shuts accounts while the server runs, and says what is wrong', async () => {
  expect(await admin(['create', '--name', 'Awa', '--email', email, '--phone', '0700000001'])).toEqual({
    code: 1,
    said: expect.stringContaining('ADMIN_PASSWORD (or ADMIN_PASSWORD_FILE) is missing'),
  })
  const secret = path.join(folder, 'password')
  writeFileSync(secret, 'plenty-of-rain\n', { mode: 0o600 })
  const created = await admin(['create', '--name', 'Awa', '--email', email, '--phone', '0700000001'], {
    ADMIN_PASSWORD_FILE: secret,
  })
  expect(created).toEqual({ code: 0, said: 'Awa (awa@example.com) can log in as an administrator.\n' })
  const listed = await admin(['list', '--role', 'admin'])
  expect(listed.said).toMatch(
    /^awa@example\.com {2}Awa {2}admin {2}ic {2}active {2}no session\n1 accounts\.\n$/,
  )

  const session = await login('plenty-of-rain')
  expect(session.status).toBe(200)
  const { token } = (await session.json()) as { token: string }
  expect((await profile(token)).status).toBe(200)
  expect((await admin(['list'])).said).toMatch(/^awa@example\.com .* last seen 20\d\d-\d\d-\d\d \d\d:\d\d$/m)
  expect(await admin(['revoke-sessions', email])).toMatchObject({ code: 0 })
  await expect.poll(async () => (await profile(token)).status).toBe(401)

  for (let tries = 0; tries < 12; tries++) await login('wrong-guess')
  expect((await login('plenty-of-rain')).status).toBe(429)
  expect(await admin(['unlock', email.toUpperCase()])).toMatchObject({ code: 0 })
  expect((await login('plenty-of-rain')).status).toBe(200)

  // A device that the account knows has a limit of its own.
  const { device } = (await (await login('plenty-of-rain')).json()) as { device: string }
  for (let tries = 0; tries < 6; tries++) await login('wrong-guess', device)
  expect((await login('plenty-of-rain', device)).status).toBe(429)
  expect(await admin(['unlock', email])).toMatchObject({ code: 0 })
  expect((await login('plenty-of-rain', device)).status).toBe(200)

  expect(await admin(['password', email], { ADMIN_PASSWORD: 'password' })).toMatchObject({ code: 1 })
  expect(await admin(['password', email], { ADMIN_PASSWORD: 'nine-long' })).toMatchObject({
    code: 1,
    said: expect.stringContaining('at least 10 characters'),
  })
  expect(await admin(['password', email], { ADMIN_PASSWORD: 'another-rain' })).toMatchObject({ code: 0 })
  expect([(await login('plenty-of-rain')).status, (await login('another-rain')).status]).toEqual([401, 200])

  expect((await admin(['deactivate', email])).said).toContain('No administrator is active now')
  expect((await login('another-rain')).status).not.toBe(500)
  const sick = await admin(['doctor'])
  expect(sick).toMatchObject({ code: 1, said: expect.stringContaining('No administrator is active.') })
  expect(await admin(['activate', email])).toMatchObject({ code: 0 })
  expect(await admin(['doctor'])).toMatchObject({ code: 0, said: expect.stringContaining('0 problems') })
  // No backup was taken yet.
  const strict = await admin(['doctor', '--strict'])
  expect(strict).toMatchObject({ code: 1, said: expect.stringMatching(/^0 problems, [1-9]\d* warnings\.$/m) })

  expect(await admin(['unlock', 'nobody@example.com'])).toEqual({
    code: 1,
    said: 'No account has the e-mail nobody@example.com.\n',
  })
  expect(await admin(['rotate-secrets'])).toEqual({
    code: 1,
    said: expect.stringContaining('SECRETS_KEY_OLD is not set'),
  })
  const rotated = await admin(['rotate-secrets'], {
    SECRETS_KEY: 'n'.repeat(40),
    SECRETS_KEY_OLD: 'o'.repeat(40),
  })
  expect(rotated).toMatchObject({ code: 0, said: expect.stringContaining('0 secrets are sealed') })
  expect(await admin(['constructor'])).toMatchObject({
    code: 1,
    said: expect.stringContaining('npm run admin -- COMMAND'),
  })
  expect(await admin(['revoke-sessions'])).toMatchObject({ code: 1 })
  expect(await admin(['list', '--role', 'king'])).toMatchObject({ code: 1 })
})

it('ends the waiting logins of everybody with their sessions', async () => {
  const { token } = (await (await login('another-rain')).json()) as { token: string }
  const { secret } = (await (await call('POST', 'profile/totp', undefined, token)).json()) as {
    secret: string
  }
  const enrolled = await call('PUT', 'profile/totp', { code: await formerCode(secret) }, token)
  expect(enrolled.status).toBe(200)
  await call('DELETE', 'sessions/current', undefined, token)
  const { challenge } = (await (await login('another-rain')).json()) as { challenge: string }
  expect(await admin(['revoke-sessions', '--all'])).toEqual({
    code: 0,
    said: 'The sessions of 0 accounts are ended.\n',
  })
  const answered = await call('POST', 'sessions/second-factor', {
    challenge,
    code: codeAt(secret, new Date()),
  })
  expect(await answered.json()).toMatchObject({ code: 'CHALLENGE_ENDED' })
})
