import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { ServerContext } from '../db/context.ts'
import { makeClient } from '../db/multi-host-client.ts'
import type { BackupPlace } from './backup-places.ts'
import { backupName, keepBackup, timeOfBackup } from './take-backup.ts'

/** Begins the names of backups that the schedule takes and removes again; those taken by hand stay. */
const owner = 'scheduled'

/** When a scheduled backup was begun; null for other names. */
export const timeOfScheduled = (name: string): Date | null =>
  name.startsWith(`${owner}-`) ? timeOfBackup(name) : null

export type BackupSchedule = {
  place: BackupPlace
  /** Milliseconds. */
  every: number
  /** Number of scheduled backups that stay. */
  keep: number
}

/** Of all instances of a database, one takes it. */
const backupLock = 760_118_413

/**
 * Takes a backup if the newest scheduled one is old enough, and removes the oldest ones once it is kept. The place itself says what
 * was taken, so that restarts and several instances neither miss one nor take it twice. One that the bucket did not take is sent
 * again before another is taken. @returns its name, or null if none was due
 */
export const takeDueBackup = async (
  context: Pick<ServerContext, 'connectionConfig' | 'files' | 'now'>,
  schedule: BackupSchedule,
): Promise<string | null> => {
  const { place } = schedule
  if (waitingIn(place).length === 0 && !isDue(await scheduledIn(place), schedule, context.now())) return null
  const client = makeClient({ ...context.connectionConfig, application_name: 'waybill backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      backupLock,
    ])
    if (!rows[0]?.mine) return null
    removeParts(place.folder)
    for (const name of waitingIn(place)) await place.keep(path.join(place.folder, name))
    const present = await scheduledIn(place)
    const at = context.now()
    if (!isDue(present, schedule, at)) return null
    const name = backupName(at, owner)
    const { file } = await keepBackup(client, context.files, path.join(place.folder, name))
    await place.keep(file)
    const old = present.slice(0, Math.max(0, present.length + 1 - schedule.keep))
    for (const one of old) await place.remove(one)
    return name
  } finally {
    await client.end()
  }
}

/** What a server that was killed left of scheduled backups. */
const removeParts = (folder: string): void => {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder))
    if (name.startsWith(`${owner}-`) && name.endsWith('.part'))
      rmSync(path.join(folder, name), { force: true })
}

const waitingIn = (place: BackupPlace): string[] =>
  place.waiting().filter((name) => timeOfScheduled(name) !== null)

/** Oldest first: names sort by time. */
const scheduledIn = async (place: BackupPlace): Promise<string[]> =>
  (await place.list()).filter((name) => timeOfScheduled(name) !== null).sort()

const isDue = (present: readonly string[], { every }: BackupSchedule, now: Date): boolean => {
  const newest = present.at(-1)
  return newest === undefined || now.getTime() - timeOfScheduled(newest)!.getTime() >= every
}
