import type { BackupPlace } from './backup-places.ts'
import { timeOfBackup } from './take-backup.ts'

export type FoundBackups = {
  /** Of the schedule and by hand. */
  count: number
  /** When the newest was begun; null without any. */
  newest: Date | null
}

/** The backups of a place, by their names. */
export const findBackups = async ({ list }: Pick<BackupPlace, 'list'>): Promise<FoundBackups> => {
  const times = (await list()).flatMap((name) => timeOfBackup(name)?.getTime() ?? [])
  return { count: times.length, newest: times.length === 0 ? null : new Date(Math.max(...times)) }
}
