import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/config/config.ts'
import { readSecretsKey } from '../../server/config/secrets-key.ts'
import { StartRefusal } from '../../server/core/errors.ts'
import { openSecrets, sealKeyOf } from '../../server/core/seal.ts'

const inFolder = (work: (dataDir: string) => void): void => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waybill-secrets-'))
  try {
    work(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

test('opens what it sealed, in its place only, and nothing that was changed', () => {
  const secrets = openSecrets(sealKeyOf('one'))
  const sealed = secrets.seal('whsec_é', 'source 1')
  expect(secrets.open(sealed, 'source 1')).toBe('whsec_é')
  expect(secrets.seal('whsec_é', 'source 1').equals(sealed), 'a nonce each').toBe(false)
  expect(sealed.includes('whsec')).toBe(false)
  expect(secrets.open(sealed, 'source 2')).toBeNull()
  expect(openSecrets(sealKeyOf('two')).open(sealed, 'source 1')).toBeNull()
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(secrets.open(changed, 'source 1'), `byte ${at}`).toBeNull()
    expect(secrets.open(sealed.subarray(0, at), 'source 1'), `cut at ${at}`).toBeNull()
  }
})

test('takes SECRETS_KEY, else a file that the first start writes for its owner alone', () =>
  inFolder((dataDir) => {
    const key = 'k'.repeat(32)
    expect(readSecretsKey({ secretsKey: key, dataDir })).toEqual(sealKeyOf(key))
    const first = readSecretsKey({ secretsKey: undefined, dataDir })
    expect(readSecretsKey({ secretsKey: undefined, dataDir })).toEqual(first)
    const file = path.join(dataDir, 'secrets/key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32)
    chmodSync(file, 0o640)
    expect(() => readSecretsKey({ secretsKey: undefined, dataDir })).toThrow(StartRefusal)
    chmodSync(file, 0o600)
    writeFileSync(file, '')
    expect(() => readSecretsKey({ secretsKey: undefined, dataDir })).toThrow(/has no key/)
  }))

test('refuses a short SECRETS_KEY without repeating it', () => {
  expect(() => readConfig({ SECRETS_KEY: 'password' })).toThrow(/at least 32 characters/)
  expect(() => readConfig({ SECRETS_KEY: 'password' })).not.toThrow(/password/)
})
