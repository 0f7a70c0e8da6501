import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { isImageFileName } from '../../domain/lib/image.ts'
import { StartRefusal } from '../db/connection-errors.ts'
import { migrationsFolder } from '../db/migrate.ts'
import { unbound } from '../db/multi-host-client.ts'
import { type FileStore, forEachInBatches } from '../files/file-store.ts'
import {
  backupFormat,
  type Closing,
  FrameError,
  type Manifest,
  readFrames,
  type SavedTable,
} from './backup-file.ts'

/**
 * Takes what guards and counts rows away from every table: references, indexes but those of keys, triggers. The function
 * that it answers puts them back, which checks every reference in one pass.
 */
export const laySchemaBare = async (client: pg.Client): Promise<() => Promise<void>> => {
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

/** Makes the schema as the first so many migrations left it, within the client's transaction, and notes them as done. */
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

/** Opens the file again at each call. */
export type OpenBackup = () => Readable

/** Reads it through once, its sum included. @throws StartRefusal where it is none, or was cut or changed */
export const checkBackup = async (open: OpenBackup): Promise<void> => {
  let last: Buffer | null = null
  try {
    for await (const frame of readFrames(open())) last = frame
    JSON.parse(last?.toString() ?? '')
  } catch (error) {
    throw isDamage(error) ? damaged() : error
  }
}

export type Restored = Pick<Manifest, 'takenAt'> & Closing

/**
 * Puts a backup into the place of all that the database holds, in one transaction: where anything is wrong with it, what
 * was there before still is. The schema is the one that it was taken of; the next start brings it to the newest.
 *
 * The pictures are written before the commit: should the rest fail, they are files that nothing names, which the server deletes.
 *
 * @throws StartRefusal where it is none, was cut, or is of a newer Waybill
 */
export const restoreBackup = async (
  client: pg.Client,
  files: FileStore,
  open: OpenBackup,
): Promise<Restored> => {
  await client.query(unbound)
  await client.query('begin')
  try {
    const restored = await readInto(client, files, readFrames(open())).catch((error) => {
      throw isDamage(error) ? damaged() : error
    })
    await client.query('commit')
    return restored
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const readInto = async (
  client: pg.Client,
  files: FileStore,
  frames: AsyncGenerator<Buffer, void>,
): Promise<Restored> => {
  const manifest = manifestOf(await nextOf(frames))
  await client.query('drop schema if exists drizzle cascade')
  await client.query('drop schema public cascade')
  await client.query('create schema public')
  await applyFirst(client, manifest.migrations)
  const dress = await laySchemaBare(client)
  const rows: Record<string, number> = {}
  for (const table of manifest.tables) rows[table.name] = await copyIn(client, table, frames)
  if (manifest.hasFiles) await restoreFiles(files, frames)
  const closing = JSON.parse((await nextOf(frames)).toString()) as Closing
  for (const [name, count] of Object.entries(closing.rows)) if (rows[name] !== count) throw damaged()
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

const manifestOf = (bytes: Buffer): Manifest => {
  const manifest = JSON.parse(bytes.toString()) as Manifest
  if (manifest.format !== backupFormat) throw damaged()
  if (manifest.migrations > knownMigrations()) {
    throw new StartRefusal('This backup is of a newer Waybill: update this one first.')
  }
  return manifest
}

const copyIn = async (
  client: pg.Client,
  { name, columns }: SavedTable,
  frames: AsyncGenerator<Buffer, void>,
): Promise<number> => {
  const listed = columns.map(pg.escapeIdentifier).join(', ')
  const stream = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${listed}) from stdin`))
  await pipeline(untilEmpty(frames), stream)
  return stream.rowCount
}

const writtenAtOnce = 12

const restoreFiles = async (files: FileStore, frames: AsyncGenerator<Buffer, void>): Promise<void> => {
  let some: { name: string; bytes: Buffer }[] = []
  const flush = async () => {
    await forEachInBatches(some, writtenAtOnce, ({ name, bytes }) => files.write(name, bytes))
    some = []
  }
  for (let frame = await nextOf(frames); frame.length > 0; frame = await nextOf(frames)) {
    const name = frame.toString('latin1')
    if (!isImageFileName(name)) throw new FrameError()
    some.push({ name, bytes: await nextOf(frames) })
    if (some.length === writtenAtOnce) await flush()
  }
  await flush()
}

async function* untilEmpty(frames: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  for (let bytes = await nextOf(frames); bytes.length > 0; bytes = await nextOf(frames)) yield bytes
}

const nextOf = async (frames: AsyncGenerator<Buffer, void>): Promise<Buffer> => {
  const { value, done } = await frames.next()
  if (done || value === undefined) throw new FrameError()
  return value
}

/** Of the file, not of the database: no gzip, its end missing, a sum that is wrong, no frames, no JSON. */
const isDamage = (error: unknown): boolean =>
  error instanceof FrameError ||
  error instanceof SyntaxError ||
  (error instanceof Error && 'code' in error && /^(Z_|ERR_ZLIB)/.test(String(error.code)))

const damaged = () =>
  new StartRefusal('This file is no backup of Waybill, or was cut or changed; nothing was restored.')
