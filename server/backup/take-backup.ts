import { createReadStream, createWriteStream, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { imageFileName, imageSizes } from '../../domain/lib/image.ts'
import { growingName, newFileFlags } from '../core/write-whole.ts'
import { unbound } from '../db/multi-host-client.ts'
import type { FileStore } from '../files/file-store.ts'
import {
  type BackupManifest,
  backupFormat,
  type Closing,
  momentary,
  readFrames,
  type SavedTable,
  writeFrame,
} from './backup-file.ts'

/**
 * Writes a snapshot of the database and the picture files, while others read and write. Needs a direct connection, no pooler;
 * leaves the output open. @returns row counts by table
 */
export const takeBackup = async (
  client: pg.Client,
  files: FileStore,
  output: Writable,
): Promise<Closing['rows']> => {
  await client.query(unbound)
  await client.query('begin isolation level repeatable read read only')
  try {
    const manifest = await readManifest(client)
    await writeFrame(output, jsonOf(manifest))
    const rows: Record<string, number> = {}
    for (const table of manifest.tables) rows[table.name] = await copyOut(client, table, output)
    if (manifest.hasFiles) await writeFiles(client, files, output)
    await writeFrame(output, jsonOf({ rows } satisfies Closing))
    return rows
  } finally {
    await client.query('rollback').catch(() => undefined)
  }
}

const readManifest = async (client: pg.Client): Promise<BackupManifest> => {
  const { rows: tables } = await client.query<SavedTable>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and not (relname = any($1))
        and attnum > 0 and not attisdropped and attgenerated = ''
        -- Numbers of this database's transactions.
        and attname <> 'changed_in'
      group by relname order by relname`,
    [momentary],
  )
  const { rows: names } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences: BackupManifest['sequences'][number][] = []
  for (const { name } of names) sequences.push(await readSequence(client, name))
  const { rows: migrations } = await client.query<{ count: number }>(
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  )
  const { rows: clock } = await client.query<{ now: Date }>('select now() as now')
  return {
    format: backupFormat,
    takenAt: clock[0]!.now.toISOString(),
    migrations: migrations[0]!.count,
    tables,
    sequences,
    hasFiles: tables.some(({ name }) => name === 'images'),
  }
}

/** Pictures read concurrently: each is a few hundred kilobytes. */
const readAtOnce = 24

/** Pictures of the snapshot. Missing files are skipped: they are lost already. */
const writeFiles = async (client: pg.Client, files: FileStore, output: Writable): Promise<void> => {
  const { rows } = await client.query<{ hash: string }>('select hash from images order by hash')
  const names = rows.flatMap(({ hash }) => imageSizes.map((size) => imageFileName(hash, size)))
  for (let at = 0; at < names.length; at += readAtOnce) {
    const some = names.slice(at, at + readAtOnce)
    const read = await Promise.all(some.map(files.read))
    for (const [index, bytes] of read.entries()) {
      if (bytes === null) continue
      await writeFrame(output, Buffer.from(some[index]!))
      await writeFrame(output, bytes)
    }
  }
  await writeFrame(output, Buffer.alloc(0))
}

const readSequence = async (
  client: pg.Client,
  name: string,
): Promise<BackupManifest['sequences'][number]> => {
  const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
    `select last_value, is_called from ${pg.escapeIdentifier(name)}`,
  )
  return { name, lastValue: rows[0]!.last_value, isCalled: rows[0]!.is_called }
}

/** Target bytes of a frame: COPY sends one piece a row. */
const framed = 256 * 1024

const copyOut = async (client: pg.Client, table: SavedTable, output: Writable): Promise<number> => {
  const columns = table.columns.map(pg.escapeIdentifier).join(', ')
  const stream = client.query(copyTo(`copy ${pg.escapeIdentifier(table.name)} (${columns}) to stdout`))
  let pile: Buffer[] = []
  let size = 0
  const flush = async () => {
    if (size > 0) await writeFrame(output, Buffer.concat(pile))
    pile = []
    size = 0
  }
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    pile.push(bytes)
    size += bytes.length
    if (size > framed) await flush()
  }
  await flush()
  await writeFrame(output, Buffer.alloc(0))
  return stream.rowCount
}

const jsonOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

export type Kept = { file: string; rows: number }

/** `waybill-20261122-061500.backup`, UTC: sorts by age. `of`: who takes it, in place of `waybill`. */
export const backupName = (now: Date, of = 'waybill'): string =>
  `${of}-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.backup`

/** When a backup was begun, by its name; null for other names. */
export const timeOfBackup = (name: string): Date | null => {
  const [, ...parts] = /-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.backup$/.exec(name) ?? []
  if (parts.length === 0) return null
  const [year, month, day, hour, minute, second] = parts
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}

/**
 * Writes a backup file atomically, readable by its owner only, and verifies it. @throws Error if it cannot be written; a former
 * file stays
 */
export const keepBackup = async (client: pg.Client, files: FileStore, file: string): Promise<Kept> => {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const growing = growingName(file)
  try {
    const packed = createGzip({ level: 6 })
    const written = createWriteStream('', { fd: openSync(growing, newFileFlags, 0o600) })
    packed.pipe(written)
    const isOut = finished(written)
    // The error is thrown where it is awaited.
    isOut.catch((error) => packed.destroy(error))
    packed.on('error', () => {})
    const rows = await Promise.race([takeBackup(client, files, packed), isOut.then(() => ({}))])
    packed.end()
    await isOut
    await flush(growing)
    await readFrames(createReadStream(growing).pipe(createGunzip())).last()
    renameSync(growing, file)
    return { file, rows: Object.values(rows).reduce((sum, count) => sum + count, 0) }
  } catch (error) {
    rmSync(growing, { force: true })
    throw error
  }
}

const flush = async (file: string): Promise<void> => {
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}

/** Whether the database has users. */
export const isInhabited = async (client: pg.Client): Promise<boolean> => {
  const { rows: tables } = await client.query("select to_regclass('public.users') is not null as has_users")
  if (!tables[0]?.has_users) return false
  const { rows } = await client.query('select 1 from users limit 1')
  return rows.length > 0
}

/** Whether a server has a connection to the database. */
export const isInUse = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'waybill' limit 1",
  )
  return rows.length > 0
}
