import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { imageFileName, imageSizes } from '../../domain/lib/image.ts'
import { StartRefusal } from '../core/errors.ts'
import type { DatabaseLog } from '../db/connection-errors.ts'
import { startEmbedded } from '../db/embedded/start-embedded.ts'
import { migrate } from '../db/migrate.ts'
import { type ConnectionConfig, makeClient } from '../db/multi-host-client.ts'
import { openPlainPool } from '../db/plain-pool.ts'
import { openFolderStore } from '../files/folder-store.ts'
import { knownMigrations, restoreBackup } from './restore-backup.ts'

export type RestoreDrill = {
  takenAt: string
  tables: number
  rows: number
  pictures: number
  /** Migrations that an upgrade of it ran. */
  migrated: number
  seconds: number
}

/**
 * Restores a backup into a scratch database of its own and counts: each table as the backup says, each picture that a row names, and
 * once more after the migrations of this version. Then removes all of it. @throws StartRefusal for a backup that does not restore
 * whole
 */
export const rehearseRestore = async (open: () => Readable, log: DatabaseLog): Promise<RestoreDrill> => {
  const startedAt = performance.now()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-drill-'))
  try {
    const embedded = await startEmbedded({ dataDir: path.join(folder, 'data'), log })
    try {
      const counted = await countRestored(embedded.connection, path.join(folder, 'files'), open)
      return { ...counted, seconds: (performance.now() - startedAt) / 1000 }
    } finally {
      await embedded.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const countRestored = async (
  connection: ConnectionConfig,
  filesFolder: string,
  open: () => Readable,
): Promise<Omit<RestoreDrill, 'seconds'>> => {
  const files = openFolderStore(filesFolder)
  const client = makeClient(connection)
  await client.connect()
  try {
    const restored = await restoreBackup(client, files, open)
    const present = await countRows(client, Object.keys(restored.rows))
    refuseDifferences(restored.rows, present, 'restored')
    const pictures = await countPictures(client, files.read)
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from drizzle.__drizzle_migrations',
    )
    const pool = openPlainPool({ ...connection, max: 1 })
    await migrate(pool).finally(() => pool.end())
    refuseDifferences({ users: present.users ?? 0 }, await countRows(client, ['users']), 'migrated')
    return {
      takenAt: restored.takenAt,
      tables: Object.keys(present).length,
      rows: Object.values(present).reduce((sum, each) => sum + each, 0),
      pictures,
      migrated: knownMigrations() - rows[0]!.count,
    }
  } finally {
    await client.end()
  }
}

type Counts = Readonly<Record<string, number>>

const countRows = async (client: pg.Client, tables: readonly string[]): Promise<Counts> => {
  const counts: Record<string, number> = {}
  for (const name of tables) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${pg.escapeIdentifier(name)}`,
    )
    counts[name] = rows[0]!.count
  }
  return counts
}

const refuseDifferences = (wanted: Counts, present: Counts, when: string): void => {
  const wrong = Object.entries(wanted).filter(([name, count]) => present[name] !== count)
  if (wrong.length === 0) return
  const said = wrong.map(([name, count]) => `${name} has ${present[name] ?? 0} of ${count} rows`).join(', ')
  throw new StartRefusal(`The backup does not come back whole once it is ${when}: ${said}.`)
}

/** Pictures are files: a backup has those that were there when it was taken. */
const countPictures = async (
  client: pg.Client,
  read: (name: string) => Promise<Buffer | null>,
): Promise<number> => {
  const { rows } = await client.query<{ hash: string }>('select hash from images order by hash')
  let found = 0
  for (const { hash } of rows)
    for (const size of imageSizes) if ((await read(imageFileName(hash, size))) !== null) found++
  return found
}
