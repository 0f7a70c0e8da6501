import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { readFrames } from './frames.ts'
import { takeBackup } from './take-backup.ts'

export type Kept = { file: string; rows: number }

/** `waybill-20261122-061500.backup`, by UTC: they sort by age. */
export const backupName = (now: Date): string =>
  `waybill-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.backup`

/**
 * Takes a backup into a file that is there whole or not at all, readable by its owner alone, and reads it through once.
 * @throws Error where it cannot be written; what stood in the file's place still does
 */
export const keepBackup = async (client: pg.Client, file: string): Promise<Kept> => {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const growing = `${file}.part`
  try {
    const packed = createGzip({ level: 6 })
    const written = createWriteStream(growing, { mode: 0o600 })
    packed.pipe(written)
    const isOut = finished(written)
    // Told where it is waited for.
    isOut.catch((error) => packed.destroy(error))
    packed.on('error', () => {})
    const rows = await Promise.race([takeBackup(client, packed), isOut.then(() => ({}))])
    packed.end()
    await isOut
    await flush(growing)
    for await (const _ of readFrames(createReadStream(growing).pipe(createGunzip())));
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
