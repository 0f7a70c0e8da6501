import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { isImageFileName } from '../../domain/lib/image.ts'
import { StartRefusal } from '../core/errors.ts'
import { forEachInBatches } from '../core/in-batches.ts'
import { migrationsFolder } from '../db/migrate.ts'
import { unbound } from '../db/multi-host-client.ts'
import type { FileStore } from '../files/file-store.ts'
import {
  type BackupManifest,
  backupFormat,
  type Closing,
  FrameError,
  type FrameReader,
  momentary,
  readFrames,
  type SavedTable,
} from './backup-file.ts'

/**
 * Drops foreign keys, triggers and indexes except keys on all tables. The returned function recreates them, which checks
 * references in one pass.
 */
const laySchemaBare = async (client: pg.Client): Promise<() => Promise<void>> => {
  const { rows: guards } = await client.query<{ drop: string; restore: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = 'public'::regnamespace
        and not exists (select 1 from pg_constraint where conindid = indexrelid)
    union all
    select format('alter table %s disable trigger user', oid::regclass), format('alter table %s enable trigger user', oid::regclass)
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    union all
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
        format('alter table %s enable always trigger %I', tgrelid::regclass, tgname)
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where tgenabled = 'A' and not tgisinternal and relnamespace = 'public'::regnamespace`,
  )
  for (const { drop } of guards) await client.query(drop)
  return async () => {
    await client.query("set local maintenance_work_mem = '256MB'")
    for (const { restore } of guards) await client.query(restore)
  }
}

const migrations = () => readMigrationFiles({ migrationsFolder })

export const knownMigrations = (): number => migrations().length

/** Applies the first `count` migrations in the client's transaction and records them. */
export const applyFirst = async (client: pg.Client, count: number): Promise<void> => {
  await client.query('create extension if not exists pg_trgm')
  await client.query('create schema drizzle')
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { sql, hash, folderMillis } of migrations().slice(0, count)) {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}

/** Opens the file anew at each call. */
type OpenBackup = () => Readable

/** Limits of decompression: real backups shrink to a fifth or a tenth. */
const MAX_UNPACKING = 250
const MIN_UNPACKED_BYTES = 256 * 1024 * 1024

/**
 * Reads a backup completely with its checksum, one chunk at a time. `size`: of the file. @throws StartRefusal if invalid,
 * truncated or changed
 */
export const checkBackup = async (open: OpenBackup, size: number): Promise<void> => {
  const from = open()
  try {
    const most = Math.max(MIN_UNPACKED_BYTES, size * MAX_UNPACKING)
    JSON.parse((await readFrames(from, most).last()).toString())
  } catch (error) {
    throw isDamage(error) ? damaged() : error
  } finally {
    from.destroy()
  }
}

type Restored = Pick<BackupManifest, 'takenAt'> & Closing

/**
 * Replaces the whole database in one transaction, so that on an error the former content stays. Uses the schema of the backup;
 * the next start migrates it. Pictures are written before the commit; after a rollback they are unreferenced files, which the
 * server deletes. @throws StartRefusal if invalid, truncated, or from a newer version
 */
export const restoreBackup = async (
  client: pg.Client,
  files: FileStore,
  open: OpenBackup,
): Promise<Restored> => {
  await client.query(unbound)
  await client.query('begin')
  const from = open()
  try {
    const restored = await readInto(client, files, readFrames(from)).catch((error) => {
      throw isDamage(error) ? damaged() : error
    })
    await client.query('commit')
    return restored
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    from.destroy()
  }
}

const readInto = async (client: pg.Client, files: FileStore, frames: FrameReader): Promise<Restored> => {
  const manifest = readManifest(await frames.whole(), knownMigrations())
  await client.query('drop schema if exists drizzle cascade')
  await client.query('drop schema public cascade')
  await client.query('create schema public')
  await applyFirst(client, manifest.migrations)
  const dress = await laySchemaBare(client)
  // Migrations write first rows, such as tariffs: those of the backup replace them.
  for (const { name } of manifest.tables) await client.query(`truncate ${pg.escapeIdentifier(name)}`)
  const rows: Record<string, number> = {}
  for (const table of manifest.tables) rows[table.name] = await copyIn(client, table, frames)
  if (manifest.hasFiles) await restoreFiles(files, frames)
  const closing = readClosing(await frames.whole(), manifest)
  for (const [name, count] of Object.entries(closing.rows)) if (rows[name] !== count) throw damaged()
  await frames.end()
  await dress()
  for (const { name, lastValue, isCalled } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [
      pg.escapeIdentifier(name),
      lastValue,
      isCalled,
    ])
  }
  return { takenAt: manifest.takenAt, rows: closing.rows }
}

const copyIn = async (
  client: pg.Client,
  { name, columns }: SavedTable,
  frames: FrameReader,
): Promise<number> => {
  const listed = columns.map(pg.escapeIdentifier).join(', ')
  const stream = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${listed}) from stdin`))
  await pipeline(boundRows(frames.untilEmpty()), stream)
  return stream.rowCount
}

