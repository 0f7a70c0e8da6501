import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '../../../server/db/embedded/start-embedded.ts'
import { buildServer } from '../../support/instances/start-instance.ts'

const log = { info() {}, warn() {}, error() {} }
const isRoot = process.getuid?.() === 0

let folder: string
const placeOf = (name: string) => path.join(folder, name)
beforeAll(async () => {
  await buildServer()
  folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-refused-'))
  chmodSync(folder, 0o711)
  const sound = await startEmbedded({ dataDir: placeOf('sound'), log })
  await sound.stop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the server and waits for its end; what it said is on both streams. */
const startUntilEnd = async (env: Record<string, string>, as: { uid?: number; gid?: number } = {}) => {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { ...process.env, DATABASE_URL: '', FILES_URL: '', HOST: '127.0.0.1', PORT: '0', DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...as,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
      if (/ready: http/.test(said)) child.kill('SIGTERM')
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said }
}

const oneSentence = (words: RegExp) => ({
  code: 1,
  said: expect.stringMatching(new RegExp(`^(?!.*\\n\\s+at )[^\\n]*${words.source}[^\\n]*\\n$`)),
})

describe('a damaged data folder', () => {
  const cluster = (name: string, ...rest: string[]) => path.join(placeOf(name), 'postgres/cluster', ...rest)
  const damages: Record<string, [(name: string) => void, RegExp]> = {
    'without PG_VERSION': [
      (name) => rmSync(cluster(name, 'PG_VERSION')),
      /PG_VERSION is missing or unreadable.*restore a backup/,
    ],
    'with a PG_VERSION of no number': [
      (name) => writeFileSync(cluster(name, 'PG_VERSION'), '\0\0\0'),
      /PG_VERSION is missing or unreadable.*restore a backup/,
    ],
    'with half a control file': [
      (name) => truncateSync(cluster(name, 'global/pg_control'), 100),
      /PostgreSQL did not start .*pg_control.*restore a backup/,
    ],
    'without the map of its files': [
      (name) => rmSync(cluster(name, 'global/pg_filenode.map')),
      /PostgreSQL (lets nobody into|did not start).*pg_filenode.map.*restore a backup/,
    ],
    'whose database folder is a file': [
      (name) => {
        rmSync(path.join(placeOf(name), 'postgres'), { recursive: true })
        writeFileSync(path.join(placeOf(name), 'postgres'), '')
      },
      /postgres.*DATA_DIR/,
    ],
  }

  it.each(Object.entries(damages))(
    '%s ends the start in one sentence with the next step',
    async (name, [damage, words]) => {
      execFileSync('cp', ['-a', placeOf('sound'), placeOf(name)])
      damage(name)
      expect(await startUntilEnd({ DATA_DIR: placeOf(name) })).toEqual(oneSentence(words))
      const claims = path.join(placeOf(name), 'claims')
      expect(existsSync(claims) ? readdirSync(claims) : []).toEqual([])
    },
  )
})

it('a lock file of another user ends the start in one sentence that names both', async () => {
  if (!isRoot) return console.warn('NOT TRIED: only root can make the file of another user.')
  const [uid, gid] = [65_534, 65_534]
  const dataDir = placeOf('foreign lock')
  for (const place of [dataDir, path.join(dataDir, 'claims')]) {
    mkdirSync(place)
    chownSync(place, uid, gid)
  }
  writeFileSync(path.join(dataDir, 'claims/1.gone.held'), '')
  chownSync(path.join(dataDir, 'claims'), 0, gid)
  chmodSync(path.join(dataDir, 'claims'), 0o1775)
  chmodSync(folder, 0o755)
  expect(await startUntilEnd({ DATA_DIR: dataDir }, { uid, gid })).toEqual(
    oneSentence(/claims.*(user|users).*DATA_DIR/),
  )
})

it('a role that may create nothing ends the start in one sentence with the grants', async () => {
  const database = await startEmbedded({ dataDir: placeOf('owned'), log })
  const client = new pg.Client(database.superuserConnection)
  await client.connect()
  await client.query('create role clerk login')
  await client.query('create database ledger')
  await client.end()
  const { host, port } = database.superuserConnection
  const url = `postgres://clerk@localhost:${port}/ledger?host=${encodeURIComponent(host)}`
  try {
    expect(await startUntilEnd({ DATA_DIR: placeOf('unused'), DATABASE_URL: url })).toEqual(
      oneSentence(/permission denied.*GRANT CREATE ON DATABASE/),
    )
  } finally {
    await database.stop()
  }
})
