import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config/config.ts'
import { StartRefusal } from '../core/errors.ts'
import { listBucket, makeCaller } from '../files/bucket-calls.ts'

/** Where backups are kept: a folder, or the bucket of the pictures under `backups/`. */
export type BackupPlace = {
  /** For messages: path, or bucket and prefix. */
  called: string
  /** Names of all backups there, with those taken by hand. */
  list: () => Promise<string[]>
  /** Backups in `folder` that could not be kept yet. */
  waiting: () => string[]
  /** Takes over a backup file that was written to `folder`. */
  keep: (file: string) => Promise<void>
  remove: (name: string) => Promise<void>
  /** Calls `read` with the backup as a file: itself, or a copy in `folder` that is removed afterwards. */
  withFile: <Answer>(name: string, read: (file: string) => Promise<Answer>) => Promise<Answer>
  /** A small text beside the backups; null if there is none. */
  readNote: (name: string) => Promise<string | null>
  writeNote: (name: string, text: string) => Promise<void>
  /** Folder where a backup grows. */
  folder: string
}

export const isBackupFile = (name: string): boolean => /^[\w.-]+\.backup$/.test(name)

/** Where `BACKUP_TO` says; by default `backups` in the data folder. */
export const openBackupPlace = ({
  dataDir,
  bucket,
  backups: { to },
}: Pick<Config, 'dataDir' | 'bucket' | 'backups'>): BackupPlace => {
  const folder = path.join(dataDir, 'backups')
  if (to === 'bucket') return inBucket(bucket!, folder)
  return inFolder(to ?? folder)
}

const inFolder = (folder: string): BackupPlace => ({
  called: folder,
  folder,
  list: async () => (existsSync(folder) ? readdirSync(folder).filter(isBackupFile) : []),
  waiting: () => [],
  // It was written here.
  keep: async () => {},
  remove: async (name) => rmSync(path.join(folder, name), { force: true }),
  withFile: (name, read) => read(path.join(folder, name)),
  readNote: async (name) =>
    existsSync(path.join(folder, name)) ? readFileSync(path.join(folder, name), 'utf8') : null,
  // The server reads what another user may have written.
  writeNote: async (name, text) => writeFileSync(path.join(folder, name), text, { mode: 0o644 }),
})

/** Bytes of one PUT, as S3 limits them. */
const longestObject = 5 * 1024 ** 3
/** Bytes a second, and milliseconds at least, of a transfer that is not given up. */
const slowest = 250_000
const leastPatience = 60_000

const patienceFor = (bytes: number): number => leastPatience + Math.ceil((bytes / slowest) * 1000)

const inBucket = (bucket: NonNullable<Config['bucket']>, folder: string): BackupPlace => {
  const call = makeCaller(bucket)
  const prefix = `${bucket.prefix}backups/`
  return {
    called: `${bucket.name}/${prefix}`,
    folder,
    list: async () => {
      const names: string[] = []
      for await (const page of listBucket(call, prefix)) names.push(...page.map(({ name }) => name))
      return names.filter(isBackupFile)
    },
    waiting: () => (existsSync(folder) ? readdirSync(folder).filter(isBackupFile) : []),
    keep: async (file) => {
      const content = await openAsBlob(file)
      if (content.size > longestObject) {
        throw new StartRefusal(
          `The backup ${file} is larger than the 5 GB that one object of a bucket takes: set BACKUP_TO to a folder.`,
        )
      }
      await call('write', 'PUT', `/${prefix}${path.basename(file)}`, {
        file: { content, sha256: await sha256Of(file) },
        headers: { 'content-type': 'application/gzip' },
        timeout: patienceFor(content.size),
      })
      rmSync(file)
    },
    remove: async (name) => {
      await call('write', 'DELETE', `/${prefix}${name}`, { isMaybeMissing: true })
    },
    withFile: async (name, read) => {
      const file = path.join(folder, `fetched-${name}`)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      try {
        const found = await call('read', 'GET', `/${prefix}${name}`, {
          into: file,
          isMaybeMissing: true,
          timeout: patienceFor(longestObject),
        })
        if (found === null) throw new StartRefusal(`${name} is not in ${bucket.name}/${prefix}.`)
        return await read(file)
      } finally {
        rmSync(file, { force: true })
      }
    },
    readNote: async (name) =>
      (await call('read', 'GET', `/${prefix}${name}`, { isMaybeMissing: true }))?.toString() ?? null,
    writeNote: async (name, text) => {
      await call('write', 'PUT', `/${prefix}${name}`, {
        bytes: Buffer.from(text),
        headers: { 'content-type': 'application/json' },
      })
    },
  }
}

const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
