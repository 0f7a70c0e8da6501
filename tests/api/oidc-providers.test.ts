import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../server/config/config.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-oidc-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fileOf = (content: unknown): string => {
  const file = path.join(folder, 'providers.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}
const read = (content: unknown) => readConfig({ OIDC_FILE: fileOf(content) }).oidc
const valid = {
  id: 'acme',
  issuer: 'https://id.acme.example',
  clientId: 'waybill',
  clientSecret: 'hidden-secret',
}
const rule = { claim: 'groups', value: 'sellers', role: 'seller', country: 'ic' }

describe('identity providers', () => {
  it('are none by default', () => expect(readConfig({}).oidc).toEqual([]))

  it('are one by variables, its secret also in a file', () => {
    const env = { OIDC_ISSUER: 'https://id.acme.example/realm', OIDC_CLIENT_ID: 'waybill', OIDC_NAME: 'Acme' }
    const secret = path.join(folder, 'secret')
    writeFileSync(secret, 'hidden-secret\n')
    expect(readConfig({ ...env, OIDC_CLIENT_SECRET_FILE: secret }).oidc).toEqual([
      {
        id: 'sso',
        name: 'Acme',
        issuer: 'https://id.acme.example/realm',
        clientId: 'waybill',
        clientSecret: 'hidden-secret',
        authentication: 'basic',
        scope: 'openid email profile',
        accounts: [],
      },
    ])
    expect(readConfig({ ...env, OIDC_NAME: '' }).oidc[0]).toMatchObject({
      name: 'id.acme.example',
      clientSecret: undefined,
    })
  })

  it('are several by a file', () => {
    const second = {
      ...valid,
      id: 'second',
      issuer: 'http://127.0.0.1:9000',
      name: 'Second',
      accounts: [rule],
    }
    expect(read([valid, second])).toMatchObject([{ id: 'acme' }, { id: 'second', accounts: [rule] }])
  })

  it.each([
    ['no JSON', '{"clientSecret": "hidden-secret"', /is no JSON/],
    ['no list', valid, /list of 1 to 20 providers/],
    ['no issuer', [{ ...valid, issuer: undefined }], /issuer of provider 1/],
    ['an issuer by http', [{ ...valid, issuer: 'http://id.acme.example' }], /must begin with https/],
    ['an id with spaces', [{ ...valid, id: 'A b' }], /id of provider 1/],
    ['an unknown member', [{ ...valid, secret: 'hidden-secret' }], /"secret" of provider 1 .* is not known/],
    ['an empty secret', [{ ...valid, clientSecret: '' }], /clientSecret of provider 1/],
    ['two of one id', [valid, { ...valid, issuer: 'https://other.example' }], /the id "acme"/],
    ['two of one issuer', [valid, { ...valid, id: 'other' }], /the issuer https/],
    ['an unknown role', [{ ...valid, accounts: [{ ...rule, role: 'root' }] }], /role of rule 1/],
    ['an unknown country', [{ ...valid, accounts: [{ ...rule, country: 'zz' }] }], /country of rule 1/],
    [
      'a rule for everybody',
      [{ ...valid, accounts: [{ role: 'seller', country: 'ic' }] }],
      /claim of rule 1/,
    ],
    ['a scope without openid', [{ ...valid, scope: 'email' }], /scope of provider 1/],
  ])('refuse the start for %s', (_, content, message) => {
    let said = ''
    try {
      read(content)
    } catch (error) {
      said = (error as Error).message
    }
    expect(said).toMatch(message)
    expect(said).not.toContain('hidden-secret')
  })

  it('refuse the start by half a provider, by a missing file, and without the address that people open', () => {
    expect(() => readConfig({ OIDC_ISSUER: 'https://id.acme.example' })).toThrow(/OIDC_CLIENT_ID/)
    expect(() => readConfig({ OIDC_FILE: path.join(folder, 'missing') })).toThrow(/cannot be read \(ENOENT\)/)
    const exposed = { OIDC_FILE: fileOf([valid]), HOST: '0.0.0.0' }
    expect(() => readConfig(exposed)).toThrow(/PUBLIC_URL is not set/)
    expect(readConfig({ ...exposed, PUBLIC_URL: 'https://waybill.example' }).oidc).toHaveLength(1)
  })
})
