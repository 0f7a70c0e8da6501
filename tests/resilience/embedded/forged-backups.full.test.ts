import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reachAlone } from '../../../server/backup/installation.ts'
import { applyFirst, knownMigrations } from '../../../server/backup/restore-backup.ts'
import { keepBackup } from '../../../server/backup/take-backup.ts'
import { readConfig } from '../../../server/config/config.ts'
import { openFolderStore } from '../../../server/files/folder-store.ts'
import { buildServer } from '../../support/instances/start-instance.ts'

const log = { info() {}, warn() {}, error() {} }
const root = path.resolve(import.meta.dirname, '../../..')

type Members = Record<string, unknown>

let folder: string
let frames: Buffer[]
const placeOf = (name: string) => path.join(folder, name)
beforeAll(async () => {
  await buildServer()
  folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-forged-'))
  chmodSync(folder, 0o711)
  const config = { ...readConfig({}), dataDir: placeOf('sound'), databaseUrl: undefined }
  const { client, close } = await reachAlone(config, log)
  await client.query('begin')
  await applyFirst(client, knownMigrations())
  await client.query('commit')
  await client.query("insert into search_words (word) values ('placali')")
  await keepBackup(client, openFolderStore(placeOf('sound/files')), placeOf('sound.backup'))
  await close()
  frames = framesOf(gunzipSync(readFileSync(placeOf('sound.backup'))))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const framesOf = (bytes: Buffer): Buffer[] => {
  const found: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    found.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return found
}

const pack = (parts: readonly Buffer[]): Buffer =>
  gzipSync(
    Buffer.concat(
      parts.flatMap((part) => {
        const length = Buffer.alloc(4)
        length.writeUInt32BE(part.length)
        return [length, part]
      }),
    ),
  )

/** The sound backup with another first and last record. */
const forge = (
  first: (manifest: Members) => unknown,
  last: (closing: Members) => unknown = (same) => same,
) => {
  const manifest = JSON.parse(String(frames[0])) as Members
  const closing = JSON.parse(String(frames.at(-1))) as Members
  return pack([
    Buffer.from(JSON.stringify(first(manifest))),
    ...frames.slice(1, -1),
    Buffer.from(JSON.stringify(last(closing))),
  ])
}

const restore = async (file: string) => {
  const env = { ...process.env, DATA_DIR: placeOf('restored'), DATABASE_URL: '', FILES_URL: '' }
  try {
    const ran = await promisify(execFile)(process.execPath, ['dist/server/restore.js', file], {
      cwd: root,
      env,
    })
    return { code: 0, said: ran.stdout.trim() }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, said: stderr.trim() }
  }
}

const refused = {
  code: 1,
  said: 'This file is no backup of Waybill, or was cut or changed; nothing was restored.',
}

describe('a backup whose records were forged', () => {
  const tablesOf = (manifest: Members) => manifest.tables as { name: string; columns: string[] }[]
  const forged: Record<string, () => Buffer> = {
    'a negative count of migrations': () => forge((manifest) => ({ ...manifest, migrations: -3 })),
    'half a migration': () => forge((manifest) => ({ ...manifest, migrations: 1.5 })),
    'a list of migrations': () => forge((manifest) => ({ ...manifest, migrations: [knownMigrations()] })),
    'no tables': () => forge(({ tables: _, ...manifest }) => manifest),
    'tables that are null': () => forge((manifest) => ({ ...manifest, tables: [null] })),
    'a table twice': () =>
      forge((manifest) => ({ ...manifest, tables: [tablesOf(manifest)[0], ...tablesOf(manifest)] })),
    'tables in another order': () =>
      forge((manifest) => ({ ...manifest, tables: tablesOf(manifest).toReversed() })),
    'a table that there is not': () =>
      forge((manifest) => ({
        ...manifest,
        tables: tablesOf(manifest).map((table, at) => (at === 0 ? { ...table, name: 'aaa_unknown' } : table)),
      })),
    'a column that there is not': () =>
      forge((manifest) => ({
        ...manifest,
        tables: tablesOf(manifest).map((table) => ({ ...table, columns: [...table.columns, 'unknown'] })),
      })),
    'a name with a quote': () =>
      forge((manifest) => ({
        ...manifest,
        tables: [{ name: 'a"b', columns: ['id'] }, ...tablesOf(manifest)],
      })),
    sessions: () =>
      forge((manifest) => ({
        ...manifest,
        tables: [...tablesOf(manifest), { name: 'sessions', columns: ['user'] }].toSorted((a, b) =>
          a.name < b.name ? -1 : 1,
        ),
      })),
    'sequences that are null': () => forge((manifest) => ({ ...manifest, sequences: null })),
    'a sequence beyond its bounds': () =>
      forge((manifest) => ({
        ...manifest,
        sequences: (manifest.sequences as Members[]).map((one) => ({
          ...one,
          lastValue: '9999999999999999999',
        })),
      })),
    'a time that is none': () => forge((manifest) => ({ ...manifest, takenAt: { $date: 1 } })),
    'a first record that is null': () => forge(() => null),
    'a last record without rows': () =>
      forge(
        (same) => same,
        () => ({}),
      ),
    'a last record with fewer tables': () =>
      forge(
        (same) => same,
        () => ({ rows: {} }),
      ),
    'a record after the last': () => Buffer.from(pack([...frames, frames.at(-1)!])),
  }

  it.each(Object.entries(forged))('as by %s is refused in a sentence', async (name, make) => {
    writeFileSync(placeOf(`${name}.backup`), make())
    expect(await restore(placeOf(`${name}.backup`))).toEqual(refused)
  })

  it('is refused by its count of migrations where a newer Waybill made it', async () => {
    writeFileSync(
      placeOf('newer.backup'),
      forge((manifest) => ({ ...manifest, migrations: knownMigrations() + 1 })),
    )
    expect(await restore(placeOf('newer.backup'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('newer Waybill'),
    })
  })
})

it.runIf(existsSync('/proc/self/status'))(
  'a file of some kilobytes that unpacks to gigabytes takes no memory of it',
  async () => {
    const bomb = placeOf('bomb.backup')
    writeFileSync(bomb, pack([frames[0]!, Buffer.alloc(250 * 1024 * 1024), ...frames.slice(1)]))
    expect(statSync(bomb).size).toBeLessThan(400 * 1024)
    // Not `maxRSS`: it begins with that of the process that forked.
    const measured = `
    import { readFileSync } from 'node:fs'
    process.on('exit', () => console.error(/VmHWM:\\s+\\d+/.exec(readFileSync('/proc/self/status', 'utf8'))?.[0]))
    await import('./dist/server/restore.js')`
    const env = { ...process.env, DATA_DIR: placeOf('restored'), DATABASE_URL: '', FILES_URL: '' }
    const failed = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', measured, bomb],
      {
        cwd: root,
        env,
      },
    ).catch((error: { stderr: string }) => error)
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(failed.stderr) ?? []
    expect(failed.stderr).toContain(refused.said)
    expect(Number(kilobytes)).toBeLessThan(250 * 1024)
  },
)

it('the sound one is restored', async () => {
  expect(await restore(placeOf('sound.backup'))).toMatchObject({ code: 0 })
})
