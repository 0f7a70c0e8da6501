import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { keepBackup } from '../../../server/backup/take-backup.ts'
import { readConfig } from '../../../server/config/config.ts'
import { StartRefusal } from '../../../server/core/errors.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../../server/db/embedded/start-embedded.ts'
import { openFolderStore } from '../../../server/files/folder-store.ts'
import { openContext } from '../../../server/open-context.ts'
import { buildServer } from '../../support/instances/start-instance.ts'

const log = { info() {}, warn() {}, error() {} }
const isRoot = process.getuid?.() === 0

let folder: string
let victim: string
let running: EmbeddedDatabase | null = null
beforeAll(() => buildServer())
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-foreign-'))
  chmodSync(folder, 0o711)
  victim = path.join(folder, 'victim')
  mkdirSync(victim, { mode: 0o755 })
  writeFileSync(path.join(victim, 'theirs'), 'untouched', { mode: 0o644 })
})
afterEach(async () => {
  await running?.stop()
  running = null
  rmSync(folder, { recursive: true, force: true })
})

/** Owner, mode and content of what must stay as it is. */
const victimState = () => {
  const { uid, gid, mode } = lstatSync(victim)
  return {
    uid,
    gid,
    mode,
    files: readdirSync(victim),
    text: readFileSync(path.join(victim, 'theirs'), 'utf8'),
  }
}

const start = async (dataDir: string): Promise<void> => {
  running = await startEmbedded({ dataDir, log })
}

const expectRefusal = async (dataDir: string, words: RegExp): Promise<void> => {
  const before = victimState()
  for (const starting of [
    start(dataDir),
    openContext(readConfig({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }), log),
  ]) {
    await expect(starting).rejects.toThrow(StartRefusal)
    await expect(starting).rejects.toThrow(words)
  }
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', FILES_URL: '' }
  const backup = promisify(execFile)(process.execPath, ['dist/server/backup.js'], { env })
  await expect(backup).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(words) })
  expect(victimState()).toEqual(before)
}

it.each(['postgres', 'claims', 'mail', 'files', 'backups', 'postgres.log', 'postgres.path'])(
  'is refused with a link in the place of %s, which nothing follows',
  async (name) => {
    const dataDir = path.join(folder, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    symlinkSync(name.includes('.') ? path.join(victim, 'theirs') : victim, path.join(dataDir, name))
    await expectRefusal(dataDir, /is a link, which Waybill does not follow.*set DATA_DIR/)
  },
)

it.each([0o777, 0o1777, 0o770, 0o702])('is refused where others may write to it (%o)', async (mode) => {
  const dataDir = path.join(folder, 'open')
  mkdirSync(dataDir)
  chmodSync(dataDir, mode)
  await expectRefusal(dataDir, /can be written by other users.*chmod go-w/)
  expect(readdirSync(dataDir)).toEqual([])
})

it('is refused to root where another user made it, itself or a part of it', async () => {
  if (!isRoot) return console.warn('NOT TRIED: only root can make a folder of another user.')
  const theirs = path.join(folder, 'theirs')
  mkdirSync(theirs)
  chownSync(theirs, 4_711, 4_711)
  await expectRefusal(theirs, /belongs to another user \(id 4711\)/)
  const partly = path.join(folder, 'partly')
  mkdirSync(path.join(partly, 'backups'), { recursive: true })
  chownSync(path.join(partly, 'backups'), 4_711, 4_711)
  await expectRefusal(partly, /backups belongs to another user \(id 4711\)/)
  const link = path.join(folder, 'link')
  symlinkSync(theirs, link)
  await expectRefusal(link, /belongs to another user \(id 4711\)/)
})

it('takes a backup past a file and a link that somebody has put in its way', async () => {
  const dataDir = path.join(folder, 'data')
  const { context, close } = await openContext(readConfig({ DATA_DIR: dataDir }), log)
  const before = victimState()
  const file = path.join(folder, 'friday')
  symlinkSync(path.join(victim, 'theirs'), `${file}.part`)
  symlinkSync(path.join(victim, 'new'), file)
  const client = await context.pool.connect()
  await keepBackup(client as never, openFolderStore(path.join(dataDir, 'files')), file)
  client.release()
  await close()
  expect(victimState()).toEqual(before)
  expect(lstatSync(file).isFile()).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(existsSync(path.join(victim, 'new'))).toBe(false)
})
