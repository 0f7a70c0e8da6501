import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../server/config/config.ts'

const deploy = path.resolve(import.meta.dirname, '../../../deploy')
const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined
const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-unit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const unit = readFileSync(path.join(deploy, 'waybill@.service'), 'utf8')
/** Settings that an operator uncomments. */
const withOptions = unit.replace(/^#(?=[A-Z]\w+=)/gm, '')

describe('the sample for systemd', () => {
  it.skipIf(!hasSystemd).each([
    ['as it is', unit],
    ['with all that is commented out', withOptions],
  ])('is what systemd takes, %s', (name, text) => {
    const place = path.join(folder, name.replaceAll(' ', '-'))
    mkdirSync(place)
    const file = path.join(place, 'waybill@4600.service')
    writeFileSync(file, text.replace('/usr/bin/node', process.execPath))
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    })
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' })
  })

  it('has settings that the server takes', () => {
    const lines = readFileSync(path.join(deploy, 'waybill.env'), 'utf8').matchAll(/^(\w+)='?(.*?)'?$/gm)
    const env = Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
    expect(readConfig({ ...env, SECRETS_KEY: 'k'.repeat(40) })).toMatchObject({
      dataDir: '/var/lib/waybill',
      publicUrl: 'https://waybill.example',
      smtpUrl: undefined,
      backups: { to: '/var/lib/waybill/backups' },
    })
    expect(unit).toContain(`BindPaths=${env.DATA_DIR}/files:${env.DATA_DIR}/%i/files`)
  })
})
