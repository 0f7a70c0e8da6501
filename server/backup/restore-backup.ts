import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { unbound } from '../db/session-bounds.ts'
import { StartRefusal } from '../db/start-refusal.ts'
import { backupFormat, type Closing, type Manifest, type SavedTable } from './backup-file.ts'
import { FrameError, readFrames } from './frames.ts'
import { laySchemaBare } from './lay-schema-bare.ts'
import { applyFirst, knownMigrations } from './migrate-to.ts'

/** Opens the file anew at each call. */
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
 * @throws StartRefusal where it is none, was cut, or is of a newer Waybill
 */
export const restoreBackup = async (client: pg.Client, open: OpenBackup): Promise<Restored> => {
  await client.query(unbound)
  await client.query('begin')
  try {
    const restored = await readInto(client, readFrames(open())).catch((error) => {
      throw isDamage(error) ? damaged() : error
    })
    await client.query('commit')
    return restored
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const readInto = async (client: pg.Client, frames: AsyncGenerator<Buffer, void>): Promise<Restored> => {
  const manifest = manifestOf(await nextOf(frames))
  await client.query('drop schema if exists drizzle cascade')
  await client.query('drop schema public cascade')
  await client.query('create schema public')
  await applyFirst(client, manifest.migrations)
  const dress = await laySchemaBare(client)
  const rows: Record<string, number> = {}
  for (const table of manifest.tables) rows[table.name] = await copyIn(client, table, frames)
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
