/** What stands at the beginning of a backup. */
export type Manifest = {
  format: typeof backupFormat
  /** The instant that all of it is of, ISO 8601. */
  takenAt: string
  /** How many migrations the database had seen: it is restored as of then, and migrated from there. */
  migrations: number
  tables: readonly SavedTable[]
  /** Where each sequence stands: numbers of records are not given twice. */
  sequences: readonly { name: string; lastValue: string; isCalled: boolean }[]
}

export type SavedTable = { name: string; columns: readonly string[] }

/** What stands at its end; a backup without it was cut. */
export type Closing = { rows: Readonly<Record<string, number>> }

export const backupFormat = 'waybill-backup-1'

/**
 * What is only of the moment: sessions and links that have ended since must not come back to life, nor mails go out
 * twice. Everybody logs in anew.
 */
export const momentary: readonly string[] = [
  'account_tokens',
  'attempts',
  'events',
  'known_devices',
  'mails',
  'order_claims',
  'sessions',
]