/** PostgreSQL reads each row of a COPY into memory. */
const MAX_ROW_BYTES = 64 * 1024 * 1024
const newline = 10

async function* boundRows(pieces: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  let row = 0
  for await (const piece of pieces) {
    const first = piece.indexOf(newline)
    if (row + (first < 0 ? piece.length : first) > MAX_ROW_BYTES) throw new FrameError()
    row = first < 0 ? row + piece.length : piece.length - 1 - piece.lastIndexOf(newline)
    yield piece
  }
}

const writtenAtOnce = 12
const MAX_WRITTEN_BYTES = 16 * 1024 * 1024

const restoreFiles = async (files: FileStore, frames: FrameReader): Promise<void> => {
  let some: { name: string; bytes: Buffer }[] = []
  const flush = async () => {
    await forEachInBatches(some, writtenAtOnce, ({ name, bytes }) => files.write(name, bytes))
    some = []
  }
  for (let frame = await frames.whole(); frame.length > 0; frame = await frames.whole()) {
    const name = frame.toString('latin1')
    if (!isImageFileName(name)) throw new FrameError()
    some.push({ name, bytes: await frames.whole() })
    const bytes = some.reduce((sum, { bytes: { length } }) => sum + length, 0)
    if (some.length === writtenAtOnce || bytes > MAX_WRITTEN_BYTES) await flush()
  }
  await flush()
}

/**
 * Whether an error is caused by the file: gzip, checksum, frames, JSON; or by values, tables and columns invalid in that schema
 * (SQL states 22, 23, 42 except missing privileges).
 */
const isDamage = (error: unknown): boolean =>
  error instanceof FrameError ||
  error instanceof SyntaxError ||
  (error instanceof Error &&
    'code' in error &&
    (/^(Z_|ERR_ZLIB)/.test(String(error.code)) ||
      ('severity' in error && /^(22|23|42(?!501))/.test(String(error.code)))))

const damaged = () =>
  new StartRefusal('This file is no backup of Waybill, or was cut or changed; nothing was restored.')

const MAX_TABLES = 1_000
const MAX_COLUMNS = 1_600

/**
 * Parses a backup's first record. `known`: number of migrations of this version. @throws FrameError if invalid, StartRefusal if
 * from a newer version
 */
const readManifest = (bytes: Buffer, known: number): BackupManifest => {
  const read = membersOf(bytes)
  const { takenAt, migrations, tables, sequences, hasFiles = false } = read
  const isOurs =
    read.format === backupFormat &&
    typeof takenAt === 'string' &&
    /^\d{4}-\d\d-\d\dT[\d:.]{8,16}Z$/.test(takenAt) &&
    isCount(migrations) &&
    migrations > 0 &&
    isList<SavedTable>(tables, MAX_TABLES, isTable) &&
    isList<Sequence>(sequences, MAX_TABLES, isSequence) &&
    typeof hasFiles === 'boolean'
  if (!isOurs) throw new FrameError()
  if (migrations > known) throw new StartRefusal('This backup is of a newer Waybill: update this one first.')
  return { format: backupFormat, takenAt, migrations, tables, sequences, hasFiles }
}

/** Parses the last record: row counts by table. @throws FrameError if invalid */
const readClosing = (bytes: Buffer, { tables }: Pick<BackupManifest, 'tables'>): Closing => {
  const { rows } = membersOf(bytes)
  const isOurs =
    isMembers(rows) &&
    Object.keys(rows).length === tables.length &&
    tables.every(({ name }) => isCount(Object.hasOwn(rows, name) ? rows[name] : null))
  if (!isOurs) throw new FrameError()
  return { rows: rows as Closing['rows'] }
}

type Members = Record<string, unknown>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws SyntaxError, FrameError */
const membersOf = (bytes: Buffer): Members => {
  const value: unknown = JSON.parse(bytes.toString())
  if (!isMembers(value)) throw new FrameError()
  return value
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z_][a-z0-9_-]{0,62}$/.test(value)

type Named = { name: string }
type Sequence = BackupManifest['sequences'][number]

/** Backups are sorted by name without duplicates. */
const isList = <Item extends Named>(
  value: unknown,
  most: number,
  isItem: (item: Members) => boolean,
): value is Item[] =>
  Array.isArray(value) &&
  value.length <= most &&
  value.every((item) => isMembers(item) && isName(item.name) && isItem(item)) &&
  value.every((item: Named, at) => at === 0 || (value[at - 1] as Named).name < item.name)

/** Tables of `momentary` are never in a backup: ended sessions would become valid again. */
const isTable = ({ name, columns }: Members): boolean =>
  !momentary.includes(String(name)) &&
  Array.isArray(columns) &&
  columns.length > 0 &&
  columns.length <= MAX_COLUMNS &&
  columns.every(isName) &&
  new Set(columns).size === columns.length

const isSequence = ({ lastValue, isCalled }: Members): boolean =>
  typeof isCalled === 'boolean' && typeof lastValue === 'string' && /^-?\d{1,19}$/.test(lastValue)
